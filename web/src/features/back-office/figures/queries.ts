import { keepPreviousData } from "@tanstack/react-query";
import { privateQuery } from "../../../api/query.ts";

/** The parameters of GET /figures as the address has them. Empty ones are left out. */
export interface Period {
  days: string;
  from: string;
  to: string;
  by: string;
}

export const figuresQuery = ({ days, from, to, by }: Period) => {
  const query = {
    ...(from || to ? { from, to } : days && { days: Number(days) }),
    ...(isChartStep(by) && { by }),
  };
  const options = { placeholderData: keepPreviousData };
  return privateQuery(["figures", days, from, to, by], "/figures", { query }, options);
};

const isChartStep = (text: string): text is "day" | "week" | "month" =>
  ["day", "week", "month"].includes(text);
