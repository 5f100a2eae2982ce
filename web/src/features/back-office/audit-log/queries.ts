import { keepPreviousData } from "@tanstack/react-query";
import type { AuditEntry } from "../../../api/client.ts";
import { PRIVATE, pagesQuery } from "../../../api/query.ts";
import { startOfDay } from "./start-of-day.ts";

export interface AuditFilter {
  person: string;
  action: string;
  /** The first and the last day, written 2026-11-20. An empty text means any day. */
  from: string;
  to: string;
}

/** What was done to run the shop, newest first. */
export const auditQuery = ({ person, action, from, to }: AuditFilter) => {
  const query = {
    limit: 100,
    person: person || undefined,
    action: (action || undefined) as AuditEntry["action"] | undefined,
    since: from ? startOfDay(from) : undefined,
    until: to ? startOfDay(to, 1) : undefined,
  };
  const options = { placeholderData: keepPreviousData, ...PRIVATE };
  return pagesQuery(["audit", { person, action, from, to }], "/audit", { query }, options);
};
