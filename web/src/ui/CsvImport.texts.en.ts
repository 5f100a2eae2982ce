import { formatCount } from "../money.ts";
import { counted } from "../words.en.ts";

interface Counts {
  addedCount: number;
  changedCount?: number;
  unchangedCount: number;
  skippedCount: number;
}

export const texts = {
  chooseFile: "Choose a file",
  /** What a file did. */
  counts: ({ addedCount, changedCount, unchangedCount, skippedCount }: Counts) => {
    const parts = [
      `${formatCount(addedCount)} added`,
      changedCount !== undefined && `${formatCount(changedCount)} changed`,
      unchangedCount > 0 && `${formatCount(unchangedCount)} known already`,
      skippedCount > 0 && `${counted.rows(skippedCount)} not taken`,
    ];
    return `${parts.filter(Boolean).join(", ")}.`;
  },
  row: (line: number, detail: string) => `Row ${line}: ${detail}`,
};
