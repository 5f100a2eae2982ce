import type { ToolFacets } from "../../../api/client.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { texts } from "./texts.en.tsx";

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
      ({texts.count(total)})
    </>
  );
  return (
    <EmptyState
      title={texts.noMatch}
      picture="/scenes/empty-search.svg"
      action={
        <AppLink to={all} className="btn btn-outline" onClick={onFollow}>
          {texts.showAll}
        </AppLink>
      }
    >
      {near.length === 0 && texts.noMatchExplanation}
      {near
        .filter(({ isSpelling }) => isSpelling)
        .map((it) => (
          <span key={it.q} className="block">
            {texts.didYouMean(link(it))}
          </span>
        ))}
      {parts.length > 0 && (
        <span className="block">
          {texts.someMatch}{" "}
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
