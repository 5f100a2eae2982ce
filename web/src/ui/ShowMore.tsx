import { errorMessage } from "../api/error-messages.ts";
import { Button } from "./Button.tsx";
import { texts } from "./texts.en.ts";

interface ShowMoreProps {
  /** The result of an infinite query. */
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => Promise<unknown>;
  };
  className?: string;
}

/** Loads the next page of a list. Renders nothing after the last one. */
export function ShowMore({ list, className = "" }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={`${className} noscript:hidden`}>
      <Button
        variant="outline"
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
      >
        {texts.showMore}
      </Button>
      {list.isFetchNextPageError && (
        <p role="alert" className="mt-3 text-error">
          {errorMessage(list.error)}
        </p>
      )}
    </div>
  );
}
