import { useEffect, useEffectEvent, useState } from "react";

/** Between the last key and the question. */
const PAUSE = 200;

/**
 * A text under somebody's hands: told when the typing pauses, or at once by `tellNow`.
 * A value that comes from elsewhere (Back, a cleared filter) takes its place.
 */
export function useTyped(value: string, onPause: (text: string) => void) {
  const [{ typed, seen }, setTyping] = useState({ typed: value, seen: value });
  const text = typed.trim();
  // What was told comes back as the value: then spaces that are being typed stay.
  if (value !== seen) setTyping({ typed: text === value ? typed : value, seen: value });

  const tell = useEffectEvent(() => onPause(text));
  useEffect(() => {
    if (text === seen) return;
    const timer = setTimeout(tell, PAUSE);
    return () => clearTimeout(timer);
  }, [text, seen]);

  return {
    typed,
    type: (typed: string) => setTyping((now) => ({ ...now, typed })),
    tellNow: () => {
      if (text !== seen) onPause(text);
    },
  };
}
