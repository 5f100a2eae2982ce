import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { type AuditEntry, api, unwrapPage } from "../../../api/client.ts";
import { startOfDay } from "./start-of-day.ts";

export interface AuditFilter {
  person: string;
  action: string;
  /** The first and the last day, as 2026-11-20. Empty: any. */
  from: string;
  to: string;
}

/** What was done to run the shop, newest first. */
export const auditQuery = ({ person, action, from, to }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ["audit", { person, action, from, to }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: 100,
        person: person || undefined,
        action: (action || undefined) as AuditEntry["action"] | undefined,
        since: from ? startOfDay(from) : undefined,
        until: to ? startOfDay(to, 1) : undefined,
        cursor: pageParam ?? undefined,
      };
      return unwrapPage(api.GET("/audit", { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    meta: { private: true },
  });
