import { HandoffError } from "../errors.ts";
import type { Planned } from "./installer.ts";

/** So often a file that changed meanwhile is looked at again. */
const RETRIES = 3;

/**
 * Does what was planned, and returns it. Where settings changed since they were read, by another installation perhaps,
 * they are read and planned anew. Errors: those of `apply`.
 */
export async function applyPlanned(first: Planned, again: () => Planned): Promise<Planned> {
  let planned = first;
  for (let retries = 0; ; retries += 1) {
    try {
      await planned.apply();
      return planned;
    } catch (error) {
      const changed = error instanceof HandoffError && error.detail.name === "it changed meanwhile";
      if (!changed || retries === RETRIES) throw error;
      planned = again();
    }
  }
}
