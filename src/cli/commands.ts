import type { CommandDefinition } from "./command.ts";

interface CommandEntry {
  name: string;
  load: () => Promise<CommandDefinition>;
}

/** Every command, in the order help shows them. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: "init", load: async () => (await import("./init.ts")).init },
  { name: "capture", load: async () => (await import("./capture.ts")).capture },
  { name: "backfill", load: async () => (await import("./backfill.ts")).backfill },
  { name: "trust", load: async () => (await import("./trust.ts")).trust },
  { name: "resume", load: async () => (await import("./resume.ts")).resume },
  { name: "lint", load: async () => (await import("./lint.ts")).lint },
  { name: "explain", load: async () => (await import("./explain.ts")).explain },
  { name: "migrate", load: async () => (await import("./migrate.ts")).migrate },
  { name: "search", load: async () => (await import("./search.ts")).search },
  { name: "undo", load: async () => (await import("./undo.ts")).undo },
  { name: "log", load: async () => (await import("./log.ts")).log },
  { name: "config", load: async () => (await import("./config.ts")).config },
  { name: "why", load: async () => (await import("./why.ts")).why },
  { name: "hook", load: async () => (await import("./hook.ts")).hook },
  { name: "worker", load: async () => (await import("./worker.ts")).worker },
  { name: "queue", load: async () => (await import("./queue.ts")).queue },
  { name: "install", load: async () => (await import("./install.ts")).install },
  { name: "doctor", load: async () => (await import("./doctor.ts")).doctor },
  { name: "uninstall", load: async () => (await import("./uninstall.ts")).uninstall },
];
