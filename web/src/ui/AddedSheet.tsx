import "./added-sheet.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createPortal } from "react-dom";
import { addPieces, type Basket, type Quote } from "../api/basket.ts";
import { send, type Tool } from "../api/client.ts";
import { errorMessage } from "../api/error-messages.ts";
import { readPlace } from "../api/place.ts";
import { PRIVATE } from "../api/query.ts";
import { useSession } from "../api/session/SessionProvider.tsx";
import { isOutOfStock } from "../api/stock.ts";
import { toolPageQuery } from "../api/tool-page.ts";
import { formatCount, formatPrice } from "../money.ts";
import { checkoutPath, toolPath } from "../page-paths.ts";
import { paths } from "../pages.ts";
import { texts } from "./AddedSheet.texts.en.tsx";
import { AppLink } from "./AppLink.tsx";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { CheckIcon, CloseIcon } from "./icons.tsx";
import { Picture } from "./Picture.tsx";

/** More would be another list of tools. */
const MAX_SUGGESTIONS = 2;

interface Added {
  basket: Basket;
  toolId: string;
}

interface AddedSheetProps extends Added {
  /** Gets the focus when the sheet is closed. */
  button: HTMLButtonElement | null;
}

/** What was added, what the basket costs, and the ways on. A tool that is added here opens the sheet again. */
export function AddedSheet({ button, ...first }: AddedSheetProps) {
  const [added, setAdded] = useState<Added>(first);
  const [isOpen, setOpen] = useState(true);
  const { basket, toolId } = added;
  const line = basket.lines.find((line) => line.toolId === toolId);
  if (!line) return null;

  const close = () => {
    setOpen(false);
    button?.focus({ preventScroll: true });
  };
  const { toolName, quantity, price, img, slug } = line;
  return createPortal(
    <Dialog
      key={toolId}
      open={isOpen}
      shape="sheet"
      title={
        <>
          <span className="sheet-news">
            <CheckIcon /> {texts.inYourBasket}{" "}
          </span>
          {formatCount(quantity)} × {toolName}
        </>
      }
      onClose={close}
    >
      {isOpen && (
        <>
          <button type="button" aria-label={texts.close} className="sheet-close" onClick={close}>
            <CloseIcon />
          </button>
          <div className="sheet-tool">
            <Picture src={img} alt="" sizes="88px" />
            <p className="figures">
              {formatPrice(price)} <span className="text-quiet">{texts.each}</span>
            </p>
          </div>
          <Suggestions slug={slug} basket={basket} onAdd={setAdded} onLeave={close} />
          <div className="sheet-end">
            <p className="sheet-goods figures">
              <span>
                {texts.basketOf(basket.lines.length, (text) => (
                  <AppLink
                    to={paths.basket}
                    className="underline underline-offset-4"
                    onClick={close}
                  >
                    {text}
                  </AppLink>
                ))}
              </span>
              <span className="font-display text-2xl">
                {formatPrice(basket.quote?.goods ?? line.total)}
              </span>
            </p>
            <Delivery basket={basket} />
            <AppLink to={checkoutPath} className="btn btn-primary" onClick={close}>
              {texts.checkout}
            </AppLink>
            <Button variant="outline" onClick={close}>
              {texts.continueShopping}
            </Button>
          </div>
        </>
      )}
    </Dialog>,
    document.body,
  );
}

/** The quote for the place and the delivery that the customer has chosen in the basket. */
function useQuoteOfPlace({ revision, quote }: Basket): Quote | undefined {
  const { province, postalCode, method } = readPlace();
  const isOwn = Boolean(province || postalCode || method);
  const address =
    province || postalCode
      ? { ...(province && { province }), ...(postalCode && { postalCode }) }
      : quote?.destination;
  const { data } = useQuery({
    queryKey: ["quote", "added", revision, province, postalCode, method],
    queryFn: ({ signal }) =>
      send("POST /quote", {
        body: { ...(address && { address }), ...(method && { method }) },
        signal,
      }),
    enabled: isOwn,
    ...PRIVATE,
  });
  if (!isOwn) return quote;
  // Another tab may have changed the basket meanwhile.
  return data?.basketRevision === revision ? data : undefined;
}

function Delivery({ basket }: { basket: Basket }) {
  const quote = useQuoteOfPlace(basket);
  const method = quote?.methods.find(({ id }) => id === quote.method);
  if (!quote || !method) return basket.hasCharges && <p className="sheet-delivery" />;
  const isFree = method.price === 0 && !method.pickUp;
  return (
    <p className="sheet-delivery">
      {isFree ? (
        <span className="text-success">
          <CheckIcon /> {texts.deliveryIsFree}
        </span>
      ) : (
        <>
          {texts.delivery(method.name, method.price)}
          {method.freeFrom !== undefined && method.freeFrom > quote.goods - quote.discount ? (
            <FreeDelivery from={method.freeFrom} goods={quote.goods - quote.discount} />
          ) : (
            <span className="block text-quiet">{method.text}</span>
          )}
        </>
      )}
    </p>
  );
}

/** How much is missing until the delivery is free, in dollars. */
function FreeDelivery({ from, goods }: { from: number; goods: number }) {
  return (
    <>
      <span className="block text-quiet">{texts.untilFreeDelivery(from - goods)}</span>
      <progress aria-hidden className="sheet-progress" value={goods} max={from} />
    </>
  );
}

interface SuggestionsProps {
  slug: string;
  basket: Basket;
  onAdd: (added: Added) => void;
  onLeave: () => void;
}

/** Tools of the same category that can be bought. */
function Suggestions({ slug, basket, onAdd, onLeave }: SuggestionsProps) {
  const { data } = useQuery(toolPageQuery(slug));
  if (!data || "missing" in data) return null;
  const tools = data.related
    .filter(
      (tool) =>
        tool.category === data.tool.category &&
        !isOutOfStock(tool) &&
        basket.lines.every(({ toolId }) => toolId !== tool._id),
    )
    .slice(0, MAX_SUGGESTIONS);
  if (tools.length === 0) return null;
  return (
    <section aria-labelledby="goes-with" className="sheet-suggestions">
      <h3 id="goes-with">{texts.goesWithIt}</h3>
      <ul>
        {tools.map((tool) => (
          <Suggestion key={tool._id} tool={tool} onAdd={onAdd} onLeave={onLeave} />
        ))}
      </ul>
    </section>
  );
}

interface SuggestionProps extends Pick<SuggestionsProps, "onAdd" | "onLeave"> {
  tool: Tool;
}

function Suggestion({ tool, onAdd, onLeave }: SuggestionProps) {
  const { _id: toolId, name, price, minimumQuantity } = tool;
  const queryClient = useQueryClient();
  const { state } = useSession();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const add = async () => {
    setBusy(true);
    try {
      const uid = state.status === "signed-in" ? state.session.uid : "";
      const basket = await addPieces(queryClient, uid, toolId, minimumQuantity);
      const line = basket.lines.find((line) => line.toolId === toolId);
      if (line?.problem) setError(texts.notAdded(line.quantity, line.problem.detail));
      else onAdd({ basket, toolId });
    } catch (error) {
      setError(errorMessage(error));
    }
    setBusy(false);
  };
  return (
    <li>
      <Picture src={tool.img} alt="" sizes="56px" />
      <p>
        <AppLink
          to={toolPath(tool)}
          className="font-medium underline-offset-4 wrap-anywhere hover:underline"
          onClick={onLeave}
        >
          {name}
        </AppLink>
        <span className="figures block text-quiet">
          {formatPrice(price)} {minimumQuantity > 1 && texts.each}
        </span>
      </p>
      <Button
        small
        variant="outline"
        aria-label={texts.addTool(minimumQuantity, name)}
        busy={busy}
        onClick={add}
      >
        {texts.add(minimumQuantity)}
      </Button>
      <p role="alert" className="text-error empty:hidden">
        {error}
      </p>
    </li>
  );
}
