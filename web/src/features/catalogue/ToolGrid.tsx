import { memo } from "react";
import type { Tool } from "../../api/client.ts";
import { ToolCard } from "./ToolCard.tsx";
import { ToolCardSkeleton } from "./ToolCardSkeleton.tsx";

const FIRST_ROW = 3;

interface ToolGridProps {
  /** Undefined while loading. */
  tools: Tool[] | undefined;
  placeholders: number;
  headingLevel: "h2" | "h3";
  /** Whether the first row is visible as soon as the page opens. */
  firstOnPage?: boolean;
}

export const ToolGrid = memo(function ToolGrid({
  tools,
  placeholders,
  headingLevel,
  firstOnPage = false,
}: ToolGridProps) {
  return (
    // The grid measures its own width for its cells.
    <ul
      aria-busy={!tools}
      className="@container grid grid-cols-2 gap-x-4 gap-y-10 sm:gap-x-8 sm:gap-y-14 lg:grid-cols-3"
    >
      {tools
        ? tools.map((tool, index) => (
            <li key={tool._id} className="tool-cell">
              <ToolCard
                tool={tool}
                load={!firstOnPage || index >= FIRST_ROW ? "late" : index === 0 ? "first" : "soon"}
                headingLevel={headingLevel}
              />
            </li>
          ))
        : Array.from({ length: placeholders }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
            <li key={index}>
              <ToolCardSkeleton />
            </li>
          ))}
    </ul>
  );
});
