import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { configQuery } from "../../../api/config.ts";
import { howToPayText } from "../../../api/how-to-pay.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { useShop } from "../../../api/shop.ts";
import { currencyLetters, formatCount, formatFullPrice, formatPrice } from "../../../money.ts";
import { paymentPath } from "../../../page-paths.ts";
import { paths } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Deadline } from "../../../ui/DateText.tsx";
import type { PlacedOrder } from "../placed-order.ts";
import { priceFor, totalText } from "../quantity.ts";
import { slipTexts as texts } from "./purchase.texts.en.tsx";
import { orderQuery } from "./queries.ts";
import { texts as totalTexts } from "./total-price.texts.en.ts";

/** Longer than impatient presses on Purchase follow each other. */
const IGNORE_PRESSES_FOR = 800;

interface OrderSlipProps {
  order: PlacedOrder;
  /** My Orders is for customers only. */
  isAdmin: boolean;
  onOrderAnother: () => void;
}

/** What was ordered. It takes the place and the focus of the form. */
export function OrderSlip({ order, isAdmin, onOrderAnother }: OrderSlipProps) {
  const { tool, quantity, address, phone } = order;
  const price = priceFor(tool, quantity);
  const { data: stored } = useQuery(orderQuery(order.id));
  const charges = useQuery(configQuery).data?.charges ?? [];
  const [isNew, setIsNew] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setIsNew(false), IGNORE_PRESSES_FOR);
    return () => clearTimeout(timer);
  }, []);

  return (
    <section
      ref={focusOnce}
      tabIndex={-1}
      aria-labelledby="order-slip"
      className="mt-6 border-t-3 border-double border-rule-strong pt-6 outline-none md:mt-10"
    >
      <h2 id="order-slip" className="text-heading">
        {texts.title}
      </h2>
      <dl className="mt-4 border-t border-rule">
        <Line title={texts.tool}>
          {formatCount(quantity)} × {tool.name}
        </Line>
        <Line title={texts.totalPrice}>
          {formatCount(quantity)} × {formatPrice(price)} ={" "}
          <strong className="font-semibold">{totalText(quantity, price)}</strong>{" "}
          {currencyLetters()}
        </Line>
        {stored?.subtotal !== undefined && (
          <Line title={texts.toPay}>
            <strong className="font-semibold">{formatFullPrice(stored.totalPrice)}</strong>
            {charges.length > 0 && totalTexts.withCharges(charges)}
          </Line>
        )}
        <Line title={texts.shipTo}>
          {address.trim() || <span className="text-quiet">{texts.noAddress}</span>}
        </Line>
        {phone.trim() && <Line title={texts.phone}>{phone}</Line>}
      </dl>
      <p className="mt-4 text-quiet">
        {stored?.expiresAt
          ? texts.reservedUntil(<Deadline at={stored.expiresAt} />)
          : texts.reserved}
      </p>
      <div inert={isNew}>
        <PayActions
          orderId={order.id}
          number={stored && orderNumber(stored)}
          isAdmin={isAdmin}
          onOrderAnother={onOrderAnother}
        />
      </div>
    </section>
  );
}

interface PayActionsProps extends Omit<OrderSlipProps, "order"> {
  orderId: string;
  /** Undefined while it loads. */
  number: string | undefined;
}

function PayActions({ orderId, number, isAdmin, onOrderAnother }: PayActionsProps) {
  const { data: config } = useQuery(configQuery);
  const takesCards = config?.stripePublishableKey !== null;
  const shop = useShop();
  return (
    <>
      {!takesCards && (
        <div className="mt-4 border-l-2 border-info py-1 pl-4">
          <p className="font-medium">{number ? texts.howToPayOrder(number) : texts.howToPay}</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{howToPayText(shop)}</p>
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
        {takesCards && (
          <AppLink to={paymentPath(orderId)} className="btn btn-primary min-w-40">
            {texts.payNow}
          </AppLink>
        )}
        {!isAdmin && (
          <AppLink to={paths.myOrders} className="btn btn-outline">
            {texts.myOrders}
          </AppLink>
        )}
        <Button variant="quiet" onClick={onOrderAnother}>
          {texts.orderAnother}
        </Button>
      </div>
    </>
  );
}

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 border-b border-rule py-2.5">
    <dt className="text-quiet">{title}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const focusOnce = (element: HTMLElement | null) => element?.focus();
