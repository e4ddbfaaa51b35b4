import type { Limit } from "../store/rate-limit.ts";

const PREFIX = "anthropic-ratelimit-";

/**
 * The limits named by the headers of an answer, in both forms of the Messages API: `-limit`, `-remaining` and `-reset`
 * (RFC 3339) for keys, and `unified-<window>-utilization` (0 to 1) with `-reset` (seconds since 1970) for subscriptions.
 * Unknown and unreadable ones are left out, and those that do not hold for `model`.
 */
export function limitsOf(headers: Headers | undefined, model: string): Limit[] {
  if (headers === undefined) return [];
  const limits: Limit[] = [];
  for (const [header, value] of headers) {
    const name = header.startsWith(PREFIX) ? header.slice(PREFIX.length) : "";
    const left = shareLeft(name, value, headers);
    if (left === null) continue;
    const window = name.replace(/-(?:remaining|utilization)$/u, "");
    if (!holdsFor(window, model)) continue;
    limits.push({ name: window, left, reset: timeOf(headers.get(`${PREFIX}${window}-reset`)) });
  }
  return limits;
}

/** Families of models that have windows of their own, such as `7d_opus`. */
const FAMILY = /opus|sonnet|haiku|fable/u;

/**
 * Whether a window's use says anything about calls of `model`: not one of another family, and not the share of usage
 * that is paid for beyond a subscription.
 */
export function holdsFor(window: string, model: string): boolean {
  if (window.includes("overage")) return false;
  const family = FAMILY.exec(window)?.[0];
  return family === undefined || model.includes(family);
}

function shareLeft(name: string, value: string, headers: Headers): number | null {
  if (name.endsWith("-utilization")) return within(1 - numberOf(value));
  if (!name.endsWith("-remaining")) return null;
  const limit = numberOf(headers.get(`${PREFIX}${name.replace(/-remaining$/u, "-limit")}`));
  return limit > 0 ? within(numberOf(value) / limit) : null;
}

function within(share: number): number | null {
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : null;
}

function numberOf(value: string | null): number {
  return value === null || value.trim() === "" ? Number.NaN : Number(value);
}

/** ISO time of seconds since 1970 or of a date. */
function timeOf(value: string | null): string | null {
  const seconds = numberOf(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value ?? "") : seconds * 1000;
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
