import { memo } from "react";
import type { Tool } from "../../../api/client.ts";
import { isOutOfStock, stockText } from "../../../api/stock.ts";
import { formatCount, formatPrice } from "../../../money.ts";
import { purchasePath, toolPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Picture, type PictureLoading } from "../../../ui/Picture.tsx";
import { SharedPicture } from "../../../ui/SharedPicture.tsx";

const CARD_PICTURE = "(min-width: 64rem) 350px, (min-width: 48rem) 29vw, 45vw";

interface ToolCardProps {
  tool: Tool;
  load?: PictureLoading;
  headingLevel?: "h2" | "h3";
}

export const ToolCard = memo(function ToolCard({
  tool,
  load = "late",
  headingLevel: Heading = "h3",
}: ToolCardProps) {
  const sold = isOutOfStock(tool);
  return (
    <article className="group relative flex h-full flex-col border-t border-rule-strong pt-3">
      {/* Above the picture, so that prices are in the first view at every width. */}
      <div className="figures flex flex-wrap items-baseline justify-between gap-x-3">
        <p className="font-display text-lg leading-snug sm:text-xl">
          <span className="sr-only">Price </span>
          {formatPrice(tool.price)}
        </p>
        <p className={`text-sm ${sold ? "text-error" : "text-quiet"}`}>{stockText(tool)}</p>
      </div>
      <div className="mt-2 overflow-hidden bg-plate sm:mt-3">
        <SharedPicture toolId={tool._id}>
          <Picture
            src={tool.img}
            alt={tool.imgAlt ?? ""}
            load={load}
            sizes={CARD_PICTURE}
            className="transition-transform duration-200 group-hover:scale-[1.02]"
          />
        </SharedPicture>
      </div>
      <Heading className="mt-3 text-base leading-snug wrap-anywhere sm:mt-4 sm:text-xl">
        {/* Stretched over the card, so that the whole card is one link with the tool's name. */}
        <AppLink
          to={toolPath(tool)}
          className="underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {tool.name}
        </AppLink>
      </Heading>
      <p className="mt-1.5 line-clamp-2 text-sm text-quiet wrap-anywhere sm:mt-2 sm:line-clamp-3 sm:text-[0.9375rem]">
        {tool.description}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3 sm:pt-5">
        <p className="figures text-sm">
          <span className="text-quiet">Minimum</span> {formatCount(tool.minimumQuantity)}
        </p>
        <AppLink
          to={purchasePath(tool._id)}
          className="btn btn-outline btn-sm relative max-sm:grow"
          aria-label={`Purchase ${tool.name}`}
        >
          Purchase
        </AppLink>
      </div>
    </article>
  );
});
