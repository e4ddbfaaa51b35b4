import { HOME_LAYOUT, readHomeFile } from "../../config/home-files.ts";
import { type Check, ok, several, shownTime, warn } from "./check.ts";

const DAY_MS = 86_400_000;
/** A script that calls the client now and then is usual; more is a loop. */
const USUAL_A_DAY = 50;
/** Lines by which guards of hooks and of starts of workers say that they stopped a loop. */
const STOPPED = /^(\S+Z) (?:hook \S+: not acted on: (?:own-child|nested-client)|(worker not started: .*))$/;

/** When a guard last stopped a session of a session, or a flood of workers. */
export const recursion: Check = {
  id: "recursion",
  run({ home, now }) {
    const log = [`${HOME_LAYOUT.log}.1`, HOME_LAYOUT.log]
      .map((file) => readHomeFile(home, file) ?? "")
      .join("");
    const hits = log.split("\n").flatMap((line) => {
      const match = STOPPED.exec(line);
      return match === null ? [] : [{ at: match[1] ?? "", worker: match[2] !== undefined }];
    });
    const last = hits.at(-1);
    if (last === undefined) return ok("no guard against recursion was needed yet");
    const today = hits.filter(({ at }) => now.getTime() - Date.parse(at) < DAY_MS);
    const message = `a guard against recursion last acted ${shownTime(last.at)}; ${several(today.length, "time")} within a day`;
    if (today.some(({ worker }) => worker)) {
      return warn(
        `${message}, and workers were held back`,
        "look for a script that starts the client in a loop",
      );
    }
    return today.length > USUAL_A_DAY
      ? warn(message, "look for a hook or script that starts the client in a loop")
      : ok(message);
  },
};
