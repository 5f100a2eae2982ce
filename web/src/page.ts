import type { Role } from "./api/session/use-role.ts";

/**
 * An `unlisted` page is open to everyone, but not for search engines. A `signed-in` page is for
 * every account. A `guest` page is also for visitors without a login, whom the page may lead to it.
 * A `staff` page is also for admins. A `customer` page is not for admins.
 */
type Access = "public" | "unlisted" | "signed-in" | "guest" | Role;

/** The groups in the order of the sidebar. */
export const SIDEBAR_GROUPS = ["Orders", "Tools", "Customers", "Money", "Shop", "Account"] as const;

export type SidebarGroup = (typeof SIDEBAR_GROUPS)[number];

export interface Page {
  path: string;
  /** The home page has none, because its title is the shop's. */
  title?: string;
  access: Access;
  /** What the owner’s settings need to have for it. */
  part?: string;
  /** The path of the page above it, whose links are marked as current on this page too. */
  parent?: string;
  /** The page's link in the dashboard's sidebar, and the role that it is for, if not for all. */
  sidebar?: { text: string; group: SidebarGroup; role?: Role };
  /**
   * Only the policy of pages where customers pay admits the card provider, so links to it and from it load the whole
   * document.
   */
  ownDocument?: boolean;
}

/** Whether a page for one role opens for another. */
export const admits = (required: Role, role: Role | undefined) =>
  required === role ||
  (role === "staff" ? required === "customer" : required === "staff" && role === "admin");

export const documentTitle = (shop: { name: string; tagline: string }, title?: string) =>
  title ? `${title} · ${shop.name}` : [shop.name, shop.tagline].filter(Boolean).join(" · ");
