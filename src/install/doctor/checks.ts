import type { Check } from "./check.ts";
import { bundle } from "./claude-code/bundle.ts";
import { clientVersion } from "./claude-code/client-version.ts";
import { hooksAllowed } from "./claude-code/hooks-allowed.ts";
import { memoryFolder } from "./claude-code/memory-folder.ts";
import { silence } from "./claude-code/silence.ts";
import { trust } from "./claude-code/trust.ts";
import { wired } from "./claude-code/wired.ts";
import { config } from "./config.ts";
import { events } from "./events.ts";
import { hosts } from "./hosts.ts";
import { hookTime } from "./hook-time.ts";
import { indexSize } from "./index-size.ts";
import { lastCapture } from "./last-capture.ts";
import { manifestTrust } from "./manifest-trust.ts";
import { openClawBundle } from "./openclaw/bundle.ts";
import { openClawLastCapture, openClawResets } from "./openclaw/captures.ts";
import { openClawClient } from "./openclaw/client.ts";
import { openClawCompaction } from "./openclaw/compaction.ts";
import { openClawContextPruning } from "./openclaw/context-pruning.ts";
import { openClawDatabase } from "./openclaw/database.ts";
import { openClawEvents } from "./openclaw/events.ts";
import { openClawInPrompt } from "./openclaw/in-prompt.ts";
import { openClawIndexSize } from "./openclaw/index-size.ts";
import { openClawMemorySlot } from "./openclaw/memory-slot.ts";
import { openClawNode } from "./openclaw/node.ts";
import { openClawDreaming, openClawSessionMemory } from "./openclaw/peers.ts";
import { fromConfig } from "./openclaw/setup.ts";
import { openClawWired } from "./openclaw/wired.ts";
import { privacy } from "./privacy.ts";
import { provider } from "./provider.ts";
import { queue } from "./queue.ts";
import { recursion } from "./recursion.ts";
import { spend } from "./spend.ts";
import { stateFolder } from "./state-folder.ts";

/** Every check, in the order shown: from what must be there to what it has come to. */
export const checks: readonly Check[] = [
  stateFolder,
  config,
  privacy,
  hosts,
  wired,
  bundle,
  hooksAllowed,
  trust,
  clientVersion,
  events,
  hookTime,
  lastCapture,
  silence,
  openClawClient,
  openClawNode,
  openClawWired,
  openClawBundle,
  openClawEvents,
  openClawDatabase,
  openClawLastCapture,
  fromConfig(openClawResets),
  fromConfig(openClawInPrompt),
  fromConfig(openClawMemorySlot),
  fromConfig(openClawIndexSize),
  fromConfig(openClawSessionMemory),
  fromConfig(openClawDreaming),
  fromConfig(openClawCompaction),
  fromConfig(openClawContextPruning),
  queue,
  memoryFolder,
  manifestTrust,
  indexSize,
  provider,
  spend,
  recursion,
];
