import { formatCount } from "../../../money.ts";
import { OrderPaper, PaperTable } from "./OrderPaper.tsx";
import { hasTracking, TrackingLink } from "./TrackingLink.tsx";

/** For the parcel: what is in it and where it goes, without prices. For one order, or one page for each of several. */
export default function PackingSlipPage() {
  return (
    <OrderPaper title="Packing slip">
      {(order, sku) => (
        <>
          <PaperTable
            order={order}
            sku={sku}
            columns={[
              ["Quantity", <strong key="quantity">{formatCount(order.orderQuantity)}</strong>],
              ["Packed", <span key="packed" className="order-paper-box" />],
            ]}
          />
          {hasTracking(order) && (
            <p className="mt-6">
              Tracking: <TrackingLink order={order} />
            </p>
          )}
          <p className="mt-8">Thank you for your order. Happy gardening!</p>
        </>
      )}
    </OrderPaper>
  );
}
