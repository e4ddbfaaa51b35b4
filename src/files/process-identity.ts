import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemCode } from "../errors.ts";

/** Who holds a lock. Fields that the platform does not tell are null. */
export interface ProcessIdentity {
  pid: number;
  /** Clock ticks from boot to the start of the process (`/proc/<pid>/stat`, field 22): tells a reused pid. */
  start: string | null;
  host: string;
  /** Changes at each boot. */
  boot: string | null;
  /** Pid namespace: in another container the same pid is another process. */
  namespace: string | null;
}

/** The running process. */
export function ownIdentity(): ProcessIdentity {
  return identityOf(process.pid);
}

/** A process of this host and container, such as a child. */
export function identityOf(pid: number): ProcessIdentity {
  return {
    pid,
    start: statOf(pid)?.start ?? null,
    host: hostname(),
    boot: attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: attempt(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** `unknown`: a process of another host or container, which nothing here can look up. */
export type Liveness = "alive" | "dead" | "unknown";

/** Whether a recorded process still runs, as seen by `self`. */
export function livenessOf(other: ProcessIdentity, self: ProcessIdentity): Liveness {
  if (other.host !== self.host) return "unknown";
  if (other.boot !== null && self.boot !== null && other.boot !== self.boot) return "dead";
  if (other.namespace !== self.namespace) return "unknown";
  if (!exists(other.pid)) return "dead";
  const stat = statOf(other.pid);
  if (stat === null) return "alive";
  // A zombie answers signals but will never release: its parent has not reaped it, in containers often for ever.
  if (stat.state === "Z" || stat.state === "X") return "dead";
  return other.start !== null && other.start !== stat.start ? "dead" : "alive";
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== "ESRCH";
  }
}

function statOf(pid: number): { state: string; start: string } | null {
  const text = attempt(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The command name stands in parentheses and may hold spaces and parentheses itself.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const state = fields?.[0];
  const start = fields?.[19];
  return state === undefined || start === undefined ? null : { state, start };
}

function attempt(read: () => string): string | null {
  try {
    return read();
  } catch {
    return null;
  }
}
