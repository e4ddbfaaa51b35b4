import { configPath, readConfig } from "../../config/config.ts";
import { HandoffError } from "../../errors.ts";
import { isInside } from "../../queue/guards.ts";
import { type Check, fail, ok, warn } from "./check.ts";

/** The user config can be understood, and nothing in it keeps hooks quiet unnoticed. */
export const config: Check = {
  id: "config",
  run({ home, cwd }) {
    try {
      const { capture, recall, exclude } = readConfig(home);
      const folder = exclude.find((one) => isInside(cwd, one));
      if (folder !== undefined) {
        return warn(
          `nothing is captured here: ${folder} stands in exclude of the user config`,
          "handoff config exclude names other folders, unless that is meant",
        );
      }
      const off = [...(capture ? [] : ["capture"]), ...(recall ? [] : ["recall"])];
      if (off.length === 0) return ok("the user config is valid");
      return warn(
        `${capture ? "" : "nothing is captured here: "}switched off in the user config: ${off.join(", ")}`,
        `handoff config ${off[0]} true, unless that is meant`,
      );
    } catch (error) {
      if (!(error instanceof HandoffError)) throw error;
      return fail(
        error.message,
        error.detail.name === "whole file"
          ? `correct ${configPath(home)}, or remove it: then every setting has its default`
          : `handoff config --unset ${error.detail.name ?? "KEY"}, or correct ${configPath(home)}`,
      );
    }
  },
};
