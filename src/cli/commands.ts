import type { CommandDefinition } from "./command.ts";

interface CommandEntry {
  name: string;
  load: () => Promise<CommandDefinition>;
}

/** Every command, in the order help shows them. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "init", load: async () => (await import("./init.ts")).init },
  { name: "capture", load: async () => (await import("./capture.ts")).capture },
  { name: "resume", load: async () => (await import("./resume.ts")).resume },
  { name: "lint", load: async () => (await import("./lint.ts")).lint },
  { name: "explain", load: async () => (await import("./explain.ts")).explain },
  { name: "undo", load: async () => (await import("./undo.ts")).undo },
  { name: "log", load: async () => (await import("./log.ts")).log },
  { name: "why", load: async () => (await import("./why.ts")).why },
];
