import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client.ts";

/** The parameters of GET /figures as the address has them. Empty ones are left out. */
export interface Period {
  days: string;
  from: string;
  to: string;
  by: string;
}

export const figuresQuery = ({ days, from, to, by }: Period) =>
  queryOptions({
    queryKey: ["figures", days, from, to, by],
    queryFn: ({ signal }) => {
      const query = {
        ...(from || to ? { from, to } : days && { days: Number(days) }),
        ...(isChartStep(by) && { by }),
      };
      return unwrap(api.GET("/figures", { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
    meta: { private: true },
  });

const isChartStep = (text: string): text is "day" | "week" | "month" =>
  ["day", "week", "month"].includes(text);
