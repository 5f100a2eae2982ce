import { loadErrorMessage } from "../api/errors.ts";
import { Button } from "./Button.tsx";

interface ShowMoreProps {
  /** A list that comes in pages, as its query knows it. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  className?: string;
}

/** The next page of a list, as long as there is one. */
export function ShowMore({ list, className = "" }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={className}>
      <Button
        variant="outline"
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        Show more
      </Button>
      {list.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-error">
          {loadErrorMessage(list.error)}
        </p>
      )}
    </div>
  );
}
