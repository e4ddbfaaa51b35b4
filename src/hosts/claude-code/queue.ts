import type { Cursor } from "../../session/cursor.ts";
import { cutText } from "../../session/plain-text.ts";
import { isOwnCommand, userText } from "./human.ts";

type Queued = Cursor["queued"][number];

const MOST = 32;
const CAP = 20_000;

/**
 * Prompts typed while the agent worked. The transcript names only `enqueue` and `popAll` with their text; `remove` means
 * that the oldest prompt went to the agent within the turn (no user record follows), `dequeue` that one became a turn of
 * its own (its user record follows), `popAll` that all went back into the input box. Background tasks queue their
 * notices in the same line, prompts go first.
 */
export class PromptQueue {
  #items: Queued[];

  constructor(cursor: Cursor | null) {
    this.#items = cursor?.queued ?? [];
  }

  /** As it stands now, for the cursor: later changes do not reach it. */
  get snapshot(): readonly Queued[] {
    return this.#items;
  }

  /** Prompts that nobody has taken yet. */
  get waiting(): Queued[] {
    return this.#items.filter(({ text, delivered }) => text !== "" && !delivered);
  }

  /** `text` must be clean: it is kept with the cursor. */
  enqueue(text: string, at: string | null): void {
    const item = { text: isNotice(text) ? "" : cutText(text, CAP), at, delivered: false };
    this.#items = [...this.#items, item].slice(-MOST);
  }

  popAll(): void {
    this.#items = this.#items.filter(({ delivered }) => delivered);
  }

  /** The next prompt becomes a turn of its own. */
  dequeue(): void {
    const next = this.#next();
    this.#items = this.#items.filter((item) => item !== next);
  }

  /** The next prompt goes to the agent within the turn: what it says, or null when it is a notice or nothing waits. */
  deliver(): Queued | null {
    const next = this.#next();
    if (next === undefined) return null;
    const notice = next.text === "";
    this.#items = this.#items.flatMap((item) => {
      if (item !== next) return [item];
      return notice ? [] : [{ ...item, delivered: true }];
    });
    return notice ? null : next;
  }

  /** A record delivers a prompt itself: true when it was taken already. Either way it is done with. */
  takenAlready(text: string): boolean {
    const item = this.#items.find((queued) => queued.text === text);
    this.#items = this.#items.filter((queued) => queued !== item);
    return item?.delivered ?? false;
  }

  /** The agent spoke: what was delivered before is not named again. */
  settle(): void {
    if (this.#items.some(({ delivered }) => delivered))
      this.#items = this.#items.filter(({ delivered }) => !delivered);
  }

  #next(): Queued | undefined {
    const open = this.#items.filter(({ delivered }) => !delivered);
    return open.find(({ text }) => text !== "") ?? open[0];
  }
}

/** Queue items that no person typed: task notices, in two forms, and the client's own commands. */
function isNotice(text: string): boolean {
  if (text.startsWith('{"task_id"')) return true;
  return isOwnCommand(text) || userText(text).kind !== "human";
}
