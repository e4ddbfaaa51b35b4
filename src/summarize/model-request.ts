import { estimateTokens } from "../session/tokens.ts";

/** Tokens of the request around its texts: tags, field names, escapes. */
export const OVERHEAD_TOKENS = 250;

/** One request; every text in it is masked. Stable texts first, the turns last. */
export interface ModelRequest {
  maxTokens: number;
  /** The last one ends the part that a provider may cache. */
  system: readonly string[];
  turns: readonly { role: "user" | "assistant"; text: string }[];
  /** JSON schema of the answer. */
  schema: Record<string, unknown>;
}

/** Estimated tokens of a request and its longest answer. */
export function tokensOf(request: ModelRequest): number {
  const texts = [...request.system, ...request.turns.map((turn) => turn.text)];
  return OVERHEAD_TOKENS + request.maxTokens + estimateTokens(texts.join("\n"));
}
