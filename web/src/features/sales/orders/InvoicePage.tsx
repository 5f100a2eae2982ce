import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { orderNumber } from "../../../api/order-name.ts";
import { purchaseQuery } from "../../../api/purchase.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { PaperFoot, PaperHead, useSkus } from "./OrderPaper.tsx";
import { PaperLayout } from "./PaperLayout.tsx";
import { PurchasePaper } from "./PurchasePaper.tsx";

/** The invoice of everything that was bought at once, made to be printed on A4 or Letter. */
export default function InvoicePage() {
  const { id = "" } = useParams();
  const query = useQuery(purchaseQuery(id));
  const { data: purchase } = query;
  const { skuOf } = useSkus(purchase?.orders ?? []);
  return (
    <PaperLayout
      title="Invoice"
      number={purchase && orderNumber(purchase)}
      query={query}
      empty={
        <EmptyState title="Order not found">
          It has been deleted, or it belongs to another account.
        </EmptyState>
      }
      loadingLabel="Loading the order"
    >
      {purchase && (
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
      )}
    </PaperLayout>
  );
}
