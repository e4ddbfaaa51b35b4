import { readConfig } from "../../config/config.ts";
import type { UserConfig } from "../../config/settings.ts";
import { type Env, filled } from "../../hosts/claude-code/config-folder.ts";
import { modelFault } from "../openclaw/hosts-model.ts";
import { type Check, fail, type Finding, ok, shownTime, unknown, warn } from "./check.ts";
import { lastCall } from "./last-call.ts";
import { programIn } from "../programs.ts";

/** Whether what the chosen provider needs is there, as far as that can be told without a call that costs something. */
export const provider: Check = {
  id: "provider",
  run({ home, env }) {
    const config = readConfig(home);
    const found = CHECKS[config.provider](config, env, home);
    const last = config.provider === "extractive" || found.state === "fail" ? null : lastCall(home);
    if (last === null) return found;
    const message = `${found.message}; the last call`;
    return last.code === null
      ? ok(`${message} went well (${shownTime(last.at)})`)
      : warn(
          `${message} failed (${shownTime(last.at)}: ${last.code})`,
          "handoff config shows what is set; handoff log --last 3",
        );
  },
};

const NOT_ASKED = "the server was not asked";

type ProviderCheck = (config: UserConfig, env: Env, home: string) => Finding;

const CHECKS: Readonly<Record<UserConfig["provider"], ProviderCheck>> = {
  extractive: () => ok("extractive: no model is called"),
  anthropic: ({ apiKey, baseURL }, env) => {
    const where = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"].find((name) => filled(env[name]) !== null);
    const server = baseURL ?? filled(env["ANTHROPIC_BASE_URL"]);
    if (apiKey !== null) return ok(`anthropic: a key stands in the user config; ${NOT_ASKED}`);
    if (where !== undefined) {
      return ok(`anthropic: a key stands in ${where} here, hooks see that of the client; ${NOT_ASKED}`);
    }
    if (server !== null) {
      return unknown(
        "anthropic: a server of your own is named without a key; whether it takes calls was not asked",
      );
    }
    return fail(
      "anthropic: there is no key, so the extractive result is used",
      "set ANTHROPIC_API_KEY where the client starts, or handoff config apiKey KEY",
    );
  },
  "claude-cli": (_config, env) =>
    programIn("claude", env)
      ? ok("claude-cli: the claude program is there; whether it is logged in was not asked")
      : fail(
          "claude-cli: there is no claude program in PATH",
          "install it, or handoff config provider extractive",
        ),
  openclaw: ({ model }, env, home) => {
    const fault = modelFault({ home, env, model });
    return fault === null
      ? ok("openclaw: the plugin is set up; its gateway was not asked")
      : fail(fault.message, fault.fix);
  },
  command: ({ command }, env) => {
    const [program] = command ?? [];
    if (program === undefined)
      return fail("command: no program is set", "handoff config command PROGRAM ARGUMENTS");
    return programIn(program, env)
      ? ok("command: the program is there; it was not started")
      : fail(
          "command: the program is not there or may not be run",
          "handoff config command PROGRAM ARGUMENTS",
        );
  },
};
