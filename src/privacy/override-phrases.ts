import type { Span } from "./mask.ts";

/*
 * Sentences that try to steer whoever reads them: an agent told to drop its instructions, take a new role, keep
 * something from its user, or obey a made-up system message. Several languages; preferences ("always run the tests")
 * are none of these.
 */
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|discard)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|other|your|system|the user'?s?)\b.{0,30}\b(?:instructions?|prompts?|rules?|directions?|guidelines?|guardrails?|context)\b/isu,
  /\b(?:new|updated|real|actual|hidden)\s+(?:system\s+)?instructions?\s*(?::|are\b|follow)/iu,
  /\byou\s+(?:are|must)\s+now\s+(?:an?\b|act|in\b|ignore|the\b)|\bfrom now on,?\s+you\s+(?:are|will act|must obey)/iu,
  /\b(?:do not|don't|never)\s+(?:tell|inform|alert|mention\s+(?:this|it)\s+to|reveal\s+(?:this|it)\s+to)\s+(?:the\s+)?(?:user|human|operator|owner)\b/iu,
  /\b(?:without|before)\s+(?:telling|informing|asking|alerting)\s+(?:the\s+)?(?:user|human|operator)\b/iu,
  /\b(?:reveal|print|repeat|output|leak|exfiltrate|send)\b.{0,30}\b(?:system prompt|hidden prompt|your instructions|api keys?|credentials?|secrets?)\b.{0,30}(?:\bto\b|\bverbatim\b|$)/isu,
  /<\/?(?:system|assistant|developer|im_start|im_end|system-reminder|instructions?)\b[^>]{0,40}>|<\|im_(?:start|end)\|>|\[\/?INST\]|^\s*(?:system|assistant|developer)\s*:/imu,
  /\b(?:pre-?authori[sz]ed|standing authori[sz]ation|has authori[sz]ed you)\b.{0,60}\b(?:agent|assistant|you|run|delete|push|send)\b/isu,
  /(?:игнорируй|игнорируйте|забудь|забудьте|отбрось|не\s+учитывай)(?:те)?.{0,40}(?:инструкци|указани|правил|промпт|контекст)/isu,
  /(?:не\s+(?:говори|сообщай|рассказывай)(?:те)?)\s+(?:об\s+этом\s+|это\s+)?(?:пользовател|человек|владельц)/iu,
  /(?:теперь|отныне)\s+ты\s+(?:—|-|должен|будешь|не\b)|нов(?:ые|ая)\s+(?:системн\p{L}+\s+)?инструкци\p{L}*\s*:/iu,
  /(?:ignora|olvida|descarta)(?:r|d)?\b.{0,30}(?:instrucciones|reglas|indicaciones)/isu,
  /(?:ignore[zr]?|oublie[zr]?)\b.{0,30}(?:instructions|consignes|règles)\s+(?:précédentes|antérieures|ci-dessus)/isu,
  /(?:ignoriere|vergiss|missachte)n?\b.{0,40}(?:anweisungen|instruktionen|regeln|vorgaben)/isu,
  /(?:ignore|desconsidere|esqueça)\b.{0,30}(?:instruções|regras)/isu,
  /(?:忽略|无视|忘记|忘掉|不要理会).{0,20}(?:指令|指示|提示|规则|说明)|(?:以前|これまで|上記)の(?:指示|命令|ルール).{0,10}(?:無視|忘れ)/isu,
];

/** Where such phrases stand in a text, in order, UTF-16 offsets; the first match of each pattern. */
export function overridePhrases(text: string): Span[] {
  const spans = PATTERNS.flatMap((pattern) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ start: match.index, end: match.index + match[0].length }];
  });
  return spans.sort((a, b) => a.start - b.start);
}

/** True when a text holds a phrase that tries to override an agent's instructions. For texts of one fact's size. */
export function hasOverridePhrase(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text));
}
