import type { Role } from "../../../api/session/use-role.ts";
import { admits } from "../../../page.ts";
import { pageAt, pages, paths } from "../../../pages.ts";
import { texts } from "./return-to.texts.en.ts";

/** The location state with which guards redirect to /login. */
export interface LoginState {
  from?: string;
  /** Set for an account of the wrong role: the role that the page is for. */
  audience?: Role;
  /** Set when a call showed that the session has expired, while the app still counts as signed in. */
  expired?: boolean;
  /** Fills in the form, when the sign-up has found that the e-mail has an account. */
  email?: string;
  /** Set after the first step of a two-step login. The page then asks for the code. */
  secondStep?: boolean;
}

/** The role that the page at a path requires, if any. */
export function roleFor(from: string | undefined): Role | undefined {
  const access = pageAt(from?.split(/[?#]/)[0] ?? "")?.access;
  return access === "admin" || access === "staff" || access === "customer" ? access : undefined;
}

/** Rejects every spelling that a browser could read as an address of another site. */
function isShopPath(from: string): boolean {
  if (!/^\/[!-[\]-~]*$/.test(from)) return false;
  const { origin } = window.location;
  const url = new URL(from, origin);
  return url.origin === origin && !url.pathname.startsWith("//");
}

export type AuthScreen = "login" | "signup";

/** A sign-up that began on one of these pages goes back there, because the customer was buying. */
const BUYING: string[] = [
  paths.tool,
  paths.purchase,
  paths.basket,
  paths.checkout,
  paths.guestOrder,
  paths.placedPurchase,
  paths.payment,
];

/**
 * The page that a login or a sign-up is for. A login goes back where it began. A sign-up goes to the tools, as
 * specified, unless the customer was buying.
 */
export function wantedAfter(screen: AuthScreen, from: string | undefined): string | undefined {
  if (screen === "login") return from;
  const page = pageAt(from?.split(/[?#]/)[0] ?? "");
  return page && BUYING.includes(page.path) ? from : paths.tools;
}

/** Where to go after the login: back, if the account may open that page, else home. */
export function returnTo(from: string | undefined, role: Role | undefined): string {
  const required = roleFor(from);
  if (!from || !isShopPath(from)) return paths.home;
  return required && !admits(required, role) ? paths.home : from;
}

/** What a login is for: `open My Orders`, and of one order `open the receipt`. */
export function purposeOf({ path, title = "" }: { path: string; title?: string }): string {
  if (path === pages.payment.path) return texts.payForOrder;
  if (path === pages.checkout.path) return texts.buyBasket;
  return path.includes(":id") ? texts.openPageOfOne(title) : texts.openPage(title);
}
