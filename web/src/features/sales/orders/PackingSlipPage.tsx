import type { Order } from "../../../api/client.ts";
import { formatCount } from "../../../money.ts";
import { hasTracking, TrackingLink } from "../TrackingLink.tsx";
import { OrderPaper, PaperTable } from "./OrderPaper.tsx";
import { texts } from "./packing-slip.texts.en.tsx";

/** Pieces that were refunded are not sent. */
const piecesToPack = ({ orderQuantity, refundedQuantity = 0 }: Order) =>
  orderQuantity - refundedQuantity;

/**
 * Prints what is in a parcel and where it goes, without prices. Several orders have one page each.
 * The lines of a purchase that go together share a page.
 */
export default function PackingSlipPage() {
  return (
    <OrderPaper title={texts.title} titleOfSeveral={texts.titleOfSeveral} together>
      {(lines, skuOf) => (
        <>
          <PaperTable
            orders={lines}
            skuOf={skuOf}
            columns={[
              [texts.quantity, (order) => <strong>{formatCount(piecesToPack(order))}</strong>],
              [texts.packed, () => <span className="order-paper-box" />],
            ]}
          />
          {hasTracking(lines[0]) && (
            <p className="mt-6">{texts.tracking(<TrackingLink order={lines[0]} />)}</p>
          )}
          <p className="mt-8">{texts.thanks}</p>
        </>
      )}
    </OrderPaper>
  );
}
