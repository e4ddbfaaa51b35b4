/**
 * Called before each write, fsync, rename and unlink of a transaction with the step's name and its number in this run
 * (from 1). Throwing makes the step fail; ending the process there is what the fault suite does.
 */
export type Faults = (step: string, n: number) => void;

/** Announces the next step. */
export type Step = (name: string) => void;

/** Numbers the steps of one transaction. */
export function createSteps(faults?: Faults): Step {
  let n = 0;
  return (name) => {
    n += 1;
    faults?.(name, n);
  };
}

/** For writes outside a transaction. */
export const unobserved: Step = () => {};
