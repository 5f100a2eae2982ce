import "./order-paper.css";
import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Order } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { useShop } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";
import { pluralize } from "../../../money.ts";
import { paths } from "../../../pages.ts";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { toolQuery } from "../../catalogue/tool-query.ts";
import { MAX_SLIPS } from "./order-selection.ts";
import { orderQuery } from "./queries.ts";

interface OrderPaperProps {
  title: string;
  /** Why this order has no such paper yet. */
  refuse?: (order: Order) => string | undefined;
  /** The table and what follows it. */
  children: (order: Order, sku: string | null | undefined) => ReactNode;
}

/** The article numbers of the orders' tools. A removed tool has none. */
function useSkus(orders: Order[]) {
  const ids = [...new Set(orders.map(({ toolId }) => toolId))];
  return useQueries({
    queries: ids.map((id) => ({ ...toolQuery(id), retry: false })),
    combine: (tools) => ({
      isPending: tools.some(({ isPending }) => isPending),
      skuOf: ({ toolId }: Order) => tools[ids.indexOf(toolId)]?.data?.sku,
    }),
  });
}

const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Papers about the orders in the path, made to be printed on A4 or Letter. Each one begins a page. */
export function OrderPaper({ title, refuse, children }: OrderPaperProps) {
  const ids = (useParams().id ?? "").split(",").slice(0, MAX_SLIPS);
  const results = useQueries({ queries: ids.map(orderQuery) });
  const orders = results.flatMap(({ data, error }) => (data && !isNotFound(error) ? [data] : []));
  const failed = results.find(({ error }) => error && !isNotFound(error));
  const skus = useSkus(orders);
  const [first] = orders;
  const refusal = first && refuse?.(first);
  const isReady = results.every(({ isPending }) => !isPending) && !skus.isPending && !failed;
  usePrint(isReady && orders.length > 0);

  if (first && isReady && !refusal) {
    const many = ids.length > 1;
    const missing = ids.length - orders.length;
    return (
      <>
        <PageTitle>{many ? `${title}s` : `${title} ${orderNumber(first)}`}</PageTitle>
        <div className="order-paper-bar">
          {many && (
            <p role="status">
              {pluralize(orders.length, "order")}
              {missing > 0 && `. ${pluralize(missing, "order")} of the list is deleted.`}
            </p>
          )}
          <Button onClick={() => window.print()}>Print</Button>
        </div>
        {orders.map((order, index) => (
          <article key={order._id} className="order-paper">
            <PaperHead title={title} order={order} level={index === 0 ? "h1" : "h2"} />
            {children(order, skus.skuOf(order))}
            <PaperFoot />
          </article>
        ))}
      </>
    );
  }
  return (
    <>
      <h1 className="mb-8 text-title">{title}</h1>
      {refusal ? (
        <p>{refusal}</p>
      ) : failed ? (
        <LoadError error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isReady ? (
        <EmptyState title="Order not found">
          It has been deleted, or it belongs to another account.
        </EmptyState>
      ) : (
        <Spinner label="Loading the order" />
      )}
    </>
  );
}

/** Prints once if the link to this page asks for it. */
function usePrint(isReady: boolean) {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isReady || !state?.print) return;
    void navigate(pathname, { replace: true, state: null });
    window.print();
  }, [isReady, state, pathname, navigate]);
}

interface PaperHeadProps {
  title: string;
  order: Order;
  level: "h1" | "h2";
}

function PaperHead({ title, order, level: Title }: PaperHeadProps) {
  const { name, logo, legalName, address, email, phone, registrationNumbers } = useShop();
  const to = swapped(order);
  return (
    <>
      <header className="order-paper-head">
        {logo ? (
          <img className="shop-logo h-14 max-w-64" src={logo} alt={name} />
        ) : (
          <p className="font-display text-2xl font-semibold">{name}</p>
        )}
        <div className="text-right">
          <Title className="text-heading">{title}</Title>
          <p className="figures font-medium first-letter:uppercase">order {orderNumber(order)}</p>
          <p className="figures text-sm text-quiet">
            Placed on <DateText at={order.createdAt} />
          </p>
        </div>
      </header>
      <div className="order-paper-parties">
        <section>
          <p className="text-sm text-quiet">From</p>
          <p className="font-medium">{legalName || name}</p>
          <p className="whitespace-pre-line">{address}</p>
          <p className="text-sm wrap-anywhere">{[phone, email].filter(Boolean).join(" · ")}</p>
          <p className="figures text-sm whitespace-pre-line wrap-anywhere">{registrationNumbers}</p>
        </section>
        <section>
          <p className="text-sm text-quiet">Ship to</p>
          <p className="text-lead font-medium wrap-anywhere" dir="auto">
            {order.customerName}
          </p>
          <p className="text-lead whitespace-pre-line wrap-anywhere" dir="auto">
            {to.address || "No address given"}
          </p>
          <p className="text-sm wrap-anywhere">
            {[to.phone, order.customerEmail].filter(Boolean).join(" · ")}
          </p>
        </section>
      </div>
    </>
  );
}

function PaperFoot() {
  const { email } = useShop();
  return (
    <p className="mt-10 border-t border-rule pt-3 text-sm text-quiet">
      Returns: {window.location.host}
      {paths.returns}
      {email && `, or write to ${email}`}
    </p>
  );
}

interface PaperTableProps {
  order: Order;
  sku: string | null | undefined;
  /** More columns: title and cell. */
  columns: [title: string, cell: ReactNode][];
}

/** What was ordered. The article number has a column if the tool has one. */
export const PaperTable = ({ order, sku, columns }: PaperTableProps) => {
  const all: [string, ReactNode][] = [
    [
      "Tool",
      <span key="tool" dir="auto">
        {order.toolName}
      </span>,
    ],
    ...(sku ? ([["SKU", sku]] as [string, ReactNode][]) : []),
    ...columns,
  ];
  return (
    <table className="figures mt-8 w-full">
      <thead className="text-sm">
        <tr>
          {all.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {all.map(([title, cell]) => (
            <td key={title} className="wrap-anywhere">
              {cell}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
};
