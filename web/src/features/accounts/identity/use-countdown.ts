import { useEffect, useState } from "react";

/** Whole seconds left of `seconds`. A new `since` restarts the countdown. */
export function useCountdown(seconds: number, since: object): number {
  const [left, setLeft] = useState(seconds);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `since` restarts the countdown
  useEffect(() => {
    const start = Date.now();
    const tick = () => {
      const now = Math.max(0, Math.ceil(seconds - (Date.now() - start) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [seconds, since]);

  return left;
}

/** `4:05`. */
export const formatSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
