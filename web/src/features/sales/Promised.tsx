import type { ReactNode } from "react";
import { Icon } from "../../ui/icons.tsx";

/** What the customer may count on, as an entry of a list. */
export const Promised = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
);

export const DeliveryIcon = () => (
  <Icon>
    <path d="M3 6h11v10H3zM14 10h4l3 3v3h-7M7 19h.01M17 19h.01" />
  </Icon>
);

export const ReturnIcon = () => (
  <Icon>
    <path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3" />
  </Icon>
);
