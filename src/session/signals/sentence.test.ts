import { describe, expect, it } from "vitest";
import { withoutFillers } from "./sentence.ts";

describe("withoutFillers", () => {
  it.each([
    ["Ok, fix the build", "fix the build"],
    ["Ahora añade un test", "añade un test"],
    ["Jetzt bau den Parser um", "bau den Parser um"],
    ["Okta is our login provider", "Okta is our login provider"],
    ["Ahead of the release, tag it", "Ahead of the release, tag it"],
    ["现在的端口是 8080", "现在的端口是 8080"],
  ])("%s", (text, bare) => {
    expect(withoutFillers(text)).toBe(bare);
  });
});
