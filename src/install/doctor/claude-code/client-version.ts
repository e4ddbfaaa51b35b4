import { textOf } from "../../../hosts/json.ts";
import { type Check, fail, ok, unknown, warn } from "../check.ts";
import { allTranscripts, recordsWith } from "./transcripts.ts";
import { usesClaudeCode } from "./setup.ts";

/** Older clients start no hook with `args`. Source: the client's documentation (exec form since 2.1.139). */
const NEEDED = [2, 1, 139];
/** The client that everything was measured with. */
const MEASURED = [2, 1, 332];

/** Version of the client that wrote the newest transcript: the client itself is not started. */
export const clientVersion: Check = {
  id: "client-version",
  applies: usesClaudeCode,
  async run({ env }) {
    const [newest] = await allTranscripts(env);
    if (newest === undefined) return unknown("no session shows which client is in use");
    const records = await recordsWith(newest.path, '"version"');
    const version =
      records.map((record) => textOf(record["version"])).findLast((one) => one !== null) ?? null;
    const parts = version === null ? null : /^(\d+)\.(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number);
    if (parts == null) return unknown("the newest session does not say which client wrote it");
    if (isBelow(parts, NEEDED)) {
      return fail(`the client is ${version}, and hooks need ${NEEDED.join(".")} or newer`, "claude update");
    }
    if (parts[0] !== MEASURED[0]) {
      return warn(
        `the client is ${version}; handoff was measured with ${MEASURED.join(".")}`,
        "look for a newer handoff",
      );
    }
    return ok(`the client is ${version}`);
  },
};

function isBelow(version: readonly number[], other: readonly number[]): boolean {
  const at = other.findIndex((part, place) => part !== version[place]);
  return at >= 0 && (version[at] ?? 0) < (other[at] ?? 0);
}
