import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { type Answer, request, send, unwrapWithEtag, type WithEtag } from "../../../api/client.ts";
import { PRIVATE } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

export type EmailTexts = Answer<"GET /manageShop/emails">[number];

/** The part of the texts that the owner writes. */
export type WrittenTexts = Pick<EmailTexts, "subject" | "opening">;

/** All kinds of e-mails to customers, with the version of their texts. */
export const emailTextsQuery = queryOptions({
  queryKey: ["email-texts"],
  queryFn: ({ signal }) =>
    unwrapWithEtag<EmailTexts[]>(request("GET /manageShop/emails", { signal })),
  ...PRIVATE,
});

/** Saves the texts of one kind. They are compared with the version that the page shows. */
export function useSaveEmailTexts(kind: string) {
  const queryClient = useQueryClient();
  const { queryKey } = emailTextsQuery;
  return async (texts: WrittenTexts): Promise<WithEtag<EmailTexts[]>> => {
    const header = { "If-Match": queryClient.getQueryData(queryKey)?.etag ?? "" };
    const body = { kind, ...texts };
    const saved = await unwrapWithEtag<EmailTexts[]>(
      request("PUT /manageShop/emails", { header, body }),
    );
    queryClient.setQueryData(queryKey, saved);
    return saved;
  };
}

/** Sends a sample with the saved texts to the caller. */
export const useSendSample = (kind: string) =>
  useChange(() => send("POST /manageShop/test-email", { query: { kind } }));
