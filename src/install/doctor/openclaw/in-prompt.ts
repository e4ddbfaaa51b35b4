import { lockedIndexes } from "../../openclaw/ratchet.ts";
import { type Check, ok, warn } from "../check.ts";
import { HOSTS_INDEX, loadedIndexes, setupOf, usesOpenClaw } from "./setup.ts";

/** MEMORY.md is not locked out of prompts by the client's record of who wrote it. */
export const openClawInPrompt: Check = {
  id: "openclaw-in-prompt",
  applies: usesOpenClaw,
  run(around) {
    const setup = setupOf(around);
    const locked = lockedIndexes(
      setup.locations.state,
      setup.agents.map(({ workspace }) => workspace),
    );
    const [first] = locked;
    if (first !== undefined) {
      return warn(
        `OpenClaw puts ${locked.map(({ path }) => path).join(" and ")} into no prompt any more, as both an agent and another program wrote it; writing it anew does not end that. Your own sessions are shown it by our hook, while that is installed`,
        first.wayOut.join("\n"),
      );
    }
    const found = loadedIndexes(setup);
    return found.length === 0
      ? ok(`no workspace has a ${HOSTS_INDEX} yet`)
      : ok(`nothing locks ${found.map(({ path }) => path).join(" and ")} out of prompts`);
  },
};
