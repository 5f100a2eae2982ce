import { type ReactNode, useState } from "react";
import type { Basket, Quote } from "../../../../api/basket.ts";
import { howToPayText } from "../../../../api/how-to-pay.ts";
import { useShop } from "../../../../api/shop.ts";
import { Choice } from "../../../../ui/Choice.tsx";
import BasketWallet from "../../BasketWallet.tsx";
import { NoCardForm } from "../CardSection.tsx";
import { texts } from "./checkout.texts.en.tsx";

interface WalletPartProps {
  basket: Basket;
  quote: Quote | undefined;
  isGuest: boolean;
  onPaying: (isPaying: boolean) => void;
  /** The card form is there, and no other way to pay is chosen. */
  isByCard: boolean;
}

/** The wallets above the form. A browser without them has a sentence in the same box, so that nothing moves. */
export const WalletPart = ({ isByCard, ...props }: WalletPartProps) => (
  <div className="wallet-box">
    <BasketWallet
      {...props}
      or={texts.orByCard}
      fallback={
        <p className="wallet-note" hidden={!isByCard}>
          {texts.cardBelow}
        </p>
      }
    />
  </div>
);

export type PayWay = "card" | "shop" | "other";

interface PayPartProps {
  by: PayWay;
  takesCards: boolean;
  /** The card provider's script is there or on its way. */
  hasCardForm: boolean;
  isPaying: boolean;
  /** The customer may choose to pay at the shop. */
  isShopOffered: boolean;
  onChoose: (way: "now" | "shop") => void;
  /** The fields of the card. */
  children: ReactNode;
}

/** How the order is paid: by card, at the shop, or as the shop says. */
export function PayPart({
  by,
  takesCards,
  hasCardForm,
  isPaying,
  isShopOffered,
  onChoose,
  children,
}: PayPartProps) {
  const isShown = by === "card" && hasCardForm;
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <>
      {isShopOffered && (
        <fieldset disabled={isPaying}>
          <Choice
            legend={texts.howToPay}
            hideLegend
            className="mt-3"
            options={
              takesCards ? [["now", texts.byCard], AT_SHOP] : [AT_SHOP, ["now", texts.otherWay]]
            }
            value={by === "shop" ? "shop" : "now"}
            onChange={(value) => onChoose(value === "shop" ? "shop" : "now")}
          />
        </fieldset>
      )}
      <div className="mt-3">
        {by === "shop" ? (
          <p className="text-quiet">{texts.keptReady}</p>
        ) : by === "other" ? (
          <HowToPay />
        ) : (
          !hasCardForm && <NoCardForm>{texts.basketStays}</NoCardForm>
        )}
        {/* It keeps what was typed while another way to pay is chosen. */}
        {wasShown && hasCardForm && <div hidden={!isShown}>{children}</div>}
      </div>
    </>
  );
}

const AT_SHOP: [string, string] = ["shop", texts.atShop];

/** The shop's own words, while it takes no cards. */
const HowToPay = () => (
  <p className="whitespace-pre-line wrap-anywhere">{howToPayText(useShop())}</p>
);
