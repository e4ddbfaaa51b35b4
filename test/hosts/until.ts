import { setTimeout as sleep } from "node:timers/promises";

/**
 * Resolves with the first value of `look` that is neither false, null nor undefined. Fails with `what` after the limit
 * (five minutes), and with what `describe` says of the last state.
 */
export async function until<Value>(
  what: string,
  look: () => Value | Promise<Value>,
  { limitMs = 300_000, describe = () => "" }: { limitMs?: number; describe?: () => string } = {},
): Promise<Exclude<Value, false | null | undefined>> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await look();
    if (value !== false && value !== null && value !== undefined) {
      return value as Exclude<Value, false | null | undefined>;
    }
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain until ${what}\n${describe()}`);
    await sleep(25);
  }
}
