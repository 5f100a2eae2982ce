import { answer, api, type Session } from "../../api/client.ts";
import { type Sending, sendingOf } from "./sending.ts";

interface Finishing {
  email: string;
  name: string;
}

/** One call, two answers: without a code it sends one, with it the account has its e-mail. */
export const sendFinishCode = (body: Finishing): Promise<Sending> =>
  sendingOf(api.POST("/identity/complete", { body }) as never);

export const finishWith = (body: Finishing & { code: string }): Promise<Session> =>
  answer(api.POST("/identity/complete", { body }) as never);
