/** US dollars for a million tokens. */
interface Price {
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

/** Tokens of one call by what they cost. */
export interface PricedTokens {
  input: number;
  output: number;
  cacheWrite: number;
  cacheRead: number;
}

/** A model's list price; of longer prompts another one where the provider has two. */
interface ListPrice {
  model: RegExp;
  price: Price;
  long?: { from: number; price: Price };
}

/** The provider's published prices of October 2026 (platform.claude.com, models); a cache write lives five minutes. */
const LIST: readonly ListPrice[] = [
  {
    model: /haiku-5-5/,
    price: { input: 0.1, output: 0.5, cacheWrite: 0.125, cacheRead: 0.01 },
    long: { from: 100_000, price: { input: 0.5, output: 2.5, cacheWrite: 0.625, cacheRead: 0.05 } },
  },
  { model: /haiku-4-5/, price: { input: 1, output: 5, cacheWrite: 1.25, cacheRead: 0.1 } },
  { model: /sonnet-5/, price: { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2 } },
  { model: /sonnet-4-[56]/, price: { input: 3, output: 15, cacheWrite: 3.75, cacheRead: 0.3 } },
  { model: /opus-5-5/, price: { input: 4, output: 20, cacheWrite: 5, cacheRead: 0.4 } },
  { model: /opus-(?:5|4-[5-8])/, price: { input: 5, output: 25, cacheWrite: 6.25, cacheRead: 0.5 } },
];

/**
 * Estimated US dollars of a call, or null where nobody told a price: what the user set (dollars for a million tokens in
 * and out), else the list price of the model.
 */
export function dollarsOf(
  tokens: PricedTokens,
  model: string | null,
  own: readonly [number, number] | null,
): number | null {
  const price = own === null ? listPrice(model ?? "", tokens) : ownPrice(own);
  if (price === null) return null;
  const { input, output, cacheWrite, cacheRead } = price;
  const millionths =
    tokens.input * input +
    tokens.output * output +
    tokens.cacheWrite * cacheWrite +
    tokens.cacheRead * cacheRead;
  return millionths / 1_000_000;
}

function ownPrice([input, output]: readonly [number, number]): Price {
  return { input, output, cacheWrite: input, cacheRead: input };
}

function listPrice(model: string, { input, cacheWrite, cacheRead }: PricedTokens): Price | null {
  const listed = LIST.find((one) => one.model.test(model));
  if (listed === undefined) return null;
  const { long, price } = listed;
  return long !== undefined && input + cacheWrite + cacheRead > long.from ? long.price : price;
}
