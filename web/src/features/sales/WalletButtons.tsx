import "./buying.css";
import { Elements, ExpressCheckoutElement } from "@stripe/react-stripe-js";
import type {
  Stripe,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from "react";
import { language } from "../../language.en.ts";
import { currencyLetters, currencySign } from "../../money.ts";
import { FRAME_TIMEOUT } from "./card-provider.ts";
import { PAYMENT_METHOD_TYPES } from "./wallet.ts";

const SMALLEST_CHARGE = 50;

/** Elements for a payment that does not exist yet. */
export function deferredPayment(cents: number) {
  return {
    mode: "payment",
    amount: Math.max(cents, SMALLEST_CHARGE),
    // A currency without a sign has its letters as one.
    currency: (currencyLetters() || currencySign()).toLowerCase(),
    allowedPaymentMethodTypes: PAYMENT_METHOD_TYPES,
    locale: language.code === "fr" ? "fr-CA" : "en-CA",
  } satisfies StripeElementsOptionsMode;
}

interface WalletsProps {
  stripe: Stripe | null;
  cents: number;
  children: ReactNode;
}

/** What wallets pay from. It is apart from the card form, because its amount follows the wallet's address. */
export function Wallets({ stripe, cents, children }: WalletsProps) {
  const options = useMemo(() => deferredPayment(cents), [cents]);
  return (
    <Elements stripe={stripe} options={options}>
      {children}
    </Elements>
  );
}

type Events = Pick<
  ComponentProps<typeof ExpressCheckoutElement>,
  "onClick" | "onConfirm" | "onCancel" | "onShippingAddressChange" | "onShippingRateChange"
>;

interface WalletButtonsProps extends Events {
  /** The wallet asks where the goods go. */
  needsAddress?: boolean;
  /** The wallet asks where the link to the order goes. */
  needsEmail?: boolean;
  problem: string | undefined;
  /** What the other ways to pay are: "or pay by card". */
  or: string;
  /** Stands in place of the buttons if the browser has no wallet. */
  fallback?: ReactNode;
}

const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 44,
  layout: { maxColumns: 2, maxRows: 1 },
  paymentMethods: { link: "never", amazonPay: "never", klarna: "never", paypal: "never" },
};
const WITH_ADDRESS: StripeExpressCheckoutElementOptions = {
  ...OPTIONS,
  shippingAddressRequired: true,
  allowedShippingCountries: ["CA"],
};

/** The provider cannot change it later. */
const ON_DARK: StripeExpressCheckoutElementOptions = {
  buttonTheme: { applePay: "white", googlePay: "white" },
};
const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";

/** Apple Pay and Google Pay, if the browser has one of them. Nothing otherwise. */
export function WalletButtons({
  needsAddress,
  needsEmail,
  problem,
  or,
  fallback,
  ...events
}: WalletButtonsProps) {
  /** It is undefined while the provider has not told yet. */
  const [hasOne, setHasOne] = useState<boolean>();
  useEffect(() => {
    if (hasOne !== undefined) return;
    const timer = setTimeout(() => setHasOne(false), FRAME_TIMEOUT);
    return () => clearTimeout(timer);
  }, [hasOne]);
  const [options] = useState(() => ({
    ...(needsAddress ? WITH_ADDRESS : OPTIONS),
    ...(needsEmail && { emailRequired: true }),
    ...(isDark() && ON_DARK),
  }));
  if (hasOne === false && fallback) return fallback;
  return (
    <div className="wallets" hidden={hasOne === false}>
      <div className="wallet-buttons">
        <ExpressCheckoutElement
          {...events}
          onConfirm={events.onConfirm}
          options={options}
          onReady={({ availablePaymentMethods }) => setHasOne(Boolean(availablePaymentMethods))}
          onLoadError={() => setHasOne(false)}
        />
      </div>
      <p role="alert" className="py-1 text-sm text-error empty:hidden">
        {problem}
      </p>
      <p className="wallet-or">{or}</p>
    </div>
  );
}
