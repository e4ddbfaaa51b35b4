import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { setSetting } from "../config/edit-config.ts";
import { installerFor } from "../install/installers.ts";
import { FORMS } from "../install/openclaw/forms.ts";
import { writeInstallRecord } from "../store/installed.ts";
import { chosenForm, type FormChoice, type FormRequest } from "./install-form.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "handoff-form-"));
  for (const file of FORMS.flatMap(({ files }) => files)) {
    mkdirSync(dirname(join(folder, "bundle", file)), { recursive: true });
    writeFileSync(join(folder, "bundle", file), "");
  }
  mkdirSync(join(folder, "home"), { mode: 0o700 });
  return () => rmSync(folder, { recursive: true });
});

const choose = (more: Partial<FormRequest>, host = "openclaw"): Promise<FormChoice> =>
  chosenForm(installerFor(host), {
    home: join(folder, "home"),
    bundle: join(folder, "bundle"),
    named: undefined,
    provider: undefined,
    dryRun: false,
    asks: false,
    ...more,
  });

/** As an installation of that form leaves it. */
function installed(form: string): void {
  writeInstallRecord(join(folder, "home"), {
    version: 1,
    host: "openclaw",
    scope: "user",
    at: "2026-11-30T12:00:00.000Z",
    file: "/x/openclaw.json",
    before: null,
    after: "",
    madeFolders: [],
    bundle: "/x",
    node: "/x/node",
    form,
  });
}

it("is the host's own where nobody says anything and nobody can be asked", async () => {
  expect(await choose({})).toEqual({ form: null, note: null });
});

it("is the plugin for OpenClaw's own model, whether the call or the config names it, and says why", async () => {
  const plugin = { form: "plugin", note: expect.stringContaining("own model") };
  expect(await choose({ provider: "openclaw" })).toEqual(plugin);
  setSetting(join(folder, "home"), "provider", "openclaw");
  expect(await choose({})).toEqual(plugin);
  expect(await choose({ provider: "none" })).toMatchObject({ form: null });
});

it("refuses the hook pack for it: nobody would ever answer", async () => {
  await expect(choose({ provider: "openclaw", named: "pack" })).rejects.toThrow(
    "--form: expected plugin with --provider openclaw: only the plugin can ask the agent's own model",
  );
  expect(await choose({ provider: "openclaw", named: "plugin" })).toMatchObject({ form: "plugin" });
});

it("asks for the plugin where the pack is installed and the call names that model; an upgrade keeps the pack", async () => {
  installed("pack");
  expect(await choose({ provider: "openclaw" })).toEqual({ form: "plugin", note: null });
  setSetting(join(folder, "home"), "provider", "openclaw");
  expect(await choose({})).toEqual({ form: null, note: null });
});

it("is no choice for a host that has one form", async () => {
  expect(await choose({ provider: "openclaw" }, "claude-code")).toEqual({ form: null, note: null });
  await expect(choose({ named: "plugin" }, "claude-code")).rejects.toThrow("a host that has several");
});
