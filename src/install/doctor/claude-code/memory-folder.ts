import { dirname } from "node:path";
import { locateMemory } from "../../../capture/locate-memory.ts";
import { claudeCode } from "../../../hosts/claude-code/claude-code.ts";
import { objectOf, textOf, type Json } from "../../../hosts/json.ts";
import { realOf } from "../../../hosts/repository.ts";
import { type Check, fail, ok, type Surroundings, unknown, warn } from "../check.ts";
import { recordsWith } from "./transcripts.ts";
import { usesClaudeCode } from "./setup.ts";

/** The memory that captures go to is the one that the client loaded into the last session here. */
export const memoryFolder: Check = {
  id: "memory-folder",
  applies: usesClaudeCode,
  async run(around) {
    const { home, cwd, env, memory } = around;
    const place = await locateMemory({ explicit: memory, cwd, env, home, host: claudeCode });
    if (place === null) {
      return warn(
        "the client's auto memory is switched off, and no other memory is named here",
        "handoff init",
      );
    }
    const own = await claudeCode.memoryRoot(cwd, env);
    const loaded = await loadedFolder(around);
    if (own !== null && place.root !== own) {
      return warn(
        `captures go to ${place.root}; the client loads ${loaded ?? own}: it learns of the memory from the resume only`,
        "nothing, if that memory was chosen (HANDOFF_MEMORY, handoff init or handoff trust)",
      );
    }
    if (loaded === null)
      return unknown(`captures go to ${place.root}; no session here shows which memory the client loaded`);
    return (await realOf(loaded)) === (await realOf(place.root))
      ? ok(`captures go to ${place.root}, which the client loads`)
      : fail(
          `captures go to ${place.root}, and the client loaded ${loaded}`,
          "look at autoMemoryDirectory in the settings, or set HANDOFF_MEMORY to the client's folder",
        );
  },
};

/** Folder of the index that the newest session of this project was given; null where none was, or none is. */
async function loadedFolder({ cwd, env }: Surroundings): Promise<string | null> {
  const path = await claudeCode.findTranscript({ sessionId: null, cwd, env });
  if (path === null) return null;
  const folders = (await recordsWith(path, '"AutoMem"')).flatMap(foldersOf);
  return folders.at(-1) ?? null;
}

function foldersOf(record: Json): string[] {
  const attachment = objectOf(record["attachment"]);
  const files = attachment?.["type"] === "instructions" ? attachment["files"] : null;
  return (Array.isArray(files) ? files : []).flatMap((file: unknown) => {
    const { type, path } = objectOf(file) ?? {};
    const named = textOf(path);
    return type === "AutoMem" && named !== null ? [dirname(named)] : [];
  });
}
