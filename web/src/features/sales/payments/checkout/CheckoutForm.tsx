import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import type { Basket, Quote } from "../../../../api/basket.ts";
import { ApiError } from "../../../../api/errors.ts";
import { keepPlace } from "../../../../api/place.ts";
import { savedCardsQuery } from "../../../../api/saved-cards.ts";
import { keepInTab, readFromTab } from "../../../../api/session/tab-storage.ts";
import { boughtPath } from "../../../../page-paths.ts";
import { useApiForm } from "../../../../ui/use-api-form.ts";
import { AddressFields, type CheckoutValues } from "../../AddressFields.tsx";
import { isSameCode, placeOf } from "../../address.ts";
import { CannotBuy } from "../../CannotBuy.tsx";
import { useTypedCode } from "../../CodeField.tsx";
import { CardProblem } from "../../card-problem.ts";
import { DeliveryChoice } from "../../DeliveryChoice.tsx";
import { isBlocking, problemsOfWhole } from "../../line-problems.ts";
import { DRAFT } from "../../use-place-purchase.ts";
import { newQuoteOf, useBasketQuote } from "../../use-quote.ts";
import type { Payable } from "../CardForm.tsx";
import { FrameNote, type FrameState } from "../CardFrame.tsx";
import { useCardChoice } from "../card-choice.ts";
import { PayerCard } from "../PayerCard.tsx";
import { PaymentInput } from "../PaymentInput.tsx";
import { CheckoutLayout } from "./CheckoutLayout.tsx";
import { CheckoutSum } from "./CheckoutSum.tsx";
import { texts } from "./checkout.texts.en.tsx";
import { GuestEmail } from "./GuestEmail.tsx";
import { PayBar } from "./PayBar.tsx";
import { PayPart, WalletPart } from "./PayPart.tsx";
import { useCheckout } from "./use-checkout.ts";

interface CheckoutFormProps {
  basket: Basket;
  /** The account that pays. A visitor without a login has none. */
  payer?: Pick<Payable, "customerName" | "customerEmail">;
  initial: CheckoutValues;
  firstMethod: string | undefined;
  takesCards: boolean;
  /** The card provider's script is there or on its way. */
  hasCardForm: boolean;
}

export function CheckoutForm({
  basket,
  payer,
  initial,
  firstMethod,
  takesCards,
  hasCardForm,
}: CheckoutFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { placed, pay, isLoaded } = useCheckout(payer === undefined);
  const [frame, setFrame] = useState<FrameState>("loading");
  const card = useCardChoice(!payer || !takesCards);
  const hasSavedCard = card.choice.savedCard !== undefined;
  const isCardReady = isLoaded && !card.isLoading && (hasSavedCard || frame === "ready");
  const [method, setMethod] = useState(firstMethod);
  const [cardError, setCardError] = useState<string>();
  const [isWalletPaying, setWalletPaying] = useState(false);
  const typedCode = useTypedCode();
  const [payChoice, setPayChoice] = useState<"now" | "shop">();
  const form = useApiForm({
    defaultValues: initial,
    waitsFor: () => ({ isUnderWay: isCalculating, total: quote?.total }),
    refuse: () => (quote ? undefined : texts.noSum),
    call: (typed: CheckoutValues) => {
      setCardError(undefined);
      return pay(quote as Quote, basket, typed, by, card.choice);
    },
    done: ({ purchaseId, transactionId }) =>
      navigate(boughtPath(purchaseId, !payer), {
        replace: true,
        state: { isNew: true, transactionId },
      }),
    failed: (error) => {
      const newQuote = newQuoteOf(error);
      if (newQuote) asked.show(newQuote);
      // Its page says what has happened to the order, and offers what can be done.
      if (placed && error instanceof ApiError && isOfPlaced(error, !payer)) {
        navigate(boughtPath(placed.purchaseId, !payer), { replace: true });
        return true;
      }
      const isCardGone = error instanceof ApiError && error.code === "card_not_saved";
      if (isCardGone) void queryClient.invalidateQueries(savedCardsQuery);
      if (!isCardGone && !(error instanceof CardProblem)) return false;
      setCardError(error.message);
      return true;
    },
  });
  const { control, setValue } = form;
  const { isDirty, dirtyFields } = form.formState;
  const isAddressTyped = Boolean(dirtyFields.address ?? dirtyFields.saveAddress);
  const [address, saveAddress, email] = useWatch({
    control,
    name: ["address", "saveAddress", "email"],
  });
  const asked = useBasketQuote(
    basket,
    { ...placeOf(address), ...(method && { method }) },
    { isEnabled: !placed },
  );
  const quote = placed?.quote ?? asked.quote;
  // The customer can choose a pick-up before the place is typed, because it needs none.
  const offered =
    quote ?? (basket.quote?.methods.some(({ pickUp }) => pickUp) ? basket.quote : null);
  const chosenId = quote ? quote.method : (method ?? offered?.method);
  const chosen = offered?.methods.find(({ id }) => id === chosenId);
  const isPickUp = chosen?.pickUp === true;
  // The goods wait for days, and a visitor is anyone.
  const isShopOffered = !placed && payer !== undefined && chosen?.payAtPickUp === true;
  // The shop may take cash there. If it takes no cards, the other way is to ask how.
  const paysAtShop = (payChoice ?? (takesCards ? "now" : "shop")) === "shop";
  const by = isShopOffered && paysAtShop ? "shop" : takesCards ? "card" : "other";
  const isOld = !placed && asked.isOld;
  // The button never names the amount of another choice.
  const isCalculating = !placed && asked.isCalculating;

  // A reload, or a login after the session has expired, keeps what was typed. The basket shows the same place.
  useEffect(() => {
    if (placed) return;
    // What the page began with was not typed, unless it is a draft.
    const draft = readFromTab<Partial<CheckoutValues>>(DRAFT);
    // Without it, a customer who logs in later gets the saved address.
    const hasAddress = isAddressTyped || draft?.address;
    if (isDirty || draft) keepInTab(DRAFT, { email, ...(hasAddress && { address, saveAddress }) });
    keepPlace({ ...placeOf(address), ...(method && { method }) });
  }, [address, saveAddress, email, placed, method, isDirty, isAddressTyped]);

  const showCorrected = useEffectEvent(({ province, postalCode }: Quote["destination"]) => {
    // The error of an empty field goes with it.
    if (!address.province) setValue("address.province", province, { shouldValidate: true });
    if (
      postalCode &&
      postalCode !== address.postalCode &&
      isSameCode(address.postalCode, postalCode)
    )
      setValue("address.postalCode", postalCode);
  });
  const destination = isOld ? undefined : asked.quote?.destination;
  useEffect(() => {
    if (destination) showCorrected(destination);
  }, [destination]);

  // What needs a login needs it at each address, so the basket's own quote tells it before one is typed.
  const isAboveLimit = ({ code }: { code: string }) => code === "login_required";
  const problemsBefore = basket.quote?.problems.filter(isAboveLimit) ?? [];
  const isBlocked = quote?.problems.some(isBlocking) ?? false;
  const problems = placed
    ? []
    : [...problemsOfWhole(basket.lines, quote), ...(quote ? [] : problemsBefore)];
  const canPay = problems.length === 0;
  const isAddressed =
    quote !== undefined && [address.name, address.street, address.city].every(Boolean);
  const isKnown = payer !== undefined || /.@./.test(email ?? "");
  const deliveryName = isPickUp ? texts.pickUp : basket.hasCharges ? texts.delivery : texts.address;
  return (
    <CheckoutLayout
      delivery={deliveryName}
      step={placed || (isKnown && isAddressed) ? 2 : isKnown ? 1 : 0}
      sum={
        canPay && (
          <CheckoutSum
            basket={basket}
            quote={quote}
            error={asked.error}
            isOld={isOld}
            isPlaced={placed !== undefined}
            typedCode={typedCode}
          />
        )
      }
    >
      <CannotBuy problems={problems} />
      {takesCards && !placed && canPay && !isBlocked && (
        <WalletPart
          basket={basket}
          quote={quote}
          isGuest={!payer}
          isByCard={by === "card" && hasCardForm}
          onPaying={setWalletPaying}
        />
      )}
      {/* Without a submit button, because Enter in a field must not buy. */}
      <form
        noValidate
        hidden={problems.some(({ code }) => code === "nothing_to_buy")}
        className="checkout"
        onSubmit={(event) => event.preventDefault()}
      >
        <section aria-labelledby="you" className="checkout-part">
          <h2 id="you" className="text-xl">
            {texts.you}
          </h2>
          {payer ? (
            <p className="wrap-anywhere">{payer.customerEmail}</p>
          ) : (
            <GuestEmail form={form} isPlaced={placed !== undefined} />
          )}
        </section>
        <section aria-labelledby="delivery" className="checkout-part">
          <h2 id="delivery" className="text-xl">
            {deliveryName}
          </h2>
          <fieldset disabled={placed !== undefined}>
            <legend className="checkout-legend">
              {isPickUp ? texts.yourAddress : texts.shipTo}
            </legend>
            <AddressFields form={form} quoteError={asked.error} />
            {payer && (
              <label className="checkout-keep">
                <input
                  type="checkbox"
                  className="mt-1 size-4 shrink-0 accent-primary"
                  {...form.register("saveAddress")}
                />
                {texts.keepAddress}
              </label>
            )}
            {offered && offered.methods.length > 1 && (
              <DeliveryChoice
                quote={offered}
                chosen={method}
                legendClass="sr-only"
                onChange={setMethod}
              />
            )}
          </fieldset>
        </section>
        {/* It stays in the page, because the card form keeps what was typed. */}
        <section aria-labelledby="pay" className="checkout-part" hidden={!canPay}>
          <h2 id="pay" className="text-xl">
            {texts.pay}
          </h2>
          <PayPart
            by={by}
            takesCards={takesCards}
            hasCardForm={hasCardForm}
            isPaying={form.busy}
            isShopOffered={isShopOffered}
            onChoose={setPayChoice}
          >
            <PayerCard
              isGuest={!payer}
              card={card}
              isPaying={form.busy}
              problem={cardError}
              onChange={() => setCardError(undefined)}
            >
              <PaymentInput
                payer={payer ?? { customerName: address.name, customerEmail: email ?? "" }}
                postalCode={placeOf(address).postalCode ?? ""}
                error={cardError}
                onChange={() => setCardError(undefined)}
                onState={setFrame}
              />
              <p className="text-sm text-quiet">
                <FrameNote isReady={isCardReady} state={frame} />
              </p>
            </PayerCard>
          </PayPart>
        </section>
        <PayBar
          basket={basket}
          quote={quote}
          error={asked.error}
          onRetry={asked.retry}
          placed={placed}
          by={by}
          form={form}
          isGuest={!payer}
          isCalculating={isCalculating}
          isDisabled={isBlocked || isWalletPaying || (by === "card" && !isCardReady)}
          isHidden={!canPay}
          onPay={() => {
            // There is nothing to pay without a sum. The button that mends it may be out of sight.
            if (!placed && asked.error)
              document.querySelector<HTMLElement>("[data-remedy]")?.focus();
            form.submit();
          }}
        />
      </form>
    </CheckoutLayout>
  );
}

const OF_PLACED = ["not_found", "total_changed", "already_paid", "refunded"];

/** Whether the order has expired, costs something else now, or is paid. A guest's order that expired answers 401. */
const isOfPlaced = ({ code }: ApiError, isGuest: boolean) =>
  OF_PLACED.includes(code) || (isGuest && code === "unauthenticated");
