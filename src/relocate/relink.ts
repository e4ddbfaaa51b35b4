import path from "node:path";
import type { Definition, Image, Link, Root } from "mdast";
import { visit } from "unist-util-visit";
import { applySplices, type Splice } from "../markdown/splice.ts";

/** Where a relative link destination stands in a text, and what it says. */
interface Destination {
  start: number;
  end: number;
  /** As written, without angle brackets. */
  url: string;
}

/** Labels of references by where they stand. */
export interface Reference {
  start: number;
  end: number;
  /** Normalised label. */
  label: string;
  of: "link" | "footnote";
}

/** What has to be looked after when a piece of a text moves to another folder. */
export interface Links {
  destinations: Destination[];
  references: Reference[];
}

const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/|#|\\|$)/iu;

/** Relative destinations of links, images and definitions, and references to definitions and footnotes, in order. */
export function linksOf(tree: Root, text: string): Links {
  const links: Links = { destinations: [], references: [] };
  visit(tree, (node) => {
    const start = node.position?.start.offset ?? 0;
    const end = node.position?.end.offset ?? start;
    if (node.type === "link" || node.type === "image" || node.type === "definition") {
      const found = ABSOLUTE.test(node.url) ? null : destinationOf(node, text, start, end);
      if (found !== null) links.destinations.push(found);
    }
    if (node.type === "linkReference" || node.type === "imageReference") {
      links.references.push({ start, end, label: node.identifier, of: "link" });
    }
    if (node.type === "footnoteReference") {
      links.references.push({ start, end, label: node.identifier, of: "footnote" });
    }
  });
  return links;
}

/** Where the destination of a node stands; null for an autolink. */
function destinationOf(
  node: Link | Image | Definition,
  text: string,
  start: number,
  end: number,
): Destination | null {
  const label = node.type === "link" ? (node.children.at(-1)?.position?.end.offset ?? start + 1) : start;
  const opening = node.type === "definition" ? "]:" : "](";
  const at = text.indexOf(opening, label);
  if (at === -1 || at >= end) return null;
  const from = at + opening.length + (/^\s*/u.exec(text.slice(at + opening.length, end))?.[0] ?? "").length;
  if (text[from] === "<") {
    const close = text.indexOf(">", from);
    return close === -1 || close > end
      ? null
      : { start: from + 1, end: close, url: text.slice(from + 1, close) };
  }
  const raw = balanced(text.slice(from, end));
  return raw === "" ? null : { start: from, end: from + raw.length, url: raw };
}

/** A destination without brackets around it: up to a space or the parenthesis that closes it. */
function balanced(rest: string): string {
  let open = 0;
  for (let at = 0; at < rest.length; at += 1) {
    const char = rest[at] ?? "";
    if (char === "\\") at += 1;
    else if (/\s/u.test(char)) return rest.slice(0, at);
    else if (char === "(") open += 1;
    else if (char === ")") {
      if (open === 0) return rest.slice(0, at);
      open -= 1;
    }
  }
  return rest;
}

/** A folder so deep that no path climbs out of it: Node resolves against the working folder otherwise. */
const BASE = "/0/1/2/3/4/5/6/7/8/9/a/b/c/d/e/f";

/** A relative destination as it has to be written in another file to lead to the same place. */
function relinked(url: string, from: string, to: string): string {
  const [, target = "", rest = ""] = /^([^?#]*)(.*)$/su.exec(url) ?? [];
  const folders = [from, to].map((file) => path.posix.join(BASE, path.posix.dirname(file)));
  if (target === "" || folders[0] === folders[1]) return url;
  const whole = path.posix.join(folders[0] ?? BASE, target);
  const relative = path.posix.relative(folders[1] ?? BASE, whole);
  const isFolder = target.endsWith("/") && relative !== "" && !relative.endsWith("/");
  return (relative === "" ? "." : relative) + (isFolder ? "/" : "") + rest;
}

/** A piece of a text with its relative destinations written for another file; every other byte stays. */
export function relinkedPiece(
  piece: { text: string; start: number; end: number },
  links: Links,
  from: string,
  to: string,
): string {
  const splices = links.destinations
    .filter(({ start, end }) => start >= piece.start && end <= piece.end)
    .map(({ start, end, url }): Splice => ({
      start: start - piece.start,
      end: end - piece.start,
      insert: relinked(url, from, to),
    }));
  return applySplices(piece.text, splices);
}

/** Labels that a piece of a text refers to. */
export function labelsIn(piece: { start: number; end: number }, links: Links, of: Reference["of"]): string[] {
  const inside = links.references.filter(
    (one) => one.of === of && one.start >= piece.start && one.end <= piece.end,
  );
  return [...new Set(inside.map(({ label }) => label))];
}
