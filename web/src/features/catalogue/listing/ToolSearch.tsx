import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type Ref, useId, useState } from "react";
import { MAX_SEARCH_LENGTH } from "../../../ui/SearchField.tsx";
import { useDebouncedInput } from "../../../ui/use-debounced-input.ts";
import { suggestionsQuery } from "../queries.ts";
import { texts } from "./texts.en.tsx";

/** The filters outside the form name it, so that without JavaScript it submits them, too. */
export const SEARCH_FORM = "find-tools";

/** A single character says too little. */
const MIN_LENGTH = 2;

interface ToolSearchProps {
  value: string;
  onSearch: (text: string) => void;
  onCategory: (slug: string) => void;
  /** Runs when the visitor submits or leaves the field. */
  onDone: () => void;
  ref?: Ref<HTMLInputElement>;
}

interface Suggestion {
  key: string;
  label: string;
  choose: () => void;
}

/**
 * A search field that suggests names of tools and categories, as a combobox of WAI-ARIA 1.2. The search itself runs
 * while the visitor types. Enter without a chosen suggestion searches at once.
 */
export function ToolSearch({ value, onSearch, onCategory, onDone, ref }: ToolSearchProps) {
  const { typed, setTyped, flush } = useDebouncedInput(value, onSearch);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const isTyped = isOpen && typed.trim().length >= MIN_LENGTH;
  // The value follows typing after a pause, so the server is not asked for every character.
  const isAsked = isTyped && value.length >= MIN_LENGTH;
  const { data } = useQuery({ ...suggestionsQuery(value), enabled: isAsked });

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const shown = isAsked ? data : undefined;
  const tools: Suggestion[] = (shown?.tools ?? []).map(({ _id, name }) => ({
    key: _id,
    label: name,
    choose: () => {
      close();
      setTyped(name);
      onSearch(name);
      onDone();
    },
  }));
  const categories: Suggestion[] = (shown?.categories ?? []).map(({ slug, name }) => ({
    key: slug,
    label: name,
    choose: () => {
      close();
      setTyped("");
      onCategory(slug);
    },
  }));
  const suggestions = [...tools, ...categories];
  const isExpanded = suggestions.length > 0;
  const optionId = (place: number) => `${listId}-${place}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.altKey) {
      event.preventDefault();
      setOpen(true);
      const places = suggestions.length + 1;
      // The place after the last suggestion is the field itself.
      if (isExpanded) setActive((now) => ((now + 1 + step + places) % places) - 1);
    } else if (event.key === "Escape" && isExpanded) {
      // The browser would also empty the field.
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && suggestions[active]) {
      event.preventDefault();
      suggestions[active].choose();
    }
  };

  const group = (label: string, its: Suggestion[], first: number) =>
    its.length > 0 && (
      <div role="group" aria-label={label}>
        <p aria-hidden="true" className="tool-suggestion-group">
          {label}
        </p>
        {its.map(({ key, label, choose }, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard focus
          <div
            key={key}
            id={optionId(first + place)}
            role="option"
            tabIndex={-1}
            aria-selected={active === first + place}
            className="tool-suggestion"
            onClick={choose}
          >
            {label}
          </div>
        ))}
      </div>
    );

  return (
    <form
      id={SEARCH_FORM}
      role="search"
      className="tool-search"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        flush();
        onDone();
      }}
    >
      <label htmlFor={`${listId}-field`} className="sr-only">
        {texts.search}
      </label>
      <input
        ref={ref}
        id={`${listId}-field`}
        className="input"
        placeholder={texts.searchAll}
        type="search"
        name="q"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={MAX_SEARCH_LENGTH}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-activedescendant={suggestions[active] && optionId(active)}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onDone();
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={texts.suggestions}
        className="tool-suggestions"
        hidden={!isExpanded}
        // The field keeps the focus.
        onPointerDown={(event) => event.preventDefault()}
      >
        {group(texts.tools, tools, 0)}
        {group(texts.categories, categories, tools.length)}
      </div>
      <button type="submit" className="btn btn-outline mt-2 hidden noscript:inline-flex">
        {texts.search}
      </button>
      <p role="status" className="sr-only">
        {isExpanded && texts.suggestionCount(suggestions.length)}
      </p>
    </form>
  );
}
