import type { ToolFacets } from "../../../api/client.ts";
import { pluralize } from "../../../money.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";

interface NoMatchProps {
  /** Similar searches that find tools. */
  near: ToolFacets["near"];
  /** The address of another search. */
  addressOf: (q: string) => string;
  /** The address without a search and filters. */
  all: string;
  /** Runs when a link is followed, because the focus needs another place. */
  onFollow: () => void;
}

export function NoMatch({ near, addressOf, all, onFollow }: NoMatchProps) {
  const parts = near.filter(({ isSpelling }) => !isSpelling);
  const link = ({ q, total }: NoMatchProps["near"][number]) => (
    <>
      <AppLink
        to={addressOf(q)}
        className="py-1 font-medium text-base-content underline underline-offset-4"
        onClick={onFollow}
      >
        {q}
      </AppLink>{" "}
      ({pluralize(total, "tool")})
    </>
  );
  return (
    <EmptyState
      title="No tools match"
      picture="/scenes/empty-search.svg"
      action={
        <AppLink to={all} className="btn btn-outline" onClick={onFollow}>
          Show all tools
        </AppLink>
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
          No tool matches all your words. Some match one of them:{" "}
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
