import { basename, join } from "node:path";
import type { Node } from "jsonc-parser";
import { HandoffError } from "../../errors.ts";
import type { Json } from "../../hosts/json.ts";
import type { EntryPlace } from "./entry-place.ts";
import { within } from "./entry-place.ts";
import type { Path } from "./entry-edits.ts";
import { PACK_FILES } from "./pack.ts";
import { ENTRY, isWired, SWITCH, unwire, wire } from "./pack-wiring.ts";
import {
  isPluginWired,
  PLUGIN_ENTRY,
  PLUGIN_FOLDER,
  PLUGIN_ID,
  pluginPolicy,
  unwirePlugin,
  wirePlugin,
} from "./plugin-wiring.ts";
import { selectionOf } from "./selection.ts";

/** What the configuration is given. */
interface FormRequest {
  /** The configuration as the client sees it. */
  values: Json;
  /** Absolute folder of the installed bundle. */
  bundle: string;
  /** `$HANDOFF_HOME`. */
  home: string;
}

/** One way in which handoff goes into OpenClaw. */
export interface Form {
  name: "pack" | "plugin";
  /** The entry that the client looks for. */
  entry: Path;
  /** Files of a bundle that it needs. */
  files: readonly string[];
  /** True where a copy of the hook lies in the client's folder. */
  copied: boolean;
  /** The text with it; the same text when it stands there. */
  wire: (place: EntryPlace, request: FormRequest) => string;
  /** The text without it; `before` is the one before the installation. */
  unwire: (place: EntryPlace, home: string, before: Node | null) => string;
  isWired: (place: EntryPlace, home: string) => boolean;
  /** What it would switch beyond our own entries, in whole sentences. Errors: `settings-unwritable` where it is forbidden. */
  asks: (values: Json, config: string) => string[];
}

const pack: Form = {
  name: "pack",
  entry: ENTRY,
  files: PACK_FILES,
  copied: true,
  wire: ({ json, above }, { values, bundle }) => {
    const { enabled, open, ours } = selectionOf(values);
    return wire(json.text, {
      version: basename(bundle),
      // The first entry would end that every hook is loaded.
      entry: open && ours === null ? null : within(ENTRY, above),
      enable: enabled === false ? within(SWITCH, above) : null,
    });
  },
  unwire: ({ json, above }, _home, before) =>
    unwire(json.text, within(ENTRY, above), within(SWITCH, above), before),
  isWired: ({ json, above }) => isWired(json.text, within(ENTRY, above)),
  asks: (values) => {
    const { enabled, others } = selectionOf(values);
    if (enabled !== false) return [];
    const more =
      others.length === 0
        ? "no other one is named"
        : `these are named too and would start: ${others.join(", ")}`;
    return [`hooks.internal.enabled is false: OpenClaw runs no hooks. It would become true; ${more}.`];
  },
};

const plugin: Form = {
  name: "plugin",
  entry: PLUGIN_ENTRY,
  files: [
    `${PLUGIN_FOLDER}/openclaw.plugin.json`,
    `${PLUGIN_FOLDER}/package.json`,
    `${PLUGIN_FOLDER}/index.js`,
    "worker.js",
  ],
  copied: false,
  wire: ({ json, above }, { bundle, home }) =>
    wirePlugin(json.text, above, join(bundle, PLUGIN_FOLDER), home),
  unwire: ({ json, above }, home, before) => unwirePlugin(json.text, above, home, before),
  isWired: ({ json, above }, home) => isPluginWired(json.text, above, home),
  asks: (values, path) => {
    const { off, denied } = pluginPolicy(values);
    if (denied) {
      const expected = `${PLUGIN_ID} taken out of it first`;
      throw new HandoffError("settings-unwritable", { path, name: "plugins.deny names it", expected });
    }
    return off
      ? [
          "plugins.enabled is false: OpenClaw loads no plugins. It would become true, and others that are configured would start.",
        ]
      : [];
  },
};

/** Every form, the default first. */
export const FORMS: readonly Form[] = [pack, plugin];

/** The form of that name. Errors: `usage` naming those there are. */
export function formOf(name: string): Form {
  const found = FORMS.find((form) => form.name === name);
  if (found !== undefined) return found;
  throw new HandoffError("usage", { name: "--form", expected: FORMS.map((form) => form.name).join(" or ") });
}
