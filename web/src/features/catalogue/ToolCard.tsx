import { ViewTransition } from "react";
import type { Tool } from "../../api/client.ts";
import { isOutOfStock, stockText } from "../../api/stock.ts";
import { formatCount, formatPrice } from "../../money.ts";
import { purchasePath } from "../../pages.ts";
import { AppLink } from "../../ui/AppLink.tsx";
import { Picture, type PictureLoading } from "../../ui/Picture.tsx";

interface ToolCardProps {
  tool: Tool;
  load?: PictureLoading;
  headingLevel?: "h2" | "h3";
}

export function ToolCard({ tool, load = "late", headingLevel: Heading = "h3" }: ToolCardProps) {
  const to = purchasePath(tool._id);
  const sold = isOutOfStock(tool);
  return (
    <article className="group relative flex h-full flex-col border-t border-rule-strong pt-3">
      <p className={`figures text-sm ${sold ? "text-error" : "text-quiet"}`}>{stockText(tool)}</p>
      <div className="mt-3 overflow-hidden bg-plate">
        <ViewTransition name={`tool-${tool._id}`} default="none" share="auto">
          <Picture
            src={tool.img}
            alt={tool.imgAlt ?? ""}
            load={load}
            sizes="(min-width: 64rem) 350px, (min-width: 40rem) 45vw, 92vw"
            className="transition-transform duration-200 group-hover:scale-[1.02]"
          />
        </ViewTransition>
      </div>
      <div className="mt-4 flex items-baseline justify-between gap-4">
        <Heading className="min-w-0 text-xl leading-snug wrap-anywhere">
          {/* Stretched over the card, so that the whole card is one link with the tool's name. */}
          <AppLink
            to={to}
            className="underline-offset-4 after:absolute after:inset-0 group-hover:underline"
          >
            {tool.name}
          </AppLink>
        </Heading>
        <p className="figures shrink-0 font-display text-xl">
          <span className="sr-only">Price </span>
          {formatPrice(tool.price)}
        </p>
      </div>
      <p className="mt-2 line-clamp-3 text-[0.9375rem] text-quiet wrap-anywhere">
        {tool.description}
      </p>
      <div className="mt-auto flex items-center justify-between gap-4 pt-5">
        <p className="figures text-sm">
          <span className="text-quiet">Minimum</span> {formatCount(tool.minimumQuantity)}
        </p>
        <AppLink
          to={to}
          className="btn btn-outline btn-sm relative"
          aria-label={`Purchase ${tool.name}`}
        >
          Purchase
        </AppLink>
      </div>
    </article>
  );
}
