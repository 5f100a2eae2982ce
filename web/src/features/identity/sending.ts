import { answerDated } from "../../api/client.ts";

/** A code on its way: how many seconds it is good for, and how many until another may be sent. */
export interface Sending {
  endsIn: number;
  resendIn: number;
}

interface Times {
  expiresAt: string;
  resendAt: string;
}

/** By the server's clock alone: the visitor's may be wrong by hours. */
export async function sendingOf(call: Parameters<typeof answerDated<Times>>[0]): Promise<Sending> {
  const { data, at } = await answerDated(call);
  const secondsUntil = (time: string) => Math.max(0, Math.round((Date.parse(time) - at) / 1000));
  return { endsIn: secondsUntil(data.expiresAt), resendIn: secondsUntil(data.resendAt) };
}
