import { describe, expect, it } from "vitest";
import { withoutConsole } from "./console.ts";

describe("withoutConsole", () => {
  it("leaves what a person wrote around a copied terminal", () => {
    const text = `the push does not work any more

➜  depot git:(main) ✗ git push origin main
error: no hook configuration was found
Everything below is printed too

hint: run the command with --refresh
- To silence this, set NO_HOOKS=1
error: failed to push some refs

please repair it, I no longer use these hooks`;
    expect(withoutConsole(text).replace(/\n+/gu, "\n")).toBe(
      "the push does not work any more\nplease repair it, I no longer use these hooks",
    );
  });

  it.each([
    "dev@gull-2:~/depot$ npm test\nTests  3 failed\n\nwhy does that fail?",
    "$ cat out.txt\nHook fired at nine\nHook fired at ten\n\nwhy does that fail?",
    "❯ npm test\n3 failed\n\nwhy does that fail?",
  ])("knows prompts of several shells: %j", (text) => {
    expect(withoutConsole(text).trim()).toBe("why does that fail?");
  });

  it.each([
    "It costs $ 5 a month.\nThat is too much.",
    "> you said it is fast\n\nit is not",
    "- first\n- second\n\nerror: shows up on the page",
  ])("keeps everything where no prompt stands: %j", (text) => {
    expect(withoutConsole(text)).toBe(text);
  });
});
