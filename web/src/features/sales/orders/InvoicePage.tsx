import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { orderNumber } from "../../../api/order-name.ts";
import { purchaseQuery } from "../../../api/purchase.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { texts } from "./invoice.texts.en.ts";
import { PaperFoot, PaperHead, useSkus } from "./OrderPaper.tsx";
import { PaperLayout } from "./PaperLayout.tsx";
import { PurchasePaper } from "./PurchasePaper.tsx";
import { texts as paperTexts } from "./paper.texts.en.tsx";

/** The invoice of everything that was bought at once, made to be printed on A4 or Letter. */
export default function InvoicePage() {
  const { id = "" } = useParams();
  const query = useQuery(purchaseQuery(id));
  const { data: purchase } = query;
  const { skuOf } = useSkus(purchase?.orders ?? []);
  return (
    <PaperLayout
      title={texts.title}
      number={purchase && orderNumber(purchase)}
      query={query}
      empty={<EmptyState title={paperTexts.notFound}>{paperTexts.notFoundHint}</EmptyState>}
      loadingLabel={paperTexts.loading}
    >
      {purchase && (
        <article className="order-paper">
          <PaperHead
            title={texts.title}
            paper={purchase}
            level="h1"
            to={purchase.delivery?.pickUp ? texts.soldTo : texts.shipTo}
          />
          <PurchasePaper purchase={purchase} skuOf={skuOf} />
          <PaperFoot />
        </article>
      )}
    </PaperLayout>
  );
}
