import { formatCount } from "../money.ts";

/** Why a line could not be put back as it was. The tool is first. */
export const texts = {
  onlyLeft: (tool: string, count: number) => `${tool}: only ${formatCount(count)} left.`,
  minimumIsNow: (tool: string, minimum: number) =>
    `${tool}: the minimum is now ${formatCount(minimum)}.`,
  soldOut: (tool: string) => `${tool}: sold out.`,
  notForSale: (tool: string) => `${tool}: no longer for sale.`,
  refused: (tool: string, reason: string) => `${tool}: ${reason}`,
};
