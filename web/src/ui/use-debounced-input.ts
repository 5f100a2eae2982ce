import { useEffect, useEffectEvent, useState } from "react";

/** Between the last key and the question. */
const DEBOUNCE = 200;

interface InputState {
  typed: string;
  /** The value as last rendered. */
  lastValue: string;
  /** What was told and has not come back as the value yet. */
  pending: string[];
}

/**
 * A text under somebody's hands: told when the typing pauses, or at once by `tellNow`.
 * A value that comes from elsewhere (Back, a cleared filter) takes its place.
 */
export function useDebouncedInput(value: string, onChange: (text: string) => void) {
  const [{ typed, lastValue, pending }, setState] = useState<InputState>({
    typed: value,
    lastValue: value,
    pending: [],
  });
  const text = typed.trim();
  if (value !== lastValue) {
    // What was told comes back as the value, and may be late: what is being typed on stays.
    const echo = pending.lastIndexOf(value);
    setState({
      typed: echo >= 0 || text === value ? typed : value,
      lastValue: value,
      pending: echo >= 0 ? pending.slice(echo + 1) : [],
    });
  }

  const latest = pending.at(-1) ?? lastValue;
  const emit = () => {
    setState((now) => ({ ...now, pending: [...now.pending, text] }));
    onChange(text);
  };
  const emitLate = useEffectEvent(emit);
  useEffect(() => {
    if (text === latest) return;
    const timer = setTimeout(emitLate, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [text, latest]);

  return {
    typed,
    setTyped: (typed: string) => setState((now) => ({ ...now, typed })),
    flush: () => {
      if (text !== latest) emit();
    },
  };
}
