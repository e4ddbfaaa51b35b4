/** A cell of a table row; pipes cannot occur, see `shortText`. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("\\|", "|").replaceAll("|", "\\|")).join(" | ")} |`;
}
