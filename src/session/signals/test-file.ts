/** What the usual test runners call a test of a file, by where the mark stands. */
const MARKS = [
  /^(?<name>.+)[._-](?:test|spec)(?<end>\.[a-z]+)$/u,
  /^(?<name>.+[a-z0-9])(?:Test|Spec)(?<end>\.[a-z]+)$/u,
  /^test_(?<name>.+)(?<end>\.py)$/u,
] as const;

/** Name of the file that a test file is about, by the names alone: `lock.test.ts` is about `lock.ts`; null: it is no test. */
export function testedFile(name: string): string | null {
  for (const mark of MARKS) {
    const found = mark.exec(name)?.groups;
    if (found !== undefined) return `${found["name"] ?? ""}${found["end"] ?? ""}`;
  }
  return null;
}
