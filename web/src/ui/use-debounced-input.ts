import { useEffect, useEffectEvent, useState } from "react";

/** Between the last key and the question. */
const PAUSE = 200;

interface Typing {
  typed: string;
  /** The value as last rendered. */
  seen: string;
  /** What was told and has not come back as the value yet. */
  told: string[];
}

/**
 * A text under somebody's hands: told when the typing pauses, or at once by `tellNow`.
 * A value that comes from elsewhere (Back, a cleared filter) takes its place.
 */
export function useTyped(value: string, onPause: (text: string) => void) {
  const [{ typed, seen, told }, setTyping] = useState<Typing>({
    typed: value,
    seen: value,
    told: [],
  });
  const text = typed.trim();
  if (value !== seen) {
    // What was told comes back as the value, and may be late: what is being typed on stays.
    const echo = told.lastIndexOf(value);
    setTyping({
      typed: echo >= 0 || text === value ? typed : value,
      seen: value,
      told: echo >= 0 ? told.slice(echo + 1) : [],
    });
  }

  const known = told.at(-1) ?? seen;
  const tell = () => {
    setTyping((now) => ({ ...now, told: [...now.told, text] }));
    onPause(text);
  };
  const tellLate = useEffectEvent(tell);
  useEffect(() => {
    if (text === known) return;
    const timer = setTimeout(tellLate, PAUSE);
    return () => clearTimeout(timer);
  }, [text, known]);

  return {
    typed,
    type: (typed: string) => setTyping((now) => ({ ...now, typed })),
    tellNow: () => {
      if (text !== known) tell();
    },
  };
}
