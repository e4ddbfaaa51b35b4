import { HandoffError } from "../errors.ts";
import { addDollars } from "../handoff/receipt.ts";
import type { CallContext } from "./model-summarizer.ts";
import { type ChildEnd, type ChildSpec, runChild } from "./run-child.ts";
import { type Counted, counted } from "./spending.ts";

/** What a provider reads from the output of its program. */
export type ChildAnswer = Counted & ({ text: string } | { error: HandoffError });

/**
 * Runs a provider's program for one answer and counts it as one call; `read` tells what its end means. Tokens are added
 * to the usage. Errors: the `provider-*` codes.
 */
export async function askChild(
  spec: ChildSpec,
  tokens: number,
  { deadline, usage, spending }: CallContext,
  read: (end: ChildEnd) => ChildAnswer,
): Promise<string> {
  const answer = await counted(spending, tokens, async (): Promise<ChildAnswer> => {
    let end: ChildEnd;
    try {
      end = await runChild(spec, deadline);
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
      // a program that never ran cost nothing; one that was ended may have
      const unsent = error.code === "provider-no-program" || error.code === "home-unwritable";
      if (!unsent) usage.calls += 1;
      return { error, cost: unsent ? "unsent" : "unknown", news: { limits: [] } };
    }
    usage.calls += 1;
    return read(end);
  });
  if (typeof answer.cost === "object") {
    usage.inputTokens += answer.cost.inputTokens;
    usage.outputTokens += answer.cost.outputTokens;
    addDollars(usage, answer.cost.usd ?? null);
  }
  if ("text" in answer) return answer.text;
  throw answer.error;
}
