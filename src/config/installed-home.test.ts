import { describe, expect, it } from "vitest";
import { homeOfBundle } from "./installed-home.ts";

describe("homeOfBundle", () => {
  it("is what the environment says, wherever the bundle lies", () => {
    expect(homeOfBundle({ HANDOFF_HOME: "/a", HOME: "/h" }, "/b/bin/1.2.3")).toBe("/a");
  });

  it("is the folder that an installed bundle lies in, also one of a later build", () => {
    expect(homeOfBundle({ HOME: "/h" }, "/b/bin/1.2.3")).toBe("/b");
    expect(homeOfBundle({ HOME: "/h", HANDOFF_HOME: "" }, "/b/bin/1.2.3-0a1b2c3d")).toBe("/b");
  });

  it("is the usual place for a bundle of a package", () => {
    const usual = "/h/.local/state/session-handoff";
    expect(homeOfBundle({ HOME: "/h" }, "/usr/lib/node_modules/session-handoff/dist")).toBe(usual);
    expect(homeOfBundle({ HOME: "/h" }, "/usr/bin/dist")).toBe(usual);
  });
});
