import type { ErrorCode } from "../errors.ts";
import type { Receipt } from "../handoff/receipt.ts";

/** Limits are no failures: nothing was sent, on purpose. */
const LIMITS: Partial<Record<ErrorCode, string>> = {
  "provider-daily-cap": "today's limit of model calls or tokens is reached",
  "provider-rate-limit-near": "little of the provider's own limit is left",
};

/** One clause on why another summarizer than the one asked for was used. */
export function fallbackClause({ from, code }: NonNullable<Receipt["fallback"]>): string {
  const limit = LIMITS[code as ErrorCode];
  return limit === undefined
    ? `${from} failed (${code}): the extractive result was used`
    : `${limit} (${code}): nothing was sent to ${from}, the extractive result was used`;
}
