import "./payments.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { Navigate, useParams } from "react-router";
import type { Order } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { orderSteps } from "../../../api/order-steps.ts";
import { purchaseQuery } from "../../../api/purchase.ts";
import { useRole } from "../../../api/session/use-role.ts";
import { swapped } from "../../../api/swap.ts";
import { toolPageQuery } from "../../../api/tool-page.ts";
import { formatCount, formatFullPrice, formatPrice } from "../../../money.ts";
import { placedPurchasePath, toolPath } from "../../../page-paths.ts";
import { pages } from "../../../pages.ts";
import { AppLink } from "../../../ui/AppLink.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ChangeDelivery } from "../../../ui/ChangeDelivery.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { FullPrice } from "../../../ui/FullPrice.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { Picture } from "../../../ui/Picture.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { ChevronIcon, Timeline } from "../../../ui/Timeline.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { OrderedToolPicture, useOrderedTool } from "../OrderedTool.tsx";
import { takeConfirmation } from "../placed-order.ts";
import { CardPayment } from "./CardPayment.tsx";
import { EndedPurchase, endedPurchase } from "./EndedPurchase.tsx";
import { texts } from "./payment-page.texts.en.tsx";
import { orderQuery } from "./queries.ts";
import { useReturnFromBank } from "./use-return-from-bank.ts";

export default function PaymentPage() {
  const { id = "" } = useParams();
  const { data: order, error, refetch } = useQuery(orderQuery(id));

  useReturnFromBank();
  const { data: role } = useRole();
  const list = role === "admin" ? pages.manageOrders : pages.myOrders;
  const gone = error instanceof ApiError && error.status === 404;

  useEffect(() => {
    if (takeConfirmation(id)) showToast("success", texts.confirmed);
  }, [id]);

  // A line of several is paid with the others.
  if (order?.purchaseId) return <Navigate to={placedPurchasePath(order.purchaseId)} replace />;
  return (
    <>
      <BackLink to={list.path}>{list.title}</BackLink>
      <h1 className="text-title">{texts.title}</h1>
      {gone ? (
        <GoneOrder id={id}>
          {role === "admin" ? texts.goneOfShop(list.title) : texts.goneOwn(list.title)}
        </GoneOrder>
      ) : order ? (
        <OrderSummary order={order} />
      ) : error ? (
        <div className="mt-10">
          <LoadError error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <PaymentSkeleton />
      )}
    </>
  );
}

/** An order that is a purchase of its own has its id. What it had may be put into the basket again. */
function GoneOrder({ id, children }: { id: string; children: ReactNode }) {
  const { error, isPending } = useQuery(purchaseQuery(id));
  const ended = endedPurchase(error);
  if (isPending) return <Spinner label={texts.loading} />;
  return ended ? (
    <EndedPurchase ended={ended} />
  ) : (
    <div className="mt-10">
      <EmptyState title={texts.notFound}>{children}</EmptyState>
    </div>
  );
}

const PaymentSkeleton = () => (
  <div role="status" className="appear-late payment">
    <div>
      <span className="sr-only">{texts.loadingText}</span>
      <div className="h-32 bg-base-200" />
    </div>
    <div className="h-72 bg-base-200" />
  </div>
);

/** The greeting, the card and the details: in this order on phones, the card beside the others elsewhere. */
function OrderSummary({ order }: { order: Order }) {
  return (
    <>
      <div className="payment">
        <div>
          <p className="text-lead">
            {texts.hello(
              <strong className="font-semibold wrap-anywhere" dir="auto">
                {order.customerName}
              </strong>,
            )}
          </p>
          <p className="text-quiet wrap-anywhere">{order.customerEmail}</p>
          <div className="mt-5 flex items-center gap-4 border-t border-rule-strong pt-4">
            <OrderedToolPicture toolId={order.toolId} />
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere" dir="auto">
                {order.toolName}
              </p>
              <p className="figures text-sm text-quiet">
                {formatCount(order.orderQuantity)} × {formatPrice(order.price)}
              </p>
            </div>
          </div>
        </div>
        <div>
          <CardPayment key={order._id} order={order} />
        </div>
        <OrderFacts order={order} />
      </div>
      {order.paid && !order.refundBegunAt && <RelatedTools toolId={order.toolId} />}
    </>
  );
}

/** Where it goes and how far it is. Phones fold it until the order is paid, so that the card is in the first view. */
function OrderFacts({ order }: { order: Order }) {
  const address = swapped(order).address.trim();
  // A missing address is asked for.
  const [open, setOpen] = useState(!address);
  const id = useId();
  return (
    <div>
      {!order.paid && (
        <Button
          variant="quiet"
          className="payment-toggle group w-full justify-between px-0"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {texts.details}
          <span className="-rotate-90 transition-transform group-aria-expanded:rotate-0">
            <ChevronIcon />
          </span>
        </Button>
      )}
      <div id={id} data-open={open || order.paid || undefined} className="payment-facts">
        <dl className="border-t border-rule">
          <Line title={texts.order} text={orderNumber(order)} />
          <Line title={texts.shipTo} text={address || texts.noAddress}>
            <ChangeDelivery order={order} />
          </Line>
          {order.paid && <Line title={texts.amount} text={formatFullPrice(order.totalPrice)} />}
        </dl>
        {!address && (!order.paid || order.status === "pending") && (
          <p className="mt-4 border-l-2 border-warning py-1 pl-4">{texts.addressNeeded}</p>
        )}
        <div className="mt-8">
          <Timeline label={texts.progress} steps={orderSteps(order, "customer")} />
        </div>
      </div>
    </div>
  );
}

/** What the buyer of a tool may want next. */
function RelatedTools({ toolId }: { toolId: string }) {
  const slug = useOrderedTool(toolId)?.slug;
  const { data } = useQuery({ ...toolPageQuery(slug ?? ""), enabled: slug !== undefined });
  const related = data && "related" in data ? data.related.slice(0, 3) : [];
  if (related.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-14 border-t border-rule pt-10">
      <h2 id="related" className="text-heading">
        {texts.related}
      </h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-3 sm:gap-8">
        {related.map((tool) => (
          <li key={tool._id}>
            <AppLink to={toolPath(tool)} className="group flex items-center gap-4 sm:block">
              <span className="block w-16 shrink-0 bg-plate sm:mb-3 sm:w-auto">
                <Picture src={tool.img} alt="" sizes="(min-width: 40rem) 30vw, 64px" />
              </span>
              <span>
                <span className="block font-medium wrap-anywhere group-hover:underline">
                  {tool.name}
                </span>
                <span className="figures block text-sm">
                  <FullPrice dollars={tool.price} unit={texts.each} />
                </span>
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  title: string;
  text: string;
  /** The children stand below the text. */
  children?: ReactNode;
}

const Line = ({ title, text, children }: LineProps) => (
  <div className="flex items-baseline justify-between gap-6 border-b border-rule py-3">
    <dt className="shrink-0 text-quiet">{title}</dt>
    <dd className="text-right wrap-anywhere">
      <p className="mb-1.5 font-medium last:mb-0" dir="auto">
        {text}
      </p>
      {children}
    </dd>
  </div>
);
