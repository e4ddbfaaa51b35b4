import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** A model request, whatever its API: all that the model can read of it. */
interface Readable {
  text: string;
}

/** What we told the session in a request, lower case: everything between our fences; empty when nothing. */
export function resumeIn(asked: Readable | undefined): string {
  const blocks = (asked?.text ?? "").matchAll(/<session-handoff>([\s\S]*?)<\/session-handoff>/gu);
  return [...blocks].map((block) => block[1]?.toLowerCase() ?? "").join("\n");
}

/** How many times we told something in a request. */
export function resumesIn(asked: Readable | undefined): number {
  return (asked?.text ?? "").split("<session-handoff>").length - 1;
}

/** Markdown files of a memory by relative path; empty where there is none. */
export function memoryFiles(root: string): Record<string, string> {
  let names: string[] = [];
  try {
    names = readdirSync(root, { recursive: true, encoding: "utf8" });
  } catch {
    return {};
  }
  const files = names.filter((name) => name.endsWith(".md") && !name.startsWith(".handoff"));
  return Object.fromEntries(
    files
      .filter((name) => statSync(path.join(root, name)).isFile())
      .sort()
      .map((name) => [name, readFileSync(path.join(root, name), "utf8")]),
  );
}

/** All handoff documents of a memory, oldest first. */
export function handoffsOf(root: string): string[] {
  return Object.entries(memoryFiles(root)).filter(([name]) => name.includes("handoffs/")).map(([, text]) => text); // prettier-ignore
}

/** How many lines of topic files hold a text, in any case. Front matter, handoffs, index and manifest do not count. */
export function countInTopics(root: string, text: string): number {
  const topics = Object.entries(memoryFiles(root)).filter(([name]) => !/handoffs\/|MEMORY\.md|MANIFEST\.md/u.test(name)); // prettier-ignore
  return topics
    .flatMap(([, content]) => content.replace(/^---\n[\s\S]*?\n---\n/u, "").split("\n"))
    .filter((line) => line.toLowerCase().includes(text.toLowerCase())).length;
}
