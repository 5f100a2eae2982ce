import { useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from "@stripe/stripe-js";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Basket, Quote } from "../../api/basket.ts";
import { send } from "../../api/client.ts";
import { errorMessage } from "../../api/error-messages.ts";
import { ApiError } from "../../api/errors.ts";
import { formatPrice, toCents } from "../../money.ts";
import { boughtPath } from "../../page-paths.ts";
import { CardProblem } from "./card-problem.ts";
import { confirmPayment, submitElements } from "./confirm-payment.ts";
import { goodsOf, isBlocking } from "./line-problems.ts";
import { useCardProvider } from "./use-card-provider.ts";
import { secretOf, usePlacePurchase } from "./use-place-purchase.ts";
import { newQuoteOf } from "./use-quote.ts";
import { WalletButtons, Wallets } from "./WalletButtons.tsx";
import { texts } from "./wallet.texts.en.ts";
import { addressOfWallet, lineItemsOf, methodOf, placeOfWallet, ratesOf } from "./wallet.ts";

interface BasketWalletProps {
  basket: Basket;
  /**
   * The sum that the page shows. If it is undefined, the wallet shows the goods alone until it
   * tells the place.
   */
  quote: Quote | undefined;
  /** Keeps the page as it is, because the basket is empty once it is bought. */
  onPaying: (isPaying: boolean) => void;
  /** The customer has no account, so the wallet is asked for the e-mail. */
  isGuest?: boolean;
  or: string;
  /** Stands in place of the buttons in a browser without a wallet. */
  fallback?: ReactNode;
}

/** Buys the basket with a wallet, which has the address and the card. */
export default function BasketWallet({ quote, ...props }: BasketWalletProps) {
  const { takesCards, provider } = useCardProvider();
  const goods = goodsOf(props.basket.lines);
  const shown = quote ?? { goods, shipping: 0, taxes: [], total: goods };
  if (!takesCards || provider.error) return props.fallback;
  return (
    <Wallets stripe={provider.data ?? null} cents={toCents(shown.total)}>
      <BasketWalletButtons shown={shown} {...props} />
    </Wallets>
  );
}

type Shown = Pick<Quote, "goods" | "shipping" | "taxes" | "total"> & Partial<Quote>;

type ButtonsProps = Omit<BasketWalletProps, "quote"> & { shown: Shown };

function BasketWalletButtons({ or, fallback, ...props }: ButtonsProps) {
  const { problem, ...events } = useBasketWallet(props);
  const needsEmail = props.isGuest === true;
  return <WalletButtons {...{ needsEmail, problem, or, fallback }} needsAddress {...events} />;
}

type Sheet = Pick<StripeExpressCheckoutElementShippingAddressChangeEvent, "resolve" | "reject">;

/** Keeps the wallet's sheet on the server's quote, and buys what it shows. */
function useBasketWallet({
  basket,
  shown,
  onPaying,
  isGuest = false,
}: Omit<ButtonsProps, "or" | "fallback">) {
  const stripe = useStripe();
  const elements = useElements();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const place = usePlacePurchase();
  const [problem, setProblem] = useState<string>();
  /** What the sheet shows, and where that is. */
  const sheet = useRef<{
    quote?: Quote;
    address?: ReturnType<typeof placeOfWallet>;
    /** The delivery that the customer chose last, on the page or in the sheet. */
    method?: string | undefined;
  }>({});

  const onClick = ({ resolve, reject }: StripeExpressCheckoutElementClickEvent) => {
    const ofLine = basket.lines.find((line) => line.problem)?.problem;
    const blocking = ofLine ?? shown.problems?.find(isBlocking);
    setProblem(blocking?.detail);
    sheet.current = { method: shown.method };
    if (blocking) reject();
    else resolve({ lineItems: lineItemsOf(shown), shippingRates: ratesOf(shown) });
  };

  const quoteSheet = async (
    address: ReturnType<typeof placeOfWallet> | undefined,
    method: string | undefined,
    { resolve, reject }: Sheet,
  ) => {
    try {
      const body = { ...(address && { address }), ...(method && { method }) };
      const quote = await send("POST /quote", { body });
      const blocking = quote.problems.find(isBlocking);
      if (blocking) throw new CardProblem(blocking.detail);
      await elements?.update({ amount: toCents(quote.total) });
      sheet.current = { quote, ...(address && { address }), method: quote.method };
      resolve({ lineItems: lineItemsOf(quote), shippingRates: ratesOf(quote) });
    } catch (error) {
      sheet.current = { method };
      setProblem(sentence(error));
      reject();
    }
  };

  const close = () => void elements?.update({ amount: toCents(shown.total) });

  const onConfirm = async (event: StripeExpressCheckoutElementConfirmEvent) => {
    const { quote } = sheet.current;
    const { shippingAddress, billingDetails, paymentFailed } = event;
    onPaying(true);
    let purchaseId: string | undefined;
    try {
      if (!stripe || !elements || !quote || !shippingAddress)
        throw new CardProblem(texts.noAddress);
      const email = isGuest ? billingDetails?.email : undefined;
      if (isGuest && !email) throw new CardProblem(texts.noEmail);
      await submitElements(elements);
      const address = addressOfWallet(shippingAddress);
      const placed = await place(quote, basket, { address, ...(email && { email }) });
      purchaseId = placed.purchaseId;
      const path = boughtPath(purchaseId, isGuest);
      const clientSecret = await secretOf(placed);
      const transactionId = await confirmPayment(stripe, elements, clientSecret, path);
      navigate(path, { replace: true, state: { isNew: true, transactionId } });
    } catch (error) {
      paymentFailed({ reason: reasonOf(error), message: sentence(error) });
      close();
      onPaying(false);
      if (newQuoteOf(error)) void queryClient.invalidateQueries({ queryKey: ["basket"] });
      // Another attempt pays the same purchase.
      if (purchaseId)
        navigate(boughtPath(purchaseId, isGuest), {
          replace: true,
          state: { isNew: true, problem: sentence(error) },
        });
      else setProblem(sentence(error));
    }
  };

  return {
    problem,
    onClick,
    onConfirm,
    onCancel: close,
    onShippingAddressChange: ({
      address,
      ...answers
    }: StripeExpressCheckoutElementShippingAddressChangeEvent) =>
      quoteSheet(placeOfWallet(address), sheet.current.method, answers),
    onShippingRateChange: ({
      shippingRate,
      ...answers
    }: Sheet & { shippingRate: { id: string } }) =>
      quoteSheet(sheet.current.address, methodOf(shippingRate), answers),
  };
}

function reasonOf(error: unknown) {
  if (!(error instanceof ApiError)) return "fail";
  if (["not_delivered_there", "quebec_not_open"].includes(error.code ?? ""))
    return "address_unserviceable";
  const isOfAddress = error.fields.some(({ field }) => field.startsWith("address."));
  return isOfAddress ? "invalid_shipping_address" : "fail";
}

/** What the customer reads. Another total is named, and nothing was charged. */
function sentence(error: unknown) {
  const quote = newQuoteOf(error);
  if (quote) return texts.newTotal(errorMessage(error), formatPrice(quote.total));
  return error instanceof CardProblem ? error.message : errorMessage(error);
}
