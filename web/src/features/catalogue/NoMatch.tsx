import type { ToolFacets } from "../../api/client.ts";
import { pluralize } from "../../money.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

interface NoMatchProps {
  /** Similar searches that find tools. */
  near: ToolFacets["near"];
  onSearch: (q: string) => void;
  onClear: () => void;
}

export function NoMatch({ near, onSearch, onClear }: NoMatchProps) {
  const parts = near.filter(({ isSpelling }) => !isSpelling);
  const link = ({ q, total }: NoMatchProps["near"][number]) => (
    <>
      <button
        type="button"
        className="py-1 font-medium text-base-content underline underline-offset-4"
        onClick={() => onSearch(q)}
      >
        {q}
      </button>{" "}
      ({pluralize(total, "tool")})
    </>
  );
  return (
    <EmptyState
      title="No tools match"
      picture="/scenes/empty-search.svg"
      action={
        <Button variant="outline" onClick={onClear}>
          Show all tools
        </Button>
      }
    >
      {near.length === 0 &&
        "No tools match your search and filters. Try another word, or remove a filter."}
      {near
        .filter(({ isSpelling }) => isSpelling)
        .map((it) => (
          <span key={it.q} className="block">
            Did you mean {link(it)}?
          </span>
        ))}
      {parts.length > 0 && (
        <span className="block">
          No tool has all your words. Some have one of them:{" "}
          {parts.map((it, place) => (
            <span key={it.q}>
              {place > 0 && ", "}
              {link(it)}
            </span>
          ))}
        </span>
      )}
    </EmptyState>
  );
}
