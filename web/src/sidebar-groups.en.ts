import type { SidebarGroup } from "./page.ts";

/** The groups of the dashboard's links. */
export const groups = {
  Orders: "Orders",
  Tools: "Tools",
  Customers: "Customers",
  Money: "Money",
  Shop: "Shop",
  Account: "Account",
} satisfies Record<SidebarGroup, string>;
