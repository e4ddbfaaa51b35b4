import { HandoffError } from "../errors.ts";
import { summarizeExtractive } from "./extractive/extractive.ts";
import type { Summarizer, SummarizeInput, SummarizeResult } from "./summarizer.ts";

export type { KnownFact, SummarizeInput, SummarizeResult } from "./summarizer.ts";

const extractive: Summarizer = {
  id: "extractive",
  summarize: async ({ session }) => ({ handoff: summarizeExtractive(session), usage: null }),
};

/** Every summarizer there is. A provider that is not listed is a wrong use, not a failure to fall back from. */
const SUMMARIZERS: readonly Summarizer[] = [extractive];

/**
 * A verified handoff of the session by the provider asked for; on any failure of it the extractive one, and `fallback`
 * says why. Errors: `usage` for a provider that does not exist here; RangeError for a session without entries.
 */
export async function summarize(input: SummarizeInput): Promise<SummarizeResult> {
  const summarizer = SUMMARIZERS.find((one) => one.id === input.provider);
  if (summarizer === undefined) {
    throw new HandoffError("usage", {
      name: `--provider ${input.provider}`,
      expected: SUMMARIZERS.map((one) => one.id).join(" or "),
    });
  }
  const outcome = await summarizer.summarize(input);
  if ("handoff" in outcome) {
    return { handoff: outcome.handoff, provider: summarizer.id, fallback: null, usage: outcome.usage };
  }
  return {
    handoff: summarizeExtractive(input.session),
    provider: extractive.id,
    fallback: { from: summarizer.id, code: outcome.failed },
    usage: outcome.usage,
  };
}
