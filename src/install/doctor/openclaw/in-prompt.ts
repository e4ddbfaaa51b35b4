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
        `OpenClaw shows ${locked.map(({ path }) => path).join(" and ")} to no agent any more: both an agent and another program wrote it. Our hook delivers it to the owner's own sessions instead; no rewriting by hand ends that`,
        first.wayOut,
      );
    }
    const found = loadedIndexes(setup);
    return found.length === 0
      ? ok(`no workspace has a ${HOSTS_INDEX} yet`)
      : ok(`nothing locks ${found.map(({ path }) => path).join(" and ")} out of prompts`);
  },
};
