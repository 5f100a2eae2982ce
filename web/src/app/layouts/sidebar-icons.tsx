import type { ComponentType } from "react";
import type { SidebarGroup } from "../../page.ts";
import { Icon } from "../../ui/icons.tsx";

const drawing = (d: string) => () => (
  <Icon>
    <path d={d} />
  </Icon>
);

/** A parcel, a trowel, two people, a chart, a shop front and a person. */
export const SIDEBAR_ICONS: Record<SidebarGroup, ComponentType> = {
  Orders: drawing("M4 8l8-4 8 4v8l-8 4-8-4zm0 0 8 4 8-4m-8 4v8M8 6l8 4"),
  Tools: drawing("m20 4-5.5 5.5m-3-1.5 4.5 4.5c-1 4.5-5.5 7-12 7.5.5-6.5 3-11 7.5-12Z"),
  Customers: drawing(
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6m2 4c2 1 3 3 3 5.5",
  ),
  Money: drawing("M4 4v16h16M8 16v-4m4 4V8m4 8v-6"),
  Shop: drawing(
    "M4 10v10h16V10M3 9l2-5h14l2 5c0 3-4 3-4.5 0-.5 3-4 3-4.5 0-.5 3-4 3-4.5 0C7 12 3 12 3 9Zm7 11v-5h4v5",
  ),
  Account: drawing("M12 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9c0-3.5 3-6 7-6s7 2.5 7 6"),
};
