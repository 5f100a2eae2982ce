import { send } from "../../../api/client.ts";
import { ownersLanguage } from "../../../api/owner-language.ts";
import { query } from "../../../api/query.ts";

/** The wording of the consent. It is read again for each dialog, because the answer has to name what was read. */
export const newsletterQuery = query(["newsletter"], "/newsletter", ownersLanguage, {
  gcTime: 0,
  staleTime: 0,
});

export interface Subscription {
  email: string;
  consent: boolean;
}

/** Asks for the e-mail that confirms the address. */
export const subscribe = (typed: Subscription, wording: string) =>
  send("POST /newsletter", { body: { ...typed, wording, page: window.location.pathname } });
