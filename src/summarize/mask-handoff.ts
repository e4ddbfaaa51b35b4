import type { Handoff } from "../handoff/handoff.ts";
import type { Update } from "../handoff/update.ts";
import { safeText } from "../privacy/secrets.ts";
import type { WorkingState } from "../session/working-state.ts";

/** Masks every text of a handoff; ids, kinds and times stay. Nothing of it reaches a disk unmasked. */
export async function maskHandoff(handoff: Handoff): Promise<Handoff> {
  return {
    ...handoff,
    state: await maskState(handoff.state),
    updates: await Promise.all(handoff.updates.map(maskUpdate)),
  };
}

async function maskUpdate(update: Update): Promise<Update> {
  const result: Update = {
    ...update,
    subject: await safeText(update.subject),
    text: await safeText(update.text),
  };
  if (update.targetText !== undefined) result.targetText = await safeText(update.targetText);
  if (update.aliases !== undefined) result.aliases = await Promise.all(update.aliases.map(safeText));
  return result;
}

/** Texts of statements, failures and names; evidence ids are no texts and are left alone. */
async function maskState(state: WorkingState): Promise<WorkingState> {
  const one = async <T extends { text: string }>(said: T): Promise<T> => ({
    ...said,
    text: await safeText(said.text),
  });
  const list = <T extends { text: string }>(said: readonly T[]): Promise<T[]> => Promise.all(said.map(one));
  const { task, lastRequest, status, lastFailure } = state;
  return {
    ...state,
    task: task === null ? null : await one(task),
    lastRequest: lastRequest === null ? null : await one(lastRequest),
    status: status === null ? null : await one(status),
    done: await list(state.done),
    next: await list(state.next),
    openQuestions: await list(state.openQuestions),
    findings: await list(state.findings),
    decisions: await list(state.decisions),
    identifiers: await Promise.all(state.identifiers.map(safeText)),
    lastFailure:
      lastFailure === null
        ? null
        : {
            ...lastFailure,
            command: await safeText(lastFailure.command),
            error: lastFailure.error === null ? null : await safeText(lastFailure.error),
          },
  };
}
