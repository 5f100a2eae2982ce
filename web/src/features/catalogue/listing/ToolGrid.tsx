import { memo } from "react";
import type { Tool } from "../../../api/client.ts";
import { ToolCard } from "../ToolCard.tsx";
import { ToolCardSkeleton } from "./ToolCardSkeleton.tsx";

const FIRST_ROW = 3;

/** Whole rows in two and in three columns. catalogue.css reserves their height. */
const GROUP_SIZE = 6;

interface ToolGridProps {
  /** Undefined while loading. */
  tools: Tool[] | undefined;
  placeholders: number;
  headingLevel: "h2" | "h3";
  /** Whether the first row is visible as soon as the page opens. */
  firstOnPage?: boolean;
}

/** One list in groups. The browser skips groups outside the viewport, so that input stays fast among 1,000 cards. */
export const ToolGrid = memo(function ToolGrid({
  tools,
  placeholders,
  headingLevel,
  firstOnPage = false,
}: ToolGridProps) {
  return (
    <div role="list" aria-busy={!tools} className="tool-grid">
      {tools ? (
        grouped(tools).map((group, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a tool less moves a card between groups, and no group
            key={place}
            className={`tool-group ${group.length === GROUP_SIZE ? "tool-group-full" : ""}`}
          >
            {group.map((tool, index) => (
              <div role="listitem" key={tool._id}>
                <ToolCard
                  tool={tool}
                  load={
                    !firstOnPage || place > 0 || index >= FIRST_ROW
                      ? "late"
                      : index === 0
                        ? "first"
                        : "soon"
                  }
                  headingLevel={headingLevel}
                  hasBasket
                />
              </div>
            ))}
          </div>
        ))
      ) : (
        <div className="tool-group">
          {Array.from({ length: placeholders }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
            <ToolCardSkeleton key={index} />
          ))}
        </div>
      )}
    </div>
  );
});

const grouped = (tools: Tool[]) =>
  Array.from({ length: Math.ceil(tools.length / GROUP_SIZE) }, (_, place) =>
    tools.slice(place * GROUP_SIZE, (place + 1) * GROUP_SIZE),
  );
