import type { Ref } from "react";
import { Field } from "./Field.tsx";
import { useDebouncedInput } from "./use-debounced-input.ts";

/** The server's limit. */
export const MAX_SEARCH_LENGTH = 200;

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  /** Runs when the visitor submits or leaves the field. */
  onDone?: () => void;
  className?: string;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
}

/** Searches while the visitor types, and at once on Enter. */
export function SearchField({
  label,
  value,
  onSearch,
  onDone,
  className,
  ...input
}: SearchFieldProps) {
  const { typed, setTyped, flush } = useDebouncedInput(value, onSearch);
  return (
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        flush();
        onDone?.();
      }}
    >
      <Field
        {...input}
        label={label}
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={onDone}
      />
    </form>
  );
}
