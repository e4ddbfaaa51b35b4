import type { HostId } from "../session/entry.ts";
import type { Scope } from "../store/installed.ts";

/** What an installer needs to know of the world. */
export interface InstallRequest {
  /** `$HANDOFF_HOME`, absolute. */
  home: string;
  /** Absolute working folder: names the project of scope `project`. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  scope: Scope;
  /** Folder of the bundle to install from, absolute. */
  bundle: string;
  /** Version of it. */
  version: string;
  /** Absolute path of the running node. */
  execPath: string;
  /** Where a host can be wired in several ways: the one that was asked for; absent: the one in use, else the host's default. */
  form?: string;
}

/** Where to uninstall: in one scope, or (null) in the settings of the user and of this project. */
export interface UninstallRequest extends Pick<InstallRequest, "home" | "cwd" | "env"> {
  scope: Scope | null;
  /** In every other project as well. */
  all: boolean;
}

/** A file or folder and what was done to it. */
export interface Change {
  /** Absolute path. */
  file: string;
  how: "created" | "edited" | "copied" | "restored" | "removed";
}

/** What would be done: shown before anything is. */
export interface Planned {
  changes: Change[];
  /** Unified diff of the settings, secrets masked; empty when nothing changes there. */
  diff: string;
  /** What a person should know, in whole sentences. */
  notes: string[];
  /** Where a host can be wired in several ways: the one that this is. */
  form?: string;
  /** What it would switch beyond our own entries, in whole sentences: nothing is done before a person agrees to it. */
  asks?: string[];
  /** Does it and returns what changed. */
  apply: () => Promise<Change[]>;
  /** Asks the host, once it is done, whether it took it; what a person should know of that. */
  verify?: () => Promise<string[]>;
}

/** How handoff is wired into a host. One folder a host; listed once in `installers.ts`. */
export interface Installer {
  host: HostId;
  /** Ways in which a bundle can be wired into this host, the one for a person without a model of theirs first; absent: one. */
  forms?: (bundle: string) => string[];
  /** Of several forms the only one through which the host's own model, the provider of the host's name, can be asked. */
  modelForm?: string;
  /** Reads only. Errors: `settings-invalid`, `settings-unwritable`, `file-unreadable`, `bundle-missing`, `host-unusable`. */
  planInstall: (request: InstallRequest) => Planned;
  /** The exact inverse. Errors: `settings-invalid`, `settings-unwritable`, `file-unreadable`. */
  planUninstall: (request: UninstallRequest) => Planned;
}
