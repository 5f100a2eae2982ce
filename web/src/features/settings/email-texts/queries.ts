import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { type Answer, request, send, unwrapWithEtag, type WithEtag } from "../../../api/client.ts";
import { PRIVATE } from "../../../api/query.ts";
import { useChange } from "../../../api/use-change.ts";

export type EmailTexts = Answer<"GET /manageShop/emails">[number];

/** The part of the texts that the owner writes. */
export type WrittenTexts = Pick<EmailTexts, "subject" | "opening">;

/** Whether the owner has written any of them. */
export const isChanged = ({ subject, opening }: WrittenTexts) => Boolean(subject || opening);

/** All kinds of e-mails to customers, with the version of their texts. They are not refreshed during an edit. */
export const emailTextsQuery = queryOptions({
  queryKey: ["email-texts"],
  queryFn: ({ signal }) =>
    unwrapWithEtag<EmailTexts[]>(request("GET /manageShop/emails", { signal })),
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
  ...PRIVATE,
});

/** One of them, with the version of all. */
export function versionOf({ data, etag }: WithEtag<EmailTexts[]>, kind: string) {
  const email = data.find((one) => one.kind === kind);
  return email && { email, etag };
}

/** Saves the texts of one kind over this version of all. */
export function useSaveEmailTexts(kind: string) {
  const queryClient = useQueryClient();
  return async (texts: WrittenTexts, etag: string): Promise<WithEtag<EmailTexts[]>> => {
    const header = { "If-Match": etag };
    const body = { kind, ...texts };
    const saved = await unwrapWithEtag<EmailTexts[]>(
      request("PUT /manageShop/emails", { header, body }),
    );
    queryClient.setQueryData(emailTextsQuery.queryKey, saved);
    return saved;
  };
}

/** Sends a sample with the saved texts to the caller. */
export const useSendSample = (kind: string) =>
  useChange(() => send("POST /manageShop/test-email", { query: { kind } }));
