import { formatCount } from "../../../money.ts";
import { OrderPaper, ShipTo } from "./OrderPaper.tsx";
import { hasTracking, TrackingLink } from "./TrackingLink.tsx";

/** For the parcel: what is in it and where it goes, without prices. */
export default function PackingSlipPage() {
  return (
    <OrderPaper title="Packing slip">
      {(order) => (
        <>
          <ShipTo order={order} />
          <table className="figures mt-8 w-full">
            <thead className="text-sm">
              <tr>
                <th scope="col">Tool</th>
                <th scope="col">Quantity</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td className="wrap-anywhere" dir="auto">
                  {order.toolName}
                </td>
                <td className="font-semibold">{formatCount(order.orderQuantity)}</td>
              </tr>
            </tbody>
          </table>
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
