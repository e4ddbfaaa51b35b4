import { z } from "zod";
import { readConfig } from "../config/config.ts";
import { handoffHome } from "../config/home.ts";
import { HandoffError } from "../errors.ts";
import { type Receipt, sumOfUsage, type Usage } from "../handoff/receipt.ts";
import { listLedger, readLedgerCounted } from "../store/ledger.ts";
import { type SpendCaps, spendSummary, type SpendSummary } from "../store/spend.ts";
import { type CommandDefinition, count, parseOptions } from "./command.ts";
import { fallbackClause } from "./fallback.ts";
import { type CommonOptions, type Io, paint, printJson, say } from "./io.ts";
import { requireMemoryRoot } from "./memory.ts";
import { costClause, spendLine } from "./spend-line.ts";
import { shownId } from "../session/shown-id.ts";

const Options = z.looseObject({ last: count(1).default(10) });

export const log: CommandDefinition = {
  name: "log",
  summary: "list what was written when, from which session, and why",
  arguments: [],
  options: [["--last <n>", "the newest n receipts (default: 10)"]],
  examples: ["handoff log", "handoff log --last 1 --json"],
  async run(_args, raw, io) {
    const options = parseOptions(Options, raw);
    const root = await requireMemoryRoot(raw, io);
    const { receipts, unreadable } = readLedgerCounted(root, { last: options.last });
    const more = Math.max(0, listLedger(root).length - receipts.length - unreadable);
    const spend = todaysSpend(handoffHome(io.env));
    if (raw.json === true) printJson(io, { receipts, more, total: spentBy(receipts), spend });
    else if (receipts.length === 0) say(io, raw, "nothing was written yet");
    else printAll(io, raw, receipts);
    if (raw.json !== true && more > 0) say(io, raw, `${more} more: --last ${receipts.length + more}`);
    // someone who never chose a model has nothing to watch
    if (spend !== null && (spend.provider !== "extractive" || spend.calls > 0))
      say(io, raw, spendLine(spend, spend));
    return 0;
  },
};

/** Today's counters and their limits; null when they cannot be told, which hides no receipt. */
function todaysSpend(home: string): (SpendSummary & SpendCaps & { provider: string }) | null {
  try {
    const { provider, dailyCalls, dailyTokens } = readConfig(home);
    return { ...spendSummary(home, provider, new Date()), provider, dailyCalls, dailyTokens };
  } catch (error) {
    if (error instanceof HandoffError) return null;
    throw error;
  }
}

function printAll(io: Io, options: CommonOptions, receipts: readonly Receipt[]): void {
  for (const receipt of receipts) printReceipt(io, options, receipt);
  const paid = receipts.filter(({ usage }) => usage !== null).length;
  // One receipt has said it all.
  if (paid > 1) say(io, options, `these ${paid} together: ${usageClause(spentBy(receipts))}`);
}

/** What the runs of several receipts spent on models. */
function spentBy(receipts: readonly Receipt[]): Usage {
  return sumOfUsage(receipts.map(({ usage }) => usage).filter((usage) => usage !== null));
}

/** A receipt as people read it: one head line, one line a file, then notes. */
function printReceipt(io: Io, options: CommonOptions, receipt: Receipt): void {
  const from =
    receipt.boundary === null ? "" : `  ${receipt.boundary.host} ${shownId(receipt.boundary.sessionId)}`;
  const by = receipt.provider === null ? "" : `  ${receipt.provider}`;
  say(io, options, `${paint(io, options, "bold", receipt.id)}  ${receipt.command}${from}${by}`);
  if (receipt.undoes !== null) say(io, options, `  reverses ${receipt.undoes}`);
  if (receipt.fallback !== null) {
    say(io, options, `  ${fallbackClause(receipt.fallback)}`);
  }
  if (receipt.usage !== null) say(io, options, `  ${usageClause(receipt.usage)}`);
  for (const file of receipt.files) {
    if (file.file.startsWith(".handoff/")) continue;
    say(
      io,
      options,
      `  ${file.op} ${file.file}${file.reasons.length > 0 ? `: ${file.reasons.join("; ")}` : ""}`,
    );
  }
  for (const topic of receipt.topicsToReview) {
    say(io, options, `  to review: ${topic.file} (${topic.changed.length} of its files changed)`);
  }
  for (const note of receipt.notes) say(io, options, `  note: ${note}`);
}

function usageClause({ calls, inputTokens, outputTokens, cacheReadTokens, costUsd }: Usage): string {
  const cached = cacheReadTokens === 0 ? "" : `, ${cacheReadTokens} from the provider's cache`;
  return `${calls} model ${calls === 1 ? "call" : "calls"}: ${inputTokens} tokens in${cached}, ${outputTokens} out${costClause(costUsd)}`;
}
