import { type ReactNode, useId } from "react";
import { LoadError } from "../../ui/LoadError.tsx";
import { SearchField } from "../../ui/SearchField.tsx";

interface FindOneProps<Item> {
  label: string;
  search: string;
  onSearch: (text: string) => void;
  /** Undefined while the search loads, or is too short. */
  found: Item[] | undefined;
  error: Error | null;
  onRetry: () => void;
  keyOf: (item: Item) => string;
  /** What a choice says, in spans. */
  children: (item: Item) => ReactNode;
  isDisabled?: (item: Item) => boolean;
  onChoose: (item: Item) => void;
}

/** A search field and what it finds, as buttons. */
export function FindOne<Item>({
  label,
  search,
  onSearch,
  found,
  error,
  onRetry,
  keyOf,
  children,
  isDisabled,
  onChoose,
}: FindOneProps<Item>) {
  const id = useId();
  return (
    <div className="found">
      <SearchField label={label} value={search} onSearch={onSearch} />
      <p id={id} role="status" className="text-sm text-quiet">
        {!found
          ? "Type two letters or more."
          : found.length === 0
            ? "None matches."
            : "Please choose one:"}
      </p>
      {error && !found ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : (
        found &&
        found.length > 0 && (
          <ul aria-labelledby={id}>
            {found.map((item) => (
              <li key={keyOf(item)}>
                <button type="button" disabled={isDisabled?.(item)} onClick={() => onChoose(item)}>
                  {children(item)}
                </button>
              </li>
            ))}
          </ul>
        )
      )}
    </div>
  );
}
