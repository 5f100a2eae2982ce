const BETWEEN = " | ";

/** A setting of lines as the form shows it. Unlike `rowsOf`, it keeps the spaces that are being typed. */
export const typedRows = (text: string) =>
  text === "" ? [] : text.split("\n").map((line) => line.split(BETWEEN));

/** The setting. What separates cells and lines cannot stand in a cell. */
export const rowsText = (rows: string[][]) =>
  rows
    .map((row) =>
      row.map((cell) => cell.replaceAll("|", "/").replace(/\s*\n\s*/g, " ")).join(BETWEEN),
    )
    .join("\n");

/** The list with the element one place further up. */
export function movedUp<T>(list: T[], index: number): T[] {
  const moved = list[index];
  const others = list.filter((_, place) => place !== index);
  return moved === undefined ? list : others.toSpliced(index - 1, 0, moved);
}

/** A list of names with this one, in the order of `all`, or without it. */
export function switched(names: string, name: string, on: boolean, all: readonly string[]) {
  const now = names.split(" ").filter((other) => other && other !== name);
  if (!on) return now.join(" ");
  // The first of those that come later keeps its place behind it.
  const later = all.slice(all.indexOf(name) + 1);
  const place = now.findIndex((other) => later.includes(other));
  return now.toSpliced(place < 0 ? now.length : place, 0, name).join(" ");
}
