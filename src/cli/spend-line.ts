import type { SpendCaps, SpendSummary } from "../store/spend.ts";

/** Today's counters against the limits, and what holds calls back, in one line. */
export function spendLine(summary: SpendSummary, caps: SpendCaps): string {
  const { calls, inputTokens, outputTokens, reservedTokens, costUsd, refused, stop } = summary;
  const tokens = inputTokens + outputTokens + reservedTokens;
  const parts = [
    `model calls today (UTC): ${calls} of ${caps.dailyCalls}`,
    `tokens ${number(tokens)} of ${number(caps.dailyTokens)}${costClause(costUsd === 0 ? null : costUsd)}`,
  ];
  if (reservedTokens > 0) parts.push(`${number(reservedTokens)} of them held by calls that have not ended`);
  if (refused > 0) parts.push(`${refused} held back`);
  if (stop !== null) parts.push(`${STOPS[stop.cause]}, no calls until ${stop.until.toISOString()}`);
  if (summary.broken || summary.restarts > 0) {
    parts.push("a counter file of today could not be read and counting began anew");
  }
  return parts.join("; ");
}

const STOPS = {
  near: "little of the provider's own limit is left",
  limited: "the provider refused a call for its limit",
} as const;

/** `, about $0.0042`: dollars with two telling digits; nothing where no price is known. */
export function costClause(dollars: number | null): string {
  if (dollars === null) return "";
  if (dollars > 0 && dollars < 0.0001) return ", less than $0.0001";
  const digits = dollars === 0 || dollars >= 0.1 ? 2 : 1 - Math.floor(Math.log10(dollars));
  return `, about $${dollars.toFixed(digits)}`;
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
