import { useEffect, useEffectEvent, useState } from "react";

const DEBOUNCE = 200;

interface InputState {
  typed: string;
  lastValue: string;
  /** Reported values that have not come back as the value yet. */
  pending: string[];
}

/**
 * The text of an input, reported when typing pauses, or at once by `flush`.
 * A new value from outside (Back, a cleared filter) replaces the text.
 */
export function useDebouncedInput(value: string, onChange: (text: string) => void) {
  const [{ typed, lastValue, pending }, setState] = useState<InputState>({
    typed: value,
    lastValue: value,
    pending: [],
  });
  const text = typed.trim();
  if (value !== lastValue) {
    // A reported value can come back late. Newer text stays.
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
