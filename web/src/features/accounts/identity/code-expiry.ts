/** Seconds until a code expires, and until another one can be sent. */
export interface CodeExpiry {
  expiresIn: number;
  resendIn: number;
}

interface CodeTimes {
  expiresAt: string;
  resendAt: string;
}

/** `now` is the server's time, because the visitor's clock can be wrong. */
export function codeExpiry({ expiresAt, resendAt }: CodeTimes, now: number): CodeExpiry {
  const secondsUntil = (time: string) => Math.max(0, Math.floor((Date.parse(time) - now) / 1000));
  return { expiresIn: secondsUntil(expiresAt), resendIn: secondsUntil(resendAt) };
}
