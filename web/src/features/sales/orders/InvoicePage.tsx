import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ApiError } from "../../../api/errors.ts";
import { orderNumber } from "../../../api/order-name.ts";
import { purchaseQuery } from "../../../api/purchase.ts";
import { placedPurchasePath } from "../../../page-paths.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { LoadError } from "../../../ui/LoadError.tsx";
import { PageTitle } from "../../../ui/PageTitle.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { PaperFoot, PaperHead, useSkus } from "./OrderPaper.tsx";
import { PurchasePaper } from "./PurchasePaper.tsx";

/** The invoice of everything that was bought at once, made to be printed on A4 or Letter. */
export default function InvoicePage() {
  const { id = "" } = useParams();
  const { data: purchase, error, refetch } = useQuery(purchaseQuery(id));
  const { skuOf } = useSkus(purchase?.orders ?? []);
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="measure py-4 md:py-8 print:p-0">
      {purchase && !isGone ? (
        <>
          <PageTitle>{`Invoice ${orderNumber(purchase)}`}</PageTitle>
          <div className="order-paper-bar">
            <BackLink to={placedPurchasePath(id)} className="">
              {`Order ${orderNumber(purchase)}`}
            </BackLink>
            <Button onClick={() => window.print()}>Print</Button>
          </div>
          <article className="order-paper">
            <PaperHead
              title="Invoice"
              paper={purchase}
              level="h1"
              to={purchase.delivery?.pickUp ? "Sold to" : "Ship to"}
            />
            <PurchasePaper purchase={purchase} skuOf={skuOf} />
            <PaperFoot />
          </article>
        </>
      ) : (
        <>
          <h1 className="mb-8 text-title">Invoice</h1>
          {isGone ? (
            <EmptyState title="Order not found">
              It has been deleted, or it belongs to another account.
            </EmptyState>
          ) : error ? (
            <LoadError error={error} onRetry={() => void refetch()} />
          ) : (
            <Spinner label="Loading the order" />
          )}
        </>
      )}
    </div>
  );
}
