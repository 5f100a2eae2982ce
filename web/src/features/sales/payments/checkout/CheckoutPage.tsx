import { Elements } from "@stripe/react-stripe-js";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Navigate } from "react-router";
import { type Basket, useBasket } from "../../../../api/basket.ts";
import { configQuery } from "../../../../api/config.ts";
import { readPlace } from "../../../../api/place.ts";
import { profileQuery } from "../../../../api/profile.ts";
import { privateQuery } from "../../../../api/query.ts";
import { useAccount, useSession } from "../../../../api/session/SessionProvider.tsx";
import { readFromTab } from "../../../../api/session/tab-storage.ts";
import { useLiveStock } from "../../../../api/use-live-stock.ts";
import { boughtPath, checkoutPath } from "../../../../page-paths.ts";
import { paths } from "../../../../pages.ts";
import { LoginNeeded } from "../../../../ui/FormError.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import type { CheckoutValues } from "../../AddressFields.tsx";
import { isAt, movedTo, withKnown } from "../../address.ts";
import { EmptyBasket } from "../../EmptyBasket.tsx";
import { appearanceOf, useThemeColors } from "../../theme-colors.ts";
import { useCardProvider } from "../../use-card-provider.ts";
import {
  DRAFT,
  findLostPurchase,
  hasUnansweredPurchase,
  readPlacedPurchase,
} from "../../use-place-purchase.ts";
import { deferredPayment } from "../../WalletButtons.tsx";
import { QUICK_SAVED_CARDS } from "../card-choice.ts";
import { CheckoutForm } from "./CheckoutForm.tsx";
import { CheckoutSkeleton } from "./CheckoutLayout.tsx";
import { texts } from "./checkout.texts.en.tsx";
import { IfOrdered } from "./IfOrdered.tsx";

const savedAddressQuery = privateQuery(["saved-address"], "/checkout", {}, { staleTime: 0 });

/** One page from the basket to the payment. */
export default function CheckoutPage() {
  const { status } = useSession().state;
  // Asked for together with the session, so that the card form begins to load early.
  useQuery(configQuery);
  if (status === "signed-in" || status === "signed-out") return <OfSession />;
  return <CheckoutSkeleton label={texts.loadingBasket} />;
}

/** The session says whether an account buys, or a visitor. */
function OfSession() {
  useLiveStock();
  const { data: basket, error, refetch } = useBasket();
  const { state } = useSession();
  const isGuest = state.status === "signed-out";
  const [earlier] = useState(readPlacedPurchase);
  // The basket is empty once it is bought, while the same page asks for another card. Another tab may have bought it.
  const [latest, setLatest] = useState<Basket>();
  const isNews = basket !== undefined && basket !== latest;
  if (isNews && (basket.lines.length > 0 || !isBuying(earlier))) setLatest(basket);
  const shown = latest && latest.lines.length > 0 ? latest : undefined;

  if (basket && !shown && earlier) return <Navigate to={boughtPath(earlier, isGuest)} replace />;
  if (isGuest && state.hasEnded)
    return (
      <Message>
        <div role="alert" className="text-error">
          <LoginNeeded>{texts.sessionEnded}</LoginNeeded>
        </div>
      </Message>
    );
  if (shown) return isGuest ? <GuestCheckout basket={shown} /> : <Checkout basket={shown} />;
  if (basket) return <NothingToBuy isGuest={isGuest} />;
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return <CheckoutSkeleton label={texts.loadingBasket} />;
}

/** Stands in place of the form. */
const Message = ({ children }: { children: ReactNode }) => (
  <div className="measure py-6 md:py-10">
    <h1 className="mb-6 text-3xl">{texts.title}</h1>
    {children}
  </div>
);

const NotLoaded = (props: ComponentProps<typeof LoadError>) => (
  <Message>
    <LoadError {...props} />
  </Message>
);

/** The basket is empty. An answer that was lost before a reload may have placed it. */
function NothingToBuy({ isGuest }: { isGuest: boolean }) {
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["lost purchase"],
    queryFn: async () => (await findLostPurchase()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (data) return <Navigate to={boughtPath(data.purchaseId, isGuest)} replace />;
  if (error) return <NotLoaded error={error} onRetry={() => void refetch()} />;
  return (
    <Message>
      {isLoading ? (
        <Spinner label={texts.lookingForOrder} />
      ) : (
        <EmptyBasket>
          <IfOrdered isGuest={isGuest} />
        </EmptyBasket>
      )}
    </Message>
  );
}

/**
 * Whether this page buys the basket, or has bought it. `earlier` is what this tab bought before.
 */
const isBuying = (earlier: string | undefined) =>
  hasUnansweredPurchase() || readPlacedPurchase() !== earlier;

/** Waits for what is known of the customer, because the form begins with it. */
function Checkout({ basket }: { basket: Basket }) {
  const account = useAccount();
  const saved = useQuery(savedAddressQuery);
  const profile = useQuery(profileQuery(account.email));
  usePrefetchQuery(QUICK_SAVED_CARDS);
  const { config, takesCards, provider } = useCardProvider();
  const colors = useThemeColors();

  if (config.error) return <NotLoaded error={config.error} onRetry={() => void config.refetch()} />;
  // If one of the first two does not load, the customer types.
  if (saved.isPending || profile.isPending || config.isPending)
    return <CheckoutSkeleton label={texts.loadingAddress} />;
  const known = saved.data?.address;
  const name = account.name || profile.data?.name;
  const place = readPlace();
  const draft = readFromTab<Partial<CheckoutValues>>(DRAFT);
  const first = draft?.address ?? withKnown(known ?? { name, phone: profile.data?.phone });
  const isThere = isAt(first, place);
  const initial = {
    address: isThere ? first : movedTo(place, first),
    saveAddress: draft?.saveAddress ?? (isThere && known !== undefined),
  };
  return (
    // The amount is set when the customer pays.
    <Elements
      stripe={provider.data ?? null}
      options={{ ...deferredPayment(0), appearance: appearanceOf(colors) }}
    >
      <CheckoutForm
        basket={basket}
        payer={{ customerName: account.name, customerEmail: account.email }}
        initial={initial}
        firstMethod={place.method}
        takesCards={takesCards}
        hasCardForm={!provider.error}
      />
    </Elements>
  );
}

/** Shows the checkout of a customer without a login, if the shop sells to visitors. */
function GuestCheckout({ basket }: { basket: Basket }) {
  const { config, takesCards, provider } = useCardProvider();
  const colors = useThemeColors();
  if (config.error) return <NotLoaded error={config.error} onRetry={() => void config.refetch()} />;
  if (config.isPending) return <CheckoutSkeleton label={texts.loading} />;
  if (!config.data.guestCheckout)
    return <Navigate to={paths.login} replace state={{ from: checkoutPath }} />;
  const place = readPlace();
  const draft = readFromTab<Partial<CheckoutValues>>(DRAFT);
  const first = draft?.address ?? withKnown({});
  const initial = {
    address: isAt(first, place) ? first : movedTo(place, first),
    saveAddress: false,
    email: draft?.email ?? "",
  };
  return (
    <Elements
      stripe={provider.data ?? null}
      options={{ ...deferredPayment(0), appearance: appearanceOf(colors) }}
    >
      <CheckoutForm
        basket={basket}
        initial={initial}
        firstMethod={place.method}
        takesCards={takesCards}
        hasCardForm={!provider.error}
      />
    </Elements>
  );
}
