import { answer, answerDated, api, type Session } from "../../api/client.ts";
import { type Sending, sendingOf } from "./code-expiry.ts";

interface Finishing {
  email: string;
  name: string;
}

/** One call, two answers: without a code it sends one, with it the account has its e-mail. */
export const sendFinishCode = async (body: Finishing): Promise<Sending> => {
  const { data, at } = await answerDated(api.POST("/identity/complete", { body }));
  if (!("resendAt" in data)) throw new TypeError("asked for a code, and the account is finished");
  return sendingOf(data, at);
};

export const finishWith = async (body: Finishing & { code: string }): Promise<Session> => {
  const data = await answer(api.POST("/identity/complete", { body }));
  if (!("uid" in data)) throw new TypeError("gave a code, and was sent another one");
  return data;
};
