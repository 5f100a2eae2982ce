import type { Order } from "../../../api/client.ts";
import { LongId } from "../../../ui/LongId.tsx";

export const hasTracking = ({ carrier, trackingNumber, trackingUrl }: Order) =>
  Boolean(carrier || trackingNumber || trackingUrl);

/** Carrier and tracking number, as a link to the carrier if there is one. */
export function TrackingLink({ order }: { order: Order }) {
  const { carrier, trackingNumber, trackingUrl } = order;
  const text = (
    <>
      {carrier !== "Other" && carrier} {trackingNumber && <LongId id={trackingNumber} />}
      {(!carrier || carrier === "Other") && !trackingNumber && "Follow the parcel"}
    </>
  );
  if (!trackingUrl) return <span>{carrier === "Other" && !trackingNumber ? "Other" : text}</span>;
  return (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noreferrer"
      className="underline underline-offset-4 hover:no-underline"
    >
      {text}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
