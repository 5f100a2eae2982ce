import { send } from "../../../api/client.ts";
import { PRIVATE, pagesQuery } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

/** E-mails whose delivery failed for good, newest first. */
export const undeliveredEmailsQuery = pagesQuery(
  ["mails", "failed"],
  "/mails",
  { query: { limit: 100, state: "failed" } },
  PRIVATE,
);

export const useRetryEmail = () =>
  useChange((id: string) => send("POST /mails/{id}/retry", { path: { id } }), ["mails"]);
