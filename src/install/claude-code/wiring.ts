import { applyEdits, type Edit, getNodeValue, type Node, parseTree, stripComments } from "jsonc-parser";
import { HandoffError } from "../../errors.ts";
import { isOwnHook, type WiredEvent } from "./entries.ts";
import {
  appendElement,
  appendProperty,
  propertyOf,
  removeChildren,
  replaceValue,
  styleOf,
} from "../json-splice.ts";
import { type JsonText, placeOf } from "../json-text.ts";

/** A hook of ours in a settings text. */
interface Found {
  event: string;
  group: Node;
  hook: Node;
}

/**
 * The settings text with our hooks in it, the same text when they stand there already. A hook of ours that names another
 * node or bundle is pointed to this one where it stands; one that stands twice, or at an event we no longer listen to,
 * goes. Errors: `settings-invalid` where `hooks` or a list in it has another type.
 */
export function wire(json: JsonText, events: readonly WiredEvent[], home: string, path: string): string {
  if (json.root === null) return fresh(events, json.text);
  checkTypes(json, events, path);
  const wanted = new Set(events.map(({ event }) => event));
  const known = new Set<string>();
  let text = removeOwn(json.text, home, ({ event }) => {
    if (known.has(event) || !wanted.has(event)) return true;
    known.add(event);
    return false;
  });
  for (const event of events) text = known.has(event.event) ? pointed(text, event, home) : added(text, event);
  return text;
}

/**
 * The settings text without our hooks; the same text when there are none. A list or the `hooks` object that is left
 * empty goes as well, unless `before`, the text before the installation, had it.
 */
export function unwire(json: JsonText, home: string, before: JsonText | null): string {
  return removeOwn(json.text, home, () => true, before);
}

/** Every event that one of our hooks stands at. */
export function wiredIn(json: JsonText, home: string): { event: string; hook: unknown }[] {
  return ownHooks(json.root ?? undefined, home).map(({ event, hook }) => ({
    event,
    hook: getNodeValue(hook) as unknown,
  }));
}

function fresh(events: readonly WiredEvent[], text: string): string {
  const hooks = Object.fromEntries(events.map((event) => [event.event, [groupOf(event)]]));
  const { eol } = styleOf(text);
  return `${JSON.stringify({ hooks }, null, 2)}\n`.replaceAll("\n", eol);
}

function groupOf({ matcher, hook }: WiredEvent): unknown {
  return { ...(matcher === undefined ? {} : { matcher }), hooks: [hook] };
}

function checkTypes(json: JsonText, events: readonly WiredEvent[], path: string): void {
  const hooks = propertyOf(json.root ?? undefined, "hooks");
  if (hooks === undefined) return;
  const wrong = (node: Node, expected: string): HandoffError =>
    new HandoffError("settings-invalid", { path, ...placeOf(json.text, node.offset), expected });
  if (hooks.type !== "object") throw wrong(hooks, 'an object as value of "hooks"');
  for (const { event } of events) {
    const list = propertyOf(hooks, event);
    if (list !== undefined && list.type !== "array") throw wrong(list, `a list as value of "${event}"`);
  }
}

function added(text: string, event: WiredEvent): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root === undefined) return text;
  const style = styleOf(text);
  const hooks = propertyOf(root, "hooks");
  const list = propertyOf(hooks, event.event);
  let edits: Edit[];
  if (list !== undefined) edits = appendElement(text, list, groupOf(event), style);
  else if (hooks !== undefined) edits = appendProperty(text, hooks, event.event, [groupOf(event)], style);
  else edits = appendProperty(text, root, "hooks", { [event.event]: [groupOf(event)] }, style);
  return applyEdits(text, edits);
}

/** Points the hook of an event to this node and bundle; what else a person set on it stays. */
function pointed(text: string, { event, hook }: WiredEvent, home: string): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const found = ownHooks(root, home).find((one) => one.event === event);
  if (found === undefined) return text;
  const now = getNodeValue(found.hook) as Record<string, unknown>;
  if (now["command"] === hook.command && JSON.stringify(now["args"]) === JSON.stringify(hook.args))
    return text;
  const command = propertyOf(found.hook, "command");
  const args = propertyOf(found.hook, "args");
  const [arg] = args?.children ?? [];
  if (command === undefined || arg === undefined || args?.children?.length !== 1) {
    return applyEdits(text, [replaceValue(found.hook, hook)]);
  }
  return applyEdits(text, [replaceValue(command, hook.command), replaceValue(arg, hook.args[0])]);
}

function removeOwn(
  text: string,
  home: string,
  isGone: (found: Found) => boolean,
  before: JsonText | null = null,
): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const hooks = propertyOf(root, "hooks");
  if (root === undefined || hooks === undefined) return text;
  const gone = ownHooks(root, home).filter(isGone);
  if (gone.length === 0) return text;
  const had = propertyOf(before?.root ?? undefined, "hooks");
  const edits: Edit[] = [];
  const emptied: Node[] = [];
  for (const property of hooks.children ?? []) {
    const [key, list] = property.children ?? [];
    if (list === undefined || !gone.some(({ group }) => group.parent === list)) continue;
    const groups = (list.children ?? []).filter((group) => isEmptied(text, group, gone));
    const whole =
      groups.length === list.children?.length &&
      propertyOf(had, String(key?.value)) === undefined &&
      !hasComment(text, list, groups);
    if (whole) emptied.push(property);
    else edits.push(...removeChildren(text, list, groups), ...withinGroups(text, list, gone, groups));
  }
  const nothingLeft = emptied.length === hooks.children?.length && !hasComment(text, hooks, emptied);
  if (nothingLeft && had === undefined && hooks.parent !== undefined) {
    return applyEdits(text, removeChildren(text, root, [hooks.parent]));
  }
  return applyEdits(text, sorted([...edits, ...removeChildren(text, hooks, emptied)]));
}

function withinGroups(text: string, list: Node, gone: readonly Found[], whole: readonly Node[]): Edit[] {
  return (list.children ?? [])
    .filter((group) => !whole.includes(group))
    .flatMap((group) => {
      const own = gone.filter((found) => found.group === group).map(({ hook }) => hook);
      const handlers = propertyOf(group, "hooks");
      return own.length === 0 || handlers === undefined ? [] : removeChildren(text, handlers, own);
    });
}

function isEmptied(text: string, group: Node, gone: readonly Found[]): boolean {
  const own = gone.filter((found) => found.group === group).map(({ hook }) => hook);
  const all = propertyOf(group, "hooks")?.children?.length;
  return own.length > 0 && all === own.length && !hasComment(text, group, own);
}

/** Whether a person left a comment in a container, beside the parts that go. */
function hasComment(text: string, container: Node, gone: readonly Node[]): boolean {
  const parts = gone.map(({ offset, length }) => ({ offset, length, content: "" }));
  const end = container.offset + container.length;
  const rest = applyEdits(text.slice(0, end), parts).slice(container.offset);
  return stripComments(rest) !== rest;
}

function sorted(edits: Edit[]): Edit[] {
  return edits.toSorted((a, b) => a.offset - b.offset);
}

function ownHooks(root: Node | undefined, home: string): Found[] {
  const hooks = propertyOf(root, "hooks");
  if (hooks?.type !== "object") return [];
  return (hooks.children ?? []).flatMap((property) => {
    const [key, list] = property.children ?? [];
    if (list?.type !== "array") return [];
    return (list.children ?? []).flatMap((group) => {
      const handlers = propertyOf(group, "hooks");
      if (handlers?.type !== "array") return [];
      return (handlers.children ?? [])
        .filter((hook) => isOwnHook(getNodeValue(hook), home))
        .map((hook) => ({ event: String(key?.value), group, hook }));
    });
  });
}
