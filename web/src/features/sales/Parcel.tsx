import "./parcel.css";
import type { ReactNode } from "react";

/** The drawn parcel above the news of a purchase. E-mails begin with the same picture. */
export const Parcel = ({ children }: { children: ReactNode }) => (
  <div className="parcel">
    <div className="parcel-columns">
      <img src="/scenes/parcel.svg" alt="" width={560} height={180} decoding="async" />
      <div className="parcel-text">{children}</div>
    </div>
  </div>
);
