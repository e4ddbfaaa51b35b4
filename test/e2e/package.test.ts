import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installedPackage, runIn } from "../fixtures/installed-package.ts";
import { filesBelow, SAMPLE } from "../fixtures/run-cli.ts";

const repository = path.resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "handoff-e2e-"));
const memory = path.join(folder, "memory");
const env = {
  PATH: process.env["PATH"] ?? "",
  HOME: path.join(folder, "home"),
  HANDOFF_HOME: path.join(folder, "state"),
};
let tarball = "";
let bin = "";

const handoff = (...args: string[]) => runIn(env, folder, bin, args);

beforeAll(() => {
  mkdirSync(env.HOME);
  ({ tarball, bin } = installedPackage(folder, env));
});

describe("the packed package", () => {
  it("is one package of at most 6.5 MB with the notices of what is inside", () => {
    const installed = readdirSync(path.join(folder, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["session-handoff"]);
    const files = filesBelow(path.join(folder, "node_modules/session-handoff"));
    const size = Object.values(files).reduce((sum, text) => sum + text.length, 0);
    expect(size).toBeLessThan(6_500_000);
    expect(statSync(tarball).size).toBeLessThan(3_000_000);
    expect(files["dist/THIRD_PARTY_NOTICES.txt"]).toContain("micromark");
    expect(JSON.parse(files["package.json"] ?? "{}").dependencies).toBeUndefined();
  });

  it("prints its version and help without a stack trace", () => {
    const { version } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
    expect(handoff("--version").out.trim()).toBe(version);
    expect(handoff("--help").out).toContain("capture");
    expect(handoff()).toMatchObject({ code: 2 });
  });

  it.each(["stylish", "json", "sarif", "github"])("lints in format %s", (format) => {
    const index = path.join(folder, "lint", "MEMORY.md");
    mkdirSync(path.dirname(index), { recursive: true });
    writeFileSync(index, "# Memory\n\n```\nnpm start\n```\n");
    const { code, out, err } = handoff("lint", index, "--format", format);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain("no-code");
  });

  it("captures, resumes, lints, explains and undoes with no repository around", () => {
    const capture = ["capture", "--host", "claude-code", "--transcript", SAMPLE, "--memory", memory];
    const first = handoff(...capture, "--json");
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(JSON.parse(first.out)).toMatchObject({ outcome: "applied", provider: "extractive" });

    const before = filesBelow(memory);
    const second = handoff(...capture, "--json");
    expect(JSON.parse(second.out)).toMatchObject({ outcome: "unchanged", receipt: null });
    expect(filesBelow(memory)).toEqual(before);

    const resumed = JSON.parse(handoff("resume", "--memory", memory, "--json").out);
    expect(resumed.text).toContain("forecast");
    expect(resumed.chars).toBeLessThanOrEqual(2000);

    expect(handoff("lint", memory)).toMatchObject({ code: 0 });
    expect(handoff("log", "--memory", memory, "--json").out).toContain('"command": "capture"');
    expect(JSON.parse(handoff("why", "LRU", "--memory", memory, "--json").out).facts.length).toBeGreaterThan(
      0,
    );

    const undone = JSON.parse(handoff("undo", "--memory", memory, "--json").out);
    expect(undone.refused).toEqual([]);
    expect(readdirSync(memory).filter((name) => name !== ".handoff")).toEqual([]);
  });
});
