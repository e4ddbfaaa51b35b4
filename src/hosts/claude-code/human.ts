const WRAPPER =
  /^<(?:command-name|command-message|local-command-\w+|task-notification|teammate-message|bash-\w+|system-reminder)/;

/** What a person typed in a user message; empty when the text is the host's own. */
export function humanText(raw: string): string {
  const text = raw.replaceAll(/<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g, "").trim();
  if (
    WRAPPER.test(text) ||
    text.startsWith("[Request interrupted") ||
    text.startsWith("Caveat: The messages")
  )
    return "";
  return text;
}
