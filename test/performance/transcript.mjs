// Writes a transcript of a given size in the shape and mix of real ones: two thirds of the bytes are records that carry
// no conversation (progress, snapshots of files and prompts), the rest turns with tool calls and their results.
import { createWriteStream } from "node:fs";
import { once } from "node:events";

const WORDS =
  "the parser reads a line and keeps its offset so that later runs continue there while tests cover every branch of " +
  "config server cache token route index entry value error retry queue worker build release branch файл тест сборка";
const words = WORDS.split(" ");
const SESSION = "5d0c2b1e-7f1a-4c1e-9a52-0f6f1c7f3a10";
const TURN_CALLS = 12;

/** Repeatable pseudo-random numbers below 1 (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Writes at least `bytes` bytes to `path`; with `longLine` one line of so many bytes stands in the middle.
 * Returns how many records it wrote.
 */
export async function writeTranscript(path, bytes, longLine = 0) {
  const out = createWriteStream(path);
  const next = random(7);
  const text = (chars) => {
    let made = "";
    while (made.length < chars)
      made += `${words[Math.floor(next() * words.length)]}${next() < 0.06 ? "\n" : " "}`;
    return made;
  };
  let written = 0;
  let records = 0;
  let clock = Date.parse("2026-05-04T08:00:00Z");
  let parent = null;
  const put = async (line) => {
    written += line.length + 1;
    records += 1;
    if (!out.write(`${line}\n`)) await once(out, "drain");
  };
  const uuid = () => {
    const hex = (records * 2654435761 + 97).toString(16).padStart(12, "0").slice(-12);
    return `0${(records % 16).toString(16)}c0ffee-1111-4222-8333-${hex}`;
  };
  const record = async (type, rest) => {
    clock += 900;
    const id = uuid();
    const head = `"parentUuid":${JSON.stringify(parent)},"isSidechain":false,"userType":"external","cwd":"/home/dev/shop","sessionId":"${SESSION}","version":"2.1.39","gitBranch":"main"`;
    const tail = `"uuid":"${id}","timestamp":"${new Date(clock).toISOString()}"`;
    const order = type === "assistant" ? `${rest},"type":"assistant"` : `"type":"${type}",${rest}`;
    parent = id;
    await put(`{${head},${order},${tail}}`);
  };
  let longWritten = longLine === 0;
  for (let turn = 0; ; turn += 1) {
    if (written >= bytes) break;
    await record("user", `"message":{"role":"user","content":${JSON.stringify(text(160))}}`);
    for (let call = 0; call < TURN_CALLS; call += 1) {
      const id = `toolu_${turn}_${call}`;
      const output = text(400 + Math.floor(next() * 3600));
      const edit = call % 3 === 0;
      const input = edit
        ? {
            file_path: `/home/dev/shop/src/part-${turn % 40}.ts`,
            old_string: text(120),
            new_string: text(160),
          }
        : { command: `npm test -- part-${turn % 40}`, description: "Run the tests" };
      const use = { type: "tool_use", id, name: edit ? "Edit" : "Bash", input };
      const failed = call === 4;
      const result = {
        type: "tool_result",
        tool_use_id: id,
        content: failed ? `Exit code 1\n${output}\nError: expected 3 to be 4` : output,
        is_error: failed,
      };
      await record(
        "assistant",
        `"message":{"id":"msg_${turn}_${call}","role":"assistant","content":[${JSON.stringify(use)}]}`,
      );
      for (let n = 0; n < 4; n += 1) {
        const data = {
          type: "bash_progress",
          output: text(200),
          fullOutput: text(1_200),
          elapsedTimeSeconds: n,
        };
        await record("progress", `"data":${JSON.stringify(data)}`);
      }
      const more = edit
        ? { filePath: input.file_path, originalFile: text(4_000) }
        : { stdout: output, stderr: "" };
      await record(
        "user",
        `"message":{"role":"user","content":[${JSON.stringify(result)}]},"toolUseResult":${JSON.stringify(more)}`,
      );
    }
    const answer = [{ type: "text", text: text(900) }];
    await record(
      "assistant",
      `"message":{"id":"msg_${turn}_end","role":"assistant","content":${JSON.stringify(answer)},"stop_reason":"end_turn"}`,
    );
    await put(
      `{"type":"file-history-snapshot","messageId":"m${turn}","snapshot":${JSON.stringify(text(6_000))}}`,
    );
    await put(
      `{"parentUuid":null,"isSidechain":false,"attachment":{"type":"prompt_snapshot","content":${JSON.stringify(text(20_000))}},"type":"attachment","uuid":"${uuid()}"}`,
    );
    if (!longWritten && written > bytes / 2) {
      longWritten = true;
      out.write(`{"type":"user","sessionId":"${SESSION}","message":{"role":"user","content":"`);
      for (let left = longLine; left > 0; left -= 65_536) {
        if (!out.write("x".repeat(Math.min(left, 65_536)))) await once(out, "drain");
      }
      await put(`"}}`);
    }
  }
  out.end();
  await once(out, "finish");
  return records;
}
