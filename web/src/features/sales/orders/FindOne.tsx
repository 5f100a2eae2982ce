import { type ReactNode, useId } from "react";
import { Field } from "../../../ui/Field.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { texts } from "./enter-order.texts.en.tsx";

interface FindOneProps<Item> {
  label: string;
  search: string;
  onSearch: (text: string) => void;
  /** The found items are undefined while the search loads or is too short. */
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
      {/* Not a SearchField: with one page more that uses it, the home page would load it. */}
      <Field
        label={label}
        type="search"
        autoComplete="off"
        maxLength={200}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
      />
      <p id={id} role="status" className="text-sm text-quiet">
        {!found ? texts.typeMore : found.length === 0 ? texts.noneMatches : texts.chooseOne}
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
