import { describe, expect, it } from "vitest";
import type { Planned } from "../install/installer.ts";
import type { Io } from "./io.ts";
import { assertConfirmed, showDiff } from "./shown-plan.ts";

function plan(asks: string[], changes: Planned["changes"] = [{ file: "/f", how: "edited" }]): Planned {
  return { changes, diff: "", notes: [], asks, apply: () => Promise.resolve(changes) };
}

function noTerminal(): { io: Io; said: () => string } {
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  const io: Io = { cwd: "/", env: {}, stdout, stderr: stdout, readStdin: () => Promise.resolve("") };
  return { io, said: () => text };
}

describe("where nobody can be asked", () => {
  it("the call itself is the answer for our own entries", async () => {
    await expect(assertConfirmed(noTerminal().io, { yes: false }, plan([]))).resolves.toBeUndefined();
  });

  it("what would be switched beyond them is said, and takes --yes", async () => {
    const { io, said } = noTerminal();
    const planned = plan(["All hooks would run."]);
    showDiff(io, {}, planned);
    expect(said()).toBe("All hooks would run.\n");
    await expect(assertConfirmed(io, { yes: false }, planned)).rejects.toMatchObject({ code: "usage" });
    await expect(assertConfirmed(io, { yes: true }, planned)).resolves.toBeUndefined();
  });

  it("nothing is asked where nothing is to be done", async () => {
    const planned = plan(["All hooks would run."], []);
    await expect(assertConfirmed(noTerminal().io, { yes: false }, planned)).resolves.toBeUndefined();
  });
});
