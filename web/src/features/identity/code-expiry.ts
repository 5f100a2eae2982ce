/** A code on its way: how many seconds it is good for, and how many until another may be sent. */
export interface Sending {
  endsIn: number;
  resendIn: number;
}

interface Times {
  expiresAt: string;
  resendAt: string;
}

/** By the server's clock alone, which showed `now`: the visitor's may be wrong by hours. */
export function sendingOf({ expiresAt, resendAt }: Times, now: number): Sending {
  const secondsUntil = (time: string) => Math.max(0, Math.floor((Date.parse(time) - now) / 1000));
  return { endsIn: secondsUntil(expiresAt), resendIn: secondsUntil(resendAt) };
}
