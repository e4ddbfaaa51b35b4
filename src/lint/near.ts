/** Those of `known` that a mistyped name most likely meant: at most three, nearest first, none when nothing is near. */
export function nearNames(name: string, known: readonly string[]): string[] {
  return known
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= Math.max(2, candidate.length / 3) || isPart(name, candidate))
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function isPart(name: string, candidate: string): boolean {
  return name.length >= 3 && (candidate.includes(name) || name.includes(candidate));
}

/** Levenshtein distance by UTF-16 units; names over 64 units count as far away. */
function editDistance(a: string, b: string): number {
  if (a.length > 64 || b.length > 64) return 64;
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const changed = (previous[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]);
      current.push(Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
