import "./checkout.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useParams } from "react-router";
import type { Purchase } from "../../../../api/client.ts";
import { ApiError } from "../../../../api/errors.ts";
import { orderNumber } from "../../../../api/order-name.ts";
import { purchaseQuery } from "../../../../api/purchase.ts";
import { useAccount } from "../../../../api/session/SessionProvider.tsx";
import { useRole } from "../../../../api/session/use-role.ts";
import { invoicePath } from "../../../../page-paths.ts";
import { pages, paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { BackLink } from "../../../../ui/BackLink.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { LoadError } from "../../../../ui/LoadError.tsx";
import { PageTitle } from "../../../../ui/PageTitle.tsx";
import { Spinner } from "../../../../ui/Spinner.tsx";
import { arrivalDays } from "../../arrival.ts";
import { daysText } from "../../delivery-texts.ts";
import { OrderAgain } from "../../OrderAgain.tsx";
import { addressText } from "../../sum-texts.ts";
import { forgetPlacedPurchase } from "../../use-place-purchase.ts";
import { EndedPurchase, endedPurchase } from "../EndedPurchase.tsx";
import { TransactionId } from "../PaymentResult.tsx";
import { useReturnFromBank } from "../use-return-from-bank.ts";
import { PlacedAsGuest } from "./PlacedAsGuest.tsx";
import { PlacedHeading } from "./PlacedHeading.tsx";
import { PlacedProgress } from "./PlacedProgress.tsx";
import { PlacedSumSection } from "./PlacedSumSection.tsx";
import { PlacedTools } from "./PlacedTools.tsx";
import { usePurchasePayment } from "./PurchasePayment.tsx";
import { PutBack } from "./PutBack.tsx";
import { texts } from "./placed.texts.en.tsx";
import { useDeletePurchaseDialog } from "./use-purchase-deletion.tsx";

/** What was bought at once: how far it is, what it costs and how it is paid. */
export default function PlacedPurchasePage() {
  const { id = "" } = useParams();
  const { data: purchase, error, refetch } = useQuery({ ...purchaseQuery(id), staleTime: 0 });
  const { data: role } = useRole();
  const [deleted, setDeleted] = useState<Purchase>();
  const list = role === "admin" ? pages.manageOrders : pages.myOrders;
  useReturnFromBank();
  const ended = deleted ? undefined : endedPurchase(error);
  const isGone = error instanceof ApiError && [404, 410].includes(error.status);
  const isSettled = isGone || deleted !== undefined || purchase?.paid === true;
  useEffect(() => {
    if (isSettled) forgetPlacedPurchase();
  }, [isSettled]);
  const shown = isGone || deleted ? undefined : purchase;
  const title = shown ? texts.order(orderNumber(shown)) : pages.placedPurchase.title;

  return (
    <div className="measure py-4 md:py-8 lg:py-12">
      <PageTitle>{title}</PageTitle>
      <BackLink to={list.path} className="mb-4 md:mb-6">
        {list.title}
      </BackLink>
      <PlacedHeading title={title} at={shown?.createdAt} />
      {shown ? (
        <Placed purchase={shown} onDeleted={() => setDeleted(shown)} />
      ) : ended ? (
        <EndedPurchase ended={ended} />
      ) : isGone || deleted ? (
        <div className="mt-8">
          <EmptyState
            title={deleted ? texts.deleted(orderNumber(deleted)) : texts.notFound}
            action={
              deleted ? (
                <PutBack lines={linesOf(deleted)} />
              ) : (
                <AppLink to={paths.tools} className="btn btn-primary">
                  {texts.allTools}
                </AppLink>
              )
            }
          >
            {deleted ? texts.deletedNote : texts.gone}
          </EmptyState>
        </div>
      ) : error ? (
        <div className="mt-8">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <Spinner label={texts.loading} />
      )}
    </div>
  );
}

const linesOf = ({ orders }: Purchase) =>
  orders.map(({ toolId, toolName, orderQuantity }) => ({
    ...{ toolId, toolName },
    quantity: orderQuantity,
  }));

function Placed({ purchase, onDeleted }: { purchase: Purchase; onDeleted: () => void }) {
  const deletion = useDeletePurchaseDialog(onDeleted);
  const isOwn = useAccount().email === purchase.customerEmail;
  const { isNews, content } = usePurchasePayment(purchase, isOwn);
  const [first] = purchase.orders;
  return (
    <div className="placed">
      {isNews && <div className="placed-news">{content}</div>}
      <PlacedTools purchase={purchase} />
      <PlacedSumSection purchase={purchase}>{!isNews && content}</PlacedSumSection>
      <div>
        <Facts purchase={purchase} isOwn={isOwn} />
        <div className="mt-8">
          <PlacedProgress purchase={purchase} />
        </div>
        {isOwn && first?.placedAsGuest && <PlacedAsGuest id={purchase._id} />}
        <div className="mt-6 flex flex-wrap items-center gap-3">
          {isOwn && purchase.paid && <OrderAgain orders={purchase.orders} small />}
          <AppLink to={invoicePath(purchase._id)} className="btn btn-outline btn-sm">
            {texts.invoice}
          </AppLink>
          {!purchase.paid && (
            <Button variant="outline" small onClick={() => deletion.ask(purchase)}>
              {texts.deleteOrder}
            </Button>
          )}
        </div>
      </div>
      {first?.transactionId && (
        <div className="placed-foot">
          <TransactionId id={first.transactionId} />
        </div>
      )}
      {deletion.dialog}
    </div>
  );
}

/** Where it goes, and how. */
function Facts({ purchase, isOwn }: { purchase: Purchase; isOwn: boolean }) {
  const { delivery, address, phone, customerName } = purchase;
  const customer = isOwn ? texts.yourAddress : texts.customer;
  // The browser that bought has set the password, and proves no address.
  const isHidden = isOwn && purchase.orders[0]?.placedAsGuest && !customerName;
  const missing = isHidden ? texts.addressHidden : texts.noAddress;
  return (
    <dl className="grid gap-3">
      {delivery && (
        <Fact title={delivery.pickUp ? texts.pickUp : texts.delivery}>
          {delivery.name},{" "}
          {purchase.paid ? arrivalDays(purchase.createdAt, delivery) : daysText(delivery)}
        </Fact>
      )}
      <Fact title={delivery?.pickUp ? customer : texts.shipTo}>
        <span className="block" dir="auto">
          {customerName}
        </span>
        <span className="block whitespace-pre-line" dir="auto">
          {addressText(address) || missing}
        </span>
        {phone}
      </Fact>
    </dl>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4">
    <dt className="text-quiet">{title}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);
