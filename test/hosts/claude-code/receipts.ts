import type { Lab } from "./lab.ts";

interface ReceiptView {
  id: string;
  command: string;
  sessionId: string | null;
  provider: string | null;
  fallback: { from: string; code: string } | null;
}

/** What was written to the project's memory, oldest first, as `handoff log` tells it. */
export async function receiptsOf(lab: Lab): Promise<ReceiptView[]> {
  const { out, err } = await lab.handoff("log", "--last", "50", "--json");
  if (out === "") throw new Error(`handoff log: ${err}`);
  const { receipts } = JSON.parse(out) as {
    receipts: (Omit<ReceiptView, "sessionId"> & { boundary: { sessionId: string } | null })[];
  };
  return receipts
    .map(({ id, command, boundary, provider, fallback }) => {
      return { id, command, sessionId: boundary?.sessionId ?? null, provider, fallback };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Ids of the captured sessions, oldest first. */
export async function sessionsOf(lab: Lab): Promise<string[]> {
  await lab.settle();
  const ids = (await receiptsOf(lab)).map(({ sessionId }) => sessionId);
  return [...new Set(ids.filter((id) => id !== null))];
}
