import type { Ref } from "react";
import { Field } from "./Field.tsx";
import { useTyped } from "./use-debounced-input.ts";

/** The server reads no more of a search. */
export const LONGEST_SEARCH = 200;

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  /** Typing has come to an end: what is typed next is a search of its own. */
  onDone?: () => void;
  className?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Searches while one types; Enter does not wait for the pause. */
export function SearchField({ label, value, onSearch, onDone, className, ref }: SearchFieldProps) {
  const { typed, type, tellNow } = useTyped(value, onSearch);
  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        tellNow();
        onDone?.();
      }}
    >
      <Field
        ref={ref}
        label={label}
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onBlur={onDone}
      />
    </form>
  );
}
