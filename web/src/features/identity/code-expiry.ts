/** A code on its way: how many seconds it is good for, and how many until another may be sent. */
export interface CodeExpiry {
  expiresIn: number;
  resendIn: number;
}

interface CodeTimes {
  expiresAt: string;
  resendAt: string;
}

/** By the server's clock alone, which showed `now`: the visitor's may be wrong by hours. */
export function codeExpiry({ expiresAt, resendAt }: CodeTimes, now: number): CodeExpiry {
  const secondsUntil = (time: string) => Math.max(0, Math.floor((Date.parse(time) - now) / 1000));
  return { expiresIn: secondsUntil(expiresAt), resendIn: secondsUntil(resendAt) };
}
