const POSTAL_CODE = /\b[A-Z]\d[A-Z][ -]?\d[A-Z]\d\b|\b\d{5}(?:-\d{4})?$/gi;

/** The town in an address that was typed freely: `Halifax NS` of `12 Fern Lane, Halifax NS B3H 1A1, Canada`. */
export function placeOf(address: string): string {
  const lines = address
    .split(/[,\n]/)
    .map((line) => line.replace(POSTAL_CODE, "").trim())
    .filter((line) => line !== "" && line.toLowerCase() !== "canada");
  return lines.slice(1).slice(-2).join(", ") || (lines[0] ?? "");
}
