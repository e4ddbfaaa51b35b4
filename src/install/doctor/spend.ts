import { readConfig } from "../../config/config.ts";
import { spendSummary } from "../../store/spend.ts";
import { type Check, ok, shownTime, warn } from "./check.ts";

/** Model calls and tokens of today against the daily limits, and whether the provider's own limit holds them back. */
export const spend: Check = {
  id: "spend",
  run({ home, now }) {
    const { provider, dailyCalls, dailyTokens } = readConfig(home);
    const day = spendSummary(home, provider, now);
    const tokens = day.inputTokens + day.outputTokens + day.reservedTokens;
    const message = `model calls today (UTC): ${day.calls} of ${dailyCalls}, tokens ${tokens} of ${dailyTokens}`;
    const calls = provider !== "extractive";
    if (day.broken || day.restarts > 0) {
      return warn(
        `${message}; a counter of today could not be read and began anew`,
        "nothing, if that stays the only time",
      );
    }
    if (calls && day.stop !== null) {
      const why =
        day.stop.cause === "near"
          ? "little of the provider's own limit is left"
          : "the provider refused a call";
      return warn(
        `${message}; ${why}: none until ${shownTime(day.stop.until.getTime())}`,
        "nothing: until then the extractive result is used",
      );
    }
    if (calls && (day.calls >= dailyCalls || tokens >= dailyTokens || day.refused > 0)) {
      return warn(
        `${message}; the day's limit is reached: the extractive result is used`,
        "handoff config dailyCalls or dailyTokens raises it",
      );
    }
    return ok(message);
  },
};
