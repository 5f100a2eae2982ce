import "./basket.css";
import "../../../ui/bottom-bar.css";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Basket,
  type BasketLine,
  useBasket,
  useForgetNews,
  useSetQuantity,
} from "../../../api/basket.ts";
import { configQuery } from "../../../api/config.ts";
import { errorMessage } from "../../../api/error-messages.ts";
import { usePlace } from "../../../api/place.ts";
import { useSession } from "../../../api/session/SessionProvider.tsx";
import { useLiveStock } from "../../../api/use-live-stock.ts";
import { isFirstRender } from "../../../first-render.ts";
import { checkoutPath } from "../../../page-paths.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { CannotBuy } from "../CannotBuy.tsx";
import { EmptyBasket } from "../EmptyBasket.tsx";
import { isAnyLeft, problemsOfWhole } from "../line-problems.ts";
import { useBasketQuote } from "../use-quote.ts";
import { BasketLineRow } from "./BasketLineRow.tsx";
import { BasketSum, BasketTotal } from "./BasketSum.tsx";
import { texts } from "./texts.en.ts";

/** The card provider's script comes with it, so only customers who can pay here load it. */
const BasketWallet = lazy(() => import("../BasketWallet.tsx"));

/**
 * The basket of browsers without JavaScript. server/src/site/basket_page replaces what is between
 * the comments.
 */
const PLAIN = {
  __html: `<!--plain-basket--><p class="mt-6">${texts.plainEmpty(
    (text) => `<a href="/tool" class="underline">${text}</a>`,
  )}</p><!--/plain-basket-->`,
};

export default function BasketPage() {
  const [isPlain, setPlain] = useState(isFirstRender);
  useEffect(() => setPlain(false), []);
  useLiveStock();
  const { data: basket, error, refetch } = useBasket();
  // Asked for together with the basket, so that little moves when the wallets of visitors appear.
  const { data: config } = useQuery(configQuery);
  const forgetNews = useEffectEvent(useForgetNews());
  useEffect(() => () => void forgetNews(), []);
  return (
    <div className="measure min-h-svh py-4 md:py-8 lg:py-12">
      <h1 className="text-title">{texts.title}</h1>
      {basket ? (
        <>
          {error && (
            <p role="alert" className="buying-note buying-problem mt-4 text-error">
              <span>{texts.maybeOld(errorMessage(error))}</span>
              <Button variant="outline" small onClick={() => void refetch()}>
                {texts.tryAgain}
              </Button>
            </p>
          )}
          <Contents basket={basket} sellsToGuests={config?.guestCheckout === true} />
        </>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="noscript:hidden">
          <Spinner label={texts.loading} />
        </div>
      )}
      {isPlain && (
        <div
          className="basket-plain"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, in which the server puts the basket
          dangerouslySetInnerHTML={PLAIN}
        />
      )}
    </div>
  );
}

interface Removed {
  line: BasketLine;
  /** Its place in the list. */
  at: number;
}

interface ContentsProps {
  basket: Basket;
  sellsToGuests: boolean;
}

function Contents({ basket: latest, sellsToGuests }: ContentsProps) {
  const [removed, setRemoved] = useState<Removed[]>([]);
  // A wallet pays what it showed, and the basket is empty before it has paid.
  const [paying, setPaying] = useState<Basket>();
  const basket = paying ?? latest;
  const { status } = useSession().state;
  const isGuest = status === "signed-out" || status === "unknown";
  const canPayHere = isGuest ? sellsToGuests : status === "signed-in";
  const [place, setPlace] = usePlace();
  // The basket's own quote is the answer until the customer chooses a place or a delivery.
  const isOwn = Boolean(place.province || place.postalCode || place.method);
  const address = place.province || place.postalCode ? {} : basket.quote?.destination;
  const asked = useBasketQuote(
    basket,
    { ...place, ...address },
    { isEnabled: isOwn, dropsForeignCode: true },
  );
  const { error, isOld, retry } = asked;
  const quote = (isOwn ? asked.quote : undefined) ?? basket.quote;
  const change = useSetQuantity();
  const { lines, notices } = basket;
  const problems = problemsOfWhole(lines, quote);
  const isAnyToBuy = isAnyLeft(lines);

  const remove = (line: BasketLine, at: number) =>
    change.mutate(
      { toolId: line.toolId, quantity: 0 },
      { onSuccess: () => setRemoved((before) => [...before, { line, at }]) },
    );
  const putBack = ({ line: { toolId, quantity } }: Removed) =>
    change.mutate(
      { toolId, quantity },
      {
        onSuccess: () =>
          setRemoved((before) => before.filter(({ line }) => line.toolId !== toolId)),
      },
    );

  const undone = removed.filter(({ line }) => lines.every(({ toolId }) => toolId !== line.toolId));
  const rows: (BasketLine | Removed)[] = [...lines];
  for (const gone of undone) rows.splice(gone.at, 0, gone);

  return (
    <>
      {notices.map(({ detail }) => (
        <p key={detail} role="status" className="buying-note mt-4">
          {detail}
        </p>
      ))}
      {change.error && (
        <p role="alert" className="buying-note mt-4 text-error">
          {errorMessage(change.error)}
        </p>
      )}
      <CannotBuy problems={problems} />
      <div className={lines.length > 0 ? "basket-columns" : "mt-6"}>
        {rows.length > 0 && (
          <ul aria-label={texts.lines(lines.length)} className="basket-lines">
            {rows.map((row, at) =>
              "toolId" in row ? (
                <BasketLineRow
                  key={row.toolId}
                  line={row}
                  isRemoving={change.isPending && change.variables.toolId === row.toolId}
                  onRemove={() => remove(row, at)}
                />
              ) : (
                <RemovedRow
                  key={`removed ${row.line.toolId}`}
                  name={row.line.toolName}
                  onUndo={() => putBack(row)}
                />
              ),
            )}
          </ul>
        )}
        {!isAnyToBuy ? null : lines.length > 0 ? (
          <>
            <BasketSum
              basket={basket}
              quote={quote}
              error={error}
              isOld={isOld}
              place={place}
              onChange={setPlace}
              onRetry={retry}
            />
            {canPayHere && problems.length === 0 && lines.every(({ problem }) => !problem) && (
              <div className="basket-wallet">
                <Suspense fallback={<div />}>
                  <BasketWallet
                    basket={basket}
                    isGuest={isGuest}
                    quote={isOld ? undefined : quote}
                    onPaying={(isPaying) => setPaying(isPaying ? basket : undefined)}
                    or={texts.orCheckout}
                  />
                </Suspense>
              </div>
            )}
            {problems.length === 0 && (
              <div className="basket-pay pay-bar bottom-bar">
                <BasketTotal basket={basket} quote={quote} isOld={isOld} />
                <Checkout basket={basket} />
              </div>
            )}
          </>
        ) : (
          <EmptyBasket>{texts.howToFill}</EmptyBasket>
        )}
      </div>
    </>
  );
}

/** A row in the place of a tool that was taken out. */
function RemovedRow({ name, onUndo }: { name: string; onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => undo.current?.focus(), []);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-quiet">
      <span className="min-w-0 wrap-anywhere">{texts.removed(name)}</span>
      <Button ref={undo} variant="outline" small aria-label={texts.putBack(name)} onClick={onUndo}>
        {texts.undo}
      </Button>
    </li>
  );
}

/** Leads to the first problem if there is one. */
function Checkout({ basket }: { basket: Basket }) {
  const [isRefused, setRefused] = useState(false);
  const hasProblem = basket.lines.some(({ problem }) => problem);
  if (!hasProblem)
    return (
      <AppLink to={checkoutPath} className="btn btn-primary px-10">
        {texts.checkout}
      </AppLink>
    );
  return (
    <>
      <Button
        className="px-10"
        aria-describedby="checkout-refused"
        onClick={() => {
          setRefused(true);
          document.querySelector<HTMLElement>("[data-remedy]")?.focus();
        }}
      >
        {texts.checkout}
      </Button>
      <p id="checkout-refused" className="basis-full text-sm text-error empty:hidden">
        {isRefused && texts.changeMarked}
      </p>
    </>
  );
}
