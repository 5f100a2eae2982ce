import { memo, useId } from "react";
import type { Tool } from "../../api/client.ts";
import { useShop } from "../../api/shop.ts";
import { isOutOfStock, isScarce, stockText } from "../../api/stock.ts";
import { formatPrice } from "../../money.ts";
import { purchasePath, toolPath } from "../../page-paths.ts";
import { AddToBasket } from "../../ui/AddToBasket.tsx";
import { AppLink } from "../../ui/AppLink.tsx";
import { BuyNow } from "../../ui/BuyNow.tsx";
import { Picture, type PictureLoading } from "../../ui/Picture.tsx";
import { SharedPicture } from "../../ui/SharedPicture.tsx";
import { texts } from "./tool-card.texts.en.tsx";

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
  const { _id, name, minimumQuantity } = tool;
  const { hasArticles: isDemo } = useShop();
  const form = useId();
  const isSoldOut = isOutOfStock(tool);
  const isLow = isScarce(tool);
  return (
    <article className="tool-card group relative flex h-full flex-col">
      <div className="tool-card-picture overflow-hidden bg-plate">
        <SharedPicture toolId={_id}>
          <Picture
            src={tool.img}
            alt={tool.imgAlt ?? ""}
            load={load}
            sizes={CARD_PICTURE}
            className="transition-transform duration-200 group-hover:scale-[1.02]"
          />
        </SharedPicture>
      </div>
      <Heading className="tool-card-name mt-3 wrap-anywhere">
        {/* Stretched over the card, so that the whole card is one link with the tool's name. */}
        <AppLink
          to={toolPath(tool)}
          className="underline-offset-4 after:absolute after:inset-0 group-hover:underline"
        >
          {name}
        </AppLink>
      </Heading>
      <p className="tool-card-price figures mt-1 flex flex-col whitespace-nowrap">
        <span>
          <span className="font-display">
            <span className="sr-only">{texts.price} </span>
            {formatPrice(tool.price)}
          </span>
          {minimumQuantity > 1 && ` ${texts.each}`}
        </span>{" "}
        <span>{minimumQuantity === 1 ? texts.noMinimum : texts.minimum(minimumQuantity)}</span>
      </p>
      <p className="tool-card-text line-clamp-2 wrap-anywhere">{tool.description}</p>
      <div className="tool-card-end flex flex-col pt-2">
        <p className={isSoldOut ? "text-error" : isLow ? "font-medium text-ink-accent" : ""}>
          {stockText(tool)}
        </p>
        {/* The demo has the specified purchase page (docs/decisions/0029). */}
        {isDemo ? (
          <AppLink
            to={purchasePath(_id)}
            className="tool-card-purchase relative py-1 font-medium text-base-content underline underline-offset-4"
            aria-label={texts.purchaseOf(name)}
          >
            {texts.purchase}
          </AppLink>
        ) : (
          !isSoldOut && (
            <BuyNow
              tool={tool}
              quantity={minimumQuantity}
              form={hasBasket ? form : undefined}
              variant="link"
              className="tool-card-purchase relative justify-self-end py-1 font-medium text-base-content"
              aria-label={texts.buyNow(name)}
            />
          )
        )}
        {hasBasket && (
          <AddToBasket
            tool={tool}
            quantity={isSoldOut ? undefined : minimumQuantity}
            form={form}
            small
            className="tool-card-add relative px-1 whitespace-nowrap"
            aria-label={texts.addOf(minimumQuantity, name)}
          >
            <span>
              {texts.add(minimumQuantity, (text) => (
                <span className="tool-card-wide">{text}</span>
              ))}
            </span>
          </AddToBasket>
        )}
      </div>
    </article>
  );
});
