import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Check, Finding, Surroundings } from "../doctor/check.ts";
import type { Change, InstallRequest, Planned, UninstallRequest } from "../installer.ts";
import { FORMS } from "./forms.ts";
import { planInstall } from "./install.ts";

import { planUninstall } from "./uninstall.ts";
import { removeFolder } from "../../../test/fixtures/remove-folder.ts";

/**
 * A machine with an OpenClaw of made-up files: home folder, configuration, workspace, a bundle of names. It is gone after
 * the test that makes it.
 */
export class OpenClawMachine {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "handoff-openclaw-")));
  readonly home = join(this.folder, "state");
  readonly state = join(this.folder, "user/.openclaw");
  readonly config = join(this.state, "openclaw.json");
  readonly pack = join(this.state, "hooks/session-handoff");
  readonly workspace = join(this.state, "workspace");
  env: Record<string, string> = { HOME: join(this.folder, "user"), PATH: join(this.folder, "bin") };

  constructor(config: string | null = "{}\n") {
    onTestFinished(() => removeFolder(this.folder));
    mkdirSync(this.state, { recursive: true });
    mkdirSync(this.home, { mode: 0o700 });
    if (config !== null) writeFileSync(this.config, config);
  }

  /** Writes a file below the machine. */
  write(path: string, text: string): string {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** A client of that version in `PATH`, as npm lays it there; it cannot be started. */
  client(version: string): void {
    this.write("lib/openclaw/package.json", JSON.stringify({ name: "openclaw", version }));
    chmodSync(this.write("lib/openclaw/bin/openclaw", "#!/bin/false\n"), 0o755);
    this.env["PATH"] = join(this.folder, "lib/openclaw/bin");
  }

  /** A node in `PATH` that says that version. */
  node(version: string): void {
    const file = this.write("bin/node", `#!/bin/sh\necho v${version}\n`);
    chmodSync(file, 0o755);
  }

  read(path = this.config): string {
    return readFileSync(path, "utf8");
  }

  /** Plans the installation of a bundle whose handler holds `handler`. */
  plan(handler = "one", more: Partial<InstallRequest> = {}): Planned {
    for (const file of ["cli.js", ...FORMS.flatMap(({ files }) => files)])
      this.write(`bundle/${file}`, handler);
    const { home, folder: cwd, env } = this;
    const bundle = join(this.folder, "bundle");
    return planInstall({
      home,
      cwd,
      env,
      scope: "user",
      bundle,
      version: "1.0.0",
      execPath: process.execPath,
      ...more,
    });
  }

  install(handler = "one"): Promise<Change[]> {
    return this.plan(handler).apply();
  }

  planUninstall(more: Partial<UninstallRequest> = {}): Planned {
    const { home, folder: cwd, env } = this;
    return planUninstall({ home, cwd, env, scope: null, all: false, ...more });
  }

  /** What checks look at. */
  get around(): Surroundings {
    const { home, workspace: cwd, env } = this;
    return { home, cwd, env, memory: null, now: new Date(), version: "1.0.0" };
  }

  run(check: Check): Promise<Finding> {
    return Promise.resolve(check.run(this.around));
  }

  /** Files below the client's state folder and ours, relative. */
  files(): string[] {
    return [this.state, this.home].flatMap((root) =>
      existsSync(root)
        ? readdirSync(root, { recursive: true, encoding: "utf8" }).map((name) =>
            join(root, name).slice(this.folder.length + 1),
          )
        : [],
    );
  }
}
