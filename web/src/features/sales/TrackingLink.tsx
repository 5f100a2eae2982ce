import type { Order } from "../../api/client.ts";
import { LongId } from "../../ui/LongId.tsx";
import { texts } from "./order.texts.en.tsx";

export const hasTracking = ({ carrier, trackingNumber, trackingUrl }: Order) =>
  Boolean(carrier || trackingNumber || trackingUrl);

interface TrackingLinkProps {
  order: Order;
  /** Shows the button "Track parcel", for a row of buttons. */
  asButton?: boolean;
}

/** Carrier and tracking number, as a link to the carrier if there is one. */
export function TrackingLink({ order, asButton = false }: TrackingLinkProps) {
  const { carrier, trackingNumber, trackingUrl } = order;
  const text = (
    <>
      {carrier !== "Other" && carrier} {trackingNumber && <LongId id={trackingNumber} />}
      {(!carrier || carrier === "Other") && !trackingNumber && texts.followParcel}
    </>
  );
  if (!trackingUrl)
    return <span>{carrier === "Other" && !trackingNumber ? texts.otherCarrier : text}</span>;
  return (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noreferrer"
      className={
        asButton ? "btn btn-outline btn-sm" : "underline underline-offset-4 hover:no-underline"
      }
    >
      {asButton && `${texts.trackParcel} `}
      <span className={asButton ? "sr-only" : undefined}>{text}</span>
      <span className="sr-only"> {texts.newTab}</span>
    </a>
  );
}
