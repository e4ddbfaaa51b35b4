import type { ClientSettings } from "./client-settings.ts";
import { homeOfHook, isOwnHook } from "./entries.ts";
import { handlersOf } from "./notes.ts";

/** Other state folders than `home` whose handoff these settings start, each once. */
export function foreignHomes(settings: readonly ClientSettings[], home: string): string[] {
  const homes = settings
    .flatMap(({ values }) => handlersOf(values?.["hooks"]))
    .flatMap((hook) => (isOwnHook(hook, home) ? [] : (homeOfHook(hook) ?? [])));
  return [...new Set(homes)];
}
