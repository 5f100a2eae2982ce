import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { type Purchase, send } from "../../../../api/client.ts";
import { configQuery } from "../../../../api/config.ts";
import { errorMessage } from "../../../../api/error-messages.ts";
import { ApiError } from "../../../../api/errors.ts";
import { orderNumber } from "../../../../api/order-name.ts";
import { IN_SENTENCE } from "../../../../api/payment-methods.ts";
import { purchaseQuery } from "../../../../api/purchase.ts";
import { useShop } from "../../../../api/shop.ts";
import { useChange } from "../../../../api/use-change.ts";
import { listed } from "../../../../listed.ts";
import { formatCount, formatFullPrice } from "../../../../money.ts";
import { boughtPath } from "../../../../page-paths.ts";
import { paths } from "../../../../pages.ts";
import { AppLink } from "../../../../ui/AppLink.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Deadline } from "../../../../ui/DateText.tsx";
import { arrivalText } from "../../arrival.ts";
import { Parcel } from "../../Parcel.tsx";
import { addressText } from "../../sum-texts.ts";
import { askPurchaseSecret, type CardChoice, readGuestEmail } from "../../use-place-purchase.ts";
import { CardSection } from "../CardSection.tsx";
import { PaymentResult, PaymentTaken, Title } from "../PaymentResult.tsx";
import { purchaseSecretQuery, useConfirmPurchase } from "../queries.ts";
import { isNotPaid, type PaidBefore } from "../use-return-from-bank.ts";
import { paymentTexts as texts } from "./placed.texts.en.tsx";

/** What the checkout hands over. */
interface FromCheckout extends PaidBefore {
  isNew?: boolean;
}

/**
 * Takes an unpaid purchase to a paid one. It never offers a payment that succeeded again. `isOwn`
 * says whether the purchase belongs to the account, because the shop's people see its page, too.
 */
export function usePurchasePayment(
  purchase: Purchase,
  isOwn: boolean,
): { isNews: boolean; content: ReactNode } {
  const from = (useLocation().state ?? {}) as FromCheckout;
  const [transactionId, setTransactionId] = useState(from.transactionId);
  const report = useConfirmPurchase(purchase._id);
  const { data: config } = useQuery(configQuery);

  const confirm = (id: string) => {
    setTransactionId(id);
    report.mutate(id, {
      // The address of this page may say that a payment succeeded. The shop knows better.
      onError: (error) => {
        if (from.isBack && isNotPaid(error)) setTransactionId(undefined);
      },
    });
  };
  const confirmFirst = useEffectEvent(() => {
    if (from.transactionId && !purchase.paid) confirm(from.transactionId);
  });
  useEffect(() => confirmFirst(), []);

  if (purchase.paid && !transactionId && !from.isBack)
    return { isNews: false, content: <Paid purchase={purchase} /> };
  if (purchase.paid) return { isNews: true, content: <ThankYou purchase={purchase} /> };
  if (transactionId) {
    const retry = () => confirm(transactionId);
    return {
      isNews: true,
      content: <PaymentTaken transactionId={transactionId} error={report.error} onRetry={retry} />,
    };
  }
  const isNew = from.isNew === true;
  // Where the content stands depends on it.
  if (isNew && !config) return { isNews: false, content: null };
  // Nothing is to be paid here, so the thanks come first.
  const isNews =
    isNew && isOwn && (purchase.payAtPickUp === true || config?.stripePublishableKey === null);
  return {
    isNews,
    content: isOwn ? (
      <Unpaid purchase={purchase} isNew={isNew} isNews={isNews} onPaid={confirm} />
    ) : (
      <p className="text-warning">{texts.customerUnpaid}</p>
    ),
  };
}

/** An account may pay with a saved card, or save the card. */
const askSecretOf =
  ({ _id, total }: Purchase) =>
  async (card: CardChoice) =>
    (await askPurchaseSecret(_id, total, card)).clientSecret;

interface UnpaidProps {
  purchase: Purchase;
  isNew: boolean;
  isNews: boolean;
  onPaid: (transactionId: string) => void;
}

function Unpaid({ purchase, isNew, isNews, onPaid }: UnpaidProps) {
  const placed = isNew && (
    <p role="status" className={isNews ? "text-lead" : "border-l-2 border-success py-1 pl-5"}>
      {purchase.payAtPickUp
        ? texts.placedAndKept
        : purchase.delivery?.pickUp
          ? texts.placedForPickUp
          : texts.placedToShip}
    </p>
  );
  const payment = <HowToPay purchase={purchase} onPaid={onPaid} />;
  return isNews ? (
    <Parcel>
      {placed}
      {payment}
    </Parcel>
  ) : (
    <>
      {placed}
      {payment}
    </>
  );
}

const HowToPay = ({ purchase, onPaid }: Pick<UnpaidProps, "purchase" | "onPaid">) => (
  <div className="not-first:mt-4">
    {purchase.payAtPickUp ? (
      <div className="border-l-2 border-warning py-1 pl-5">
        <Arrival purchase={purchase} className="mb-2" />
        <p>
          {purchase.heldUntil
            ? texts.payAtPickUpUntil(<Deadline at={purchase.heldUntil} />, orderNumber(purchase))
            : texts.payAtPickUp(orderNumber(purchase))}
        </p>
      </div>
    ) : (
      <>
        <Hold purchase={purchase} />
        <CardSection
          payable={purchase}
          secretQuery={purchaseSecretQuery(purchase)}
          payableKey={purchaseQuery(purchase._id).queryKey}
          returnPath={boughtPath(purchase._id, !purchase.customerEmail)}
          askSecret={purchase.customerEmail ? askSecretOf(purchase) : undefined}
          onPaid={onPaid}
        />
      </>
    )}
  </div>
);

/** When and where the goods arrive, as the delivery method promises. */
function Arrival({ purchase, className }: { purchase: Purchase; className: string }) {
  const text = arrivalText(purchase, useShop().address);
  return (
    text && (
      <p className={`parcel-arrival wrap-anywhere ${className}`} dir="auto">
        {text}
      </p>
    )
  );
}

function ThankYou({ purchase }: { purchase: Purchase }) {
  const { data: config } = useQuery(configQuery);
  const { orders, delivery, address, customerEmail } = purchase;
  const goods = listed(
    orders.map((order) => `${formatCount(order.orderQuantity)} × ${order.toolName}`),
  );
  return (
    <PaymentResult>
      <Title>{texts.thankYou}</Title>
      <Arrival purchase={purchase} className="mt-3" />
      <p className="mt-3">{texts.receivedTotal(formatFullPrice(purchase.total))}</p>
      <p className="mt-3 wrap-anywhere" dir="auto">
        {delivery?.pickUp
          ? texts.packedForPickUp(goods)
          : address.trim()
            ? texts.packedFor(goods, addressText(address))
            : texts.packed(goods)}
      </p>
      {config?.sendsEmail && (
        <p className="mt-3 text-quiet wrap-anywhere">
          {confirmationText(customerEmail, delivery?.pickUp === true)}
        </p>
      )}
      <p className="mt-5">
        <AppLink to={paths.tools} className="btn btn-outline">
          {texts.continueShopping}
        </AppLink>
      </p>
    </PaymentResult>
  );
}

/** Where the shop writes to. A guest gets a link. */
function confirmationText(email: string, isPickUp: boolean) {
  if (email) return isPickUp ? texts.confirmationForPickUp(email) : texts.confirmation(email);
  const guest = readGuestEmail();
  return guest === undefined ? texts.linkToYou : texts.linkTo(guest);
}

function Paid({ purchase: { orders } }: { purchase: Purchase }) {
  const [first] = orders;
  if (!first) return null;
  return (
    <div className="border-l-2 border-success py-1 pl-5">
      <Title>{texts.paid}</Title>
      <p className="mt-3">
        {first.paymentMethod
          ? texts.received(IN_SENTENCE[first.paymentMethod])
          : texts.receivedByCard}
      </p>
    </div>
  );
}

const A_MINUTE = 60_000;
const TICK = 15_000;

/**
 * Whether the time can no longer be extended. The purchase may still say that it can, because the server asks the card
 * provider about a begun payment only at the press.
 */
const isRefused = (error: unknown) => error instanceof ApiError && error.code === "cannot_extend";

/** How long the tools of an unpaid purchase are reserved. The customer may prolong it once. */
function Hold({ purchase: { _id, heldUntil, createdAt, canExtend } }: { purchase: Purchase }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  const extension = useChange(
    () => send("POST /purchases/{id}/extend", { path: { id: _id } }),
    ["orders"],
  );
  const queryClient = useQueryClient();
  const left = heldUntil ? Math.ceil((Date.parse(heldUntil) - now) / A_MINUTE) : 1;
  // The shop deletes the purchase when its time is over, unless it was paid or prolonged elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again as time passes
  useEffect(() => {
    if (left <= 0) void queryClient.invalidateQueries(purchaseQuery(_id));
  }, [left, now, _id, queryClient]);
  if (!heldUntil) return null;
  // The time has the shop's usual length until the customer prolongs it.
  const usual = Math.round((Date.parse(heldUntil) - Date.parse(createdAt)) / A_MINUTE);
  return (
    <div className="mb-5 border-l-2 border-warning py-1 pl-5">
      {left > 0 ? (
        <p>
          {texts.reservedUntil(<Deadline at={heldUntil} />, left, (text) => (
            <strong className="font-semibold">{text}</strong>
          ))}
        </p>
      ) : (
        <p>{texts.timeIsOver}</p>
      )}
      {canExtend && left > 0 && !isRefused(extension.error) && (
        <Button
          variant="outline"
          small
          className="mt-2"
          busy={extension.isPending}
          onClick={() => extension.mutate()}
        >
          {texts.holdLonger(usual)}
        </Button>
      )}
      <p role="alert" className="text-sm text-error">
        {extension.error && errorMessage(extension.error)}
      </p>
    </div>
  );
}
