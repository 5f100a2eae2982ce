import { api, type Session, unwrap, unwrapWithDate } from "../../api/client.ts";
import { type CodeExpiry, codeExpiry } from "./code-expiry.ts";

interface ProfileToComplete {
  email: string;
  name: string;
}

/** Without a code, POST /identity/complete sends one. With a code it completes the account. */
export const sendEmailCode = async (body: ProfileToComplete): Promise<CodeExpiry> => {
  const { data, at } = await unwrapWithDate(api.POST("/identity/complete", { body }));
  if (!("resendAt" in data)) throw new TypeError("asked for a code, and the account is finished");
  return codeExpiry(data, at);
};

export const completeProfile = async (
  body: ProfileToComplete & { code: string },
): Promise<Session> => {
  const data = await unwrap(api.POST("/identity/complete", { body }));
  if (!("uid" in data)) throw new TypeError("gave a code, and was sent another one");
  return data;
};
