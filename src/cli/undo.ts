import { existsSync } from "node:fs";
import path from "node:path";
import { undo as undoReceipt } from "../store/undo.ts";
import type { CommandDefinition } from "./command.ts";
import { printJson, say } from "./io.ts";
import { requireMemoryRoot } from "./memory.ts";

export const undo: CommandDefinition = {
  name: "undo",
  summary: "reverse a receipt: the newest byte for byte, an older one without what came later",
  arguments: [["[receipt]", "id of a receipt, as handoff log prints it"]],
  options: [],
  examples: ["handoff undo", "handoff undo 20261124T093012345-1a2b3c4d"],
  async run(args, raw, io) {
    const root = await requireMemoryRoot(raw, io);
    const result = await undoReceipt(root, args[0] ?? null, { now: new Date() });
    const { restored, refused, kept } = result;
    if (raw.json === true) {
      printJson(io, { restored, refused, kept });
    } else {
      for (const file of restored) {
        say(io, raw, `${existsSync(path.join(root, file)) ? "restored" : "removed"} ${file}`);
      }
      for (const file of refused) say(io, raw, `refused ${file}: a later edit or link stands there`);
      for (const file of kept) say(io, raw, `kept ${file}: other receipts or files need it`);
      for (const note of result.receipt?.notes ?? []) {
        if (![...refused, ...kept].some((file) => note.startsWith(file))) say(io, raw, `note: ${note}`);
      }
      if (restored.length + refused.length + kept.length === 0) say(io, raw, "nothing to undo");
    }
    return refused.length > 0 ? 1 : 0;
  },
};
