import { type Answer, send } from "../../../../api/client.ts";
import { privateQuery } from "../../../../api/query.ts";
import { allRoles } from "../../../../api/session/use-role.ts";
import { useChange } from "../../../../api/use-change.ts";

export type LoginMethods = Answer<"GET /identity/login-methods">;

export const loginMethodsQuery = privateQuery(["ways in"], "/identity/login-methods");
export const verificationQuery = privateQuery(["verification"], "/identity/email/verification");
export const sessionsQuery = privateQuery(["devices"], "/identity/sessions");
export const pushDevicesQuery = privateQuery(["push devices"], "/identity/push-devices");
export const secondFactorQuery = privateQuery(["second factor"], "/identity/second-factor");

const ACCOUNT = [
  loginMethodsQuery,
  verificationQuery,
  sessionsQuery,
  pushDevicesQuery,
  secondFactorQuery,
  allRoles,
];

/** Mails a link to the new address. */
export const askForEmailChange = (body: { email: string; password?: string }) =>
  send("POST /identity/email/change", { body });

/** A mutation of the account. Afterwards all queries of the account run again. */
export const useAccountChange = <Given = void, Result = unknown>(
  change: (given: Given) => Promise<Result>,
) =>
  useChange(
    change,
    ACCOUNT.map(({ queryKey }) => queryKey),
  );
