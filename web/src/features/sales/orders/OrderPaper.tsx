import "./order-paper.css";
import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useLocation, useNavigate, useParams } from "react-router";
import type { Order, Purchase } from "../../../api/client.ts";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { hasPurchase, purchaseIdOf, purchaseQuery } from "../../../api/purchase.ts";
import { useShop } from "../../../api/shop.ts";
import { swapped } from "../../../api/swap.ts";
import { paths } from "../../../pages.ts";
import { Button } from "../../../ui/Button.tsx";
import { DateText } from "../../../ui/DateText.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { toolQuery } from "../../catalogue/tool-query.ts";
import { addressText } from "../sum-texts.ts";
import { MAX_SLIPS } from "./order-selection.ts";
import { texts } from "./paper.texts.en.tsx";
import { orderQuery } from "./queries.ts";

export type SkuOf = (order: Order) => string | null | undefined;

interface OrderPaperProps {
  title: string;
  titleOfSeveral: string;
  /** Whether the lines of a purchase that go together are on one paper. */
  together?: boolean;
  /** Why this order has no such paper yet. */
  refuse?: (order: Order) => string | undefined;
  /** The table and what follows it. */
  children: (orders: [Order, ...Order[]], skuOf: SkuOf) => ReactNode;
}

/** The article numbers of the orders' tools. A removed tool has none. */
export function useSkus(orders: Order[]) {
  const ids = [...new Set(orders.map(({ toolId }) => toolId))];
  return useQueries({
    queries: ids.map((id) => ({ ...toolQuery(id), retry: false })),
    combine: (tools) => ({
      isPending: tools.some(({ isPending }) => isPending),
      skuOf: (({ toolId }) => tools[ids.indexOf(toolId)]?.data?.sku) as SkuOf,
    }),
  });
}

/** Whether two orders are in the same state, and go to the same address in the same parcel. */
const goWith = (one: Order, other: Order) =>
  one.status === other.status &&
  swapped(one).address === swapped(other).address &&
  one.carrier === other.carrier &&
  one.trackingNumber === other.trackingNumber;

interface Paper {
  lines: [Order, ...Order[]];
  delivery: Purchase["delivery"];
}

/**
 * Returns a paper for each order, with the lines of its purchase that go with it. Each line is on
 * one paper.
 */
function usePapers(orders: Order[], together: boolean) {
  const ids = [...new Set(orders.filter(hasPurchase).map(purchaseIdOf))];
  return useQueries({
    queries: ids.map(purchaseQuery),
    combine: (purchases) => {
      const printed = new Set<string>();
      const papers: Paper[] = [];
      for (const order of orders) {
        if (printed.has(order._id)) continue;
        const purchase = purchases[ids.indexOf(purchaseIdOf(order))]?.data;
        const lines = together && purchase ? purchase.orders : [];
        const [first = order, ...others] = lines.filter((line) => goWith(line, order));
        papers.push({ lines: [first, ...others], delivery: purchase?.delivery });
        for (const { _id } of [order, first, ...others]) printed.add(_id);
      }
      return { isReady: purchases.every(({ isPending }) => !isPending), papers };
    },
  });
}

export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Papers about the orders in the path, made to be printed on A4 or Letter. Each one begins a page. */
export function OrderPaper({
  title,
  titleOfSeveral,
  together = false,
  refuse,
  children,
}: OrderPaperProps) {
  const ids = (useParams().id ?? "").split(",").slice(0, MAX_SLIPS);
  const results = useQueries({ queries: ids.map(orderQuery) });
  const orders = results.flatMap(({ data, error }) => (data && !isNotFound(error) ? [data] : []));
  const failed = results.find(({ error }) => error && !isNotFound(error));
  const { isReady: areTogether, papers } = usePapers(orders, together);
  const skus = useSkus(papers.flatMap(({ lines }) => lines));
  const [first] = orders;
  const refusal = first && refuse?.(first);
  const isLoaded = results.every(({ isPending }) => !isPending) && areTogether;
  const isReady = isLoaded && !skus.isPending && !failed;
  usePrint(isReady && orders.length > 0);

  if (first && isReady && !refusal) {
    const many = ids.length > 1;
    const missing = ids.length - orders.length;
    return (
      <>
        <PageTitle>{many ? titleOfSeveral : `${title} ${orderNumber(first)}`}</PageTitle>
        <div className="order-paper-bar">
          {many && (
            <p role="status">
              {missing > 0
                ? texts.ordersWithout(orders.length, missing)
                : texts.orders(orders.length)}
            </p>
          )}
          <Button onClick={() => window.print()}>{texts.print}</Button>
        </div>
        {papers.map(({ lines, delivery }, index) => (
          <article key={lines[0]._id} className="order-paper">
            <PaperHead
              title={title}
              paper={{ ...lines[0], ...swapped(lines[0]), delivery }}
              level={index === 0 ? "h1" : "h2"}
            />
            {children(lines, skus.skuOf)}
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
        <EmptyState title={texts.notFound}>{texts.notFoundHint}</EmptyState>
      ) : (
        <Spinner label={texts.loading} />
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
  /** The order, with address and phone as they are meant. */
  paper: Pick<
    Order,
    "number" | "createdAt" | "customerName" | "customerEmail" | "address" | "phone"
  > & { delivery?: Purchase["delivery"] };
  level: "h1" | "h2";
  /** The words above the customer. */
  to?: string;
  /** The children stand in place of number and day of the order. */
  children?: ReactNode;
}

export function PaperHead({
  title,
  paper,
  level: Title,
  to = paper.delivery?.pickUp ? texts.forCustomer : texts.shipTo,
  children,
}: PaperHeadProps) {
  const { name, logo, legalName, address, email, phone, registrationNumbers } = useShop();
  return (
    <>
      <header className="order-paper-head">
        {logo ? (
          <img className="shop-logo h-14 max-w-64" src={logo} alt={name} />
        ) : (
          <p className="font-display text-2xl font-semibold">{name}</p>
        )}
        <div className="ml-auto text-right">
          <Title className="text-heading">{title}</Title>
          {children ?? (
            <>
              <p className="font-medium first-letter:uppercase">
                {texts.order(orderNumber(paper))}
              </p>
              <p className="text-sm text-quiet">
                {texts.placedOn(<DateText at={paper.createdAt} />)}
              </p>
            </>
          )}
        </div>
      </header>
      <div className="order-paper-parties">
        <section>
          <p className="text-sm text-quiet">{texts.from}</p>
          <p className="font-medium">{legalName || name}</p>
          <p className="whitespace-pre-line">{address}</p>
          <p className="text-sm wrap-anywhere">{[phone, email].filter(Boolean).join(" · ")}</p>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{registrationNumbers}</p>
        </section>
        <section>
          <p className="text-sm text-quiet">{to}</p>
          <p className="text-lead font-medium wrap-anywhere" dir="auto">
            {paper.customerName}
          </p>
          <p className="text-lead whitespace-pre-line wrap-anywhere" dir="auto">
            {addressText(paper.address) ||
              (paper.delivery?.pickUp ? paper.delivery.name : texts.noAddress)}
          </p>
          <p className="text-sm wrap-anywhere">
            {[paper.phone, paper.customerEmail].filter(Boolean).join(" · ")}
          </p>
        </section>
      </div>
    </>
  );
}

export function PaperFoot() {
  const { email } = useShop();
  const address = `${window.location.host}${paths.returns}`;
  return (
    <p className="mt-10 border-t border-rule pt-3 text-sm text-quiet">
      {email ? texts.returnsOrEmail(address, email) : texts.returns(address)}
    </p>
  );
}

interface PaperTableProps {
  orders: Order[];
  skuOf: SkuOf;
  /** More columns, of numbers: title and cell. */
  columns: [title: string, cell: (order: Order) => ReactNode][];
}

/**
 * What was ordered. The article numbers have a column if a tool has one. On phones a line has the tool above its other
 * cells, so the roles are explicit: `display` removes them.
 */
export const PaperTable = ({ orders, skuOf, columns }: PaperTableProps) => {
  const all: PaperTableProps["columns"] = [
    [texts.tool, ({ toolName }) => <span dir="auto">{toolName}</span>],
    ...(orders.some(skuOf) ? ([[texts.sku, skuOf]] as PaperTableProps["columns"]) : []),
    ...columns,
  ];
  const classOf = (index: number) =>
    index < all.length - columns.length ? "wrap-anywhere" : "numeric figures whitespace-nowrap";
  return (
    <table role="table" className="order-paper-lines mt-8 w-full">
      <thead role="rowgroup" className="text-sm">
        <tr role="row">
          {all.map(([title], index) => (
            <th key={title} role="columnheader" scope="col" className={classOf(index)}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {orders.map((order) => (
          <tr key={order._id} role="row">
            {all.map(([title, cell], index) => (
              <td key={title} role="cell" className={classOf(index)}>
                {cell(order)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
