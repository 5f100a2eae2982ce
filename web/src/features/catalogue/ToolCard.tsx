import { memo } from "react";
import type { Tool } from "../../api/client.ts";
import { isOutOfStock, isScarce, stockText } from "../../api/stock.ts";
import { formatCount, formatPrice } from "../../money.ts";
import { purchasePath, toolPath } from "../../page-paths.ts";
import { AddToBasket } from "../../ui/AddToBasket.tsx";
import { AppLink } from "../../ui/AppLink.tsx";
import { BasketIcon } from "../../ui/icons.tsx";
import { Picture, type PictureLoading } from "../../ui/Picture.tsx";
import { SharedPicture } from "../../ui/SharedPicture.tsx";

const CARD_PICTURE = "(min-width: 64rem) 350px, (min-width: 48rem) 29vw, 45vw";

interface ToolCardProps {
  tool: Tool;
  load?: PictureLoading;
  headingLevel?: "h2" | "h3";
  /** Adds the minimum to the basket. */
  hasBasket?: boolean;
}

export const ToolCard = memo(function ToolCard({
  tool,
  load = "late",
  headingLevel: Heading = "h3",
  hasBasket = false,
}: ToolCardProps) {
  const { minimumQuantity } = tool;
  const stockColour = isOutOfStock(tool)
    ? "text-error"
    : isScarce(tool)
      ? "font-medium text-ink-accent"
      : "text-quiet";
  return (
    <article className="group relative flex h-full flex-col">
      <div className="overflow-hidden bg-plate">
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
      <Heading className="mt-3 text-base leading-snug wrap-anywhere sm:text-xl">
        {/* Stretched over the card, so that the whole card is one link with the tool's name. */}
        <AppLink
          to={toolPath(tool)}
          className="underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {tool.name}
        </AppLink>
      </Heading>
      <p className="figures mt-1 text-xs text-quiet sm:text-sm">
        <span className="font-display text-base text-base-content sm:text-lg">
          <span className="sr-only">Price </span>
          {formatPrice(tool.price)}
        </span>{" "}
        {minimumQuantity > 1 && "each "}·{" "}
        <span className="whitespace-nowrap">
          {minimumQuantity === 1 ? "no minimum" : `${formatCount(minimumQuantity)} minimum`}
        </span>
      </p>
      <p className="mt-1.5 line-clamp-2 text-sm text-quiet wrap-anywhere sm:text-[0.9375rem]">
        {tool.description}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
        <p className={`text-sm ${stockColour}`}>{stockText(tool)}</p>
        <AppLink
          to={purchasePath(tool._id)}
          className="btn btn-outline btn-sm relative ml-auto max-sm:grow"
          aria-label={`Purchase ${tool.name}`}
        >
          Purchase
        </AppLink>
        {hasBasket && (
          <AddToBasket
            tool={tool}
            quantity={isOutOfStock(tool) ? undefined : minimumQuantity}
            small
            className="relative px-2"
            aria-label={`Add to basket: ${tool.name}`}
          >
            <BasketIcon />
          </AddToBasket>
        )}
      </div>
    </article>
  );
});
