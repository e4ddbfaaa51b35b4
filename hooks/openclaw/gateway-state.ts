import type { ToldSession } from "../../src/store/told-session.ts";

/**
 * What the handler remembers while its gateway runs. All of it can be lost: what must last is on disk. A gateway runs
 * for months, so every map is bounded.
 */
export interface GatewayState {
  /** What sessions are told, by key of `told-session.ts`; as on disk, and known to fit the session's open window. */
  told: Map<string, ToldSession>;
  /** Until when (`performance.now()`) a session's next run may wait for its job, by the same key. */
  waits: Map<string, number>;
  /** The job before a compaction, by the same key. */
  compactions: Map<string, string>;
  /** When a reset was last announced (`performance.now()`), by the same key. */
  resets: Map<string, number>;
  /** Workspaces by agent: some events name none. */
  workspaces: Map<string, string>;
  /** The job of the gateway's start, by workspace. */
  starts: Map<string, string>;
  /** Why the host leaves out the index, by workspace. */
  absences: Map<string, { stamp: string; cause: string | null }>;
  /** Texts of indexes as a run found them, by memory and file; null: there was none. */
  indexes: Map<string, string | null>;
}

/** More sessions, agents or workspaces than that are looked up again. */
const MOST = 200;

export function newGatewayState(): GatewayState {
  return {
    told: new Map(),
    waits: new Map(),
    compactions: new Map(),
    resets: new Map(),
    workspaces: new Map(),
    starts: new Map(),
    absences: new Map(),
    indexes: new Map(),
  };
}

/** Puts an entry last; the one that was not put for longest goes when there are too many. */
export function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}
