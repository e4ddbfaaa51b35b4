import fc from "fast-check";

const hook = fc.record({
  type: fc.constant("command"),
  command: fc.constantFrom("echo done", "/usr/bin/say 'it'"),
});
const group = fc.record(
  { matcher: fc.constantFrom("", "Bash", "Write|Edit"), hooks: fc.array(hook, { maxLength: 2 }) },
  { requiredKeys: ["hooks"] },
);
const hooks = fc.dictionary(
  fc.constantFrom("Stop", "SessionStart", "PostToolUse", "Notification", "PreCompact"),
  fc.array(group, { maxLength: 2 }),
  { maxKeys: 3 },
);
/** Settings as people have them: their own keys and hooks, among them hooks of the events we listen to. */
export const settingsValues = fc.record(
  {
    model: fc.constantFrom("opus", "ünïcödé 🙂", "a // no comment", "/* nor this */, ]"),
    env: fc.dictionary(fc.stringMatching(/^[A-Z]{1,6}$/), fc.string(), { maxKeys: 2 }),
    permissions: fc.record({ allow: fc.array(fc.string(), { maxLength: 2 }) }),
    hooks,
    cleanupPeriodDays: fc.integer(),
  },
  { requiredKeys: [] },
);
/** The same as they stand in files: indentation, line ends, BOM, comments, trailing commas, no final newline. */
export const settingsTexts = fc
  .record({
    value: settingsValues,
    indent: fc.constantFrom("  ", "    ", "\t", ""),
    eol: fc.constantFrom("\n", "\r\n"),
    end: fc.constantFrom("", "\n", "\n\n"),
    head: fc.constantFrom("", "\uFEFF", "// mine\n", "\uFEFF/* mine\n */ "),
    trailing: fc.boolean(),
    comments: fc.boolean(),
  })
  .map(({ value, indent, eol, end, head, trailing, comments }) => {
    let text = JSON.stringify(value, null, indent);
    if (trailing && indent !== "") text = text.replace(/([^{[,\s])(\n\s*[}\]])/g, "$1,$2");
    if (comments && indent !== "")
      text = text.replace(/,\n/g, ", // note, with a comma\n").replace(/\{\n/g, "{ /* } */\n");
    return (head + text + end).replaceAll("\n", eol);
  });
