import type { Role } from "../../api/session/use-role.ts";
import { pageAt, paths } from "../../pages.ts";

/** What a guard leaves behind when it sends somebody to /login. */
export interface LoginState {
  from?: string;
  /** Set when the account was of the wrong kind: whom the page is for. */
  audience?: Role;
  /** Set when the session has ended elsewhere, and this page knows of it by a refusal only. */
  expired?: boolean;
}

/** The role that the page at a path requires, if any. */
export function roleFor(from: string | undefined): Role | undefined {
  const access = pageAt(from?.split(/[?#]/)[0] ?? "")?.access;
  return access === "admin" || access === "customer" ? access : undefined;
}

/** One slash and no second, however it is spelt, and nothing that browsers skip: no other site's address for a path. */
function isShopPath(from: string): boolean {
  if (!/^\/[!-[\]-~]*$/.test(from)) return false;
  const { origin } = window.location;
  const url = new URL(from, origin);
  return url.origin === origin && !url.pathname.startsWith("//");
}

/** Where to go after logging in: back to the origin if the account may open it, else home. */
export function returnTo(from: string | undefined, role: Role | undefined): string {
  const required = roleFor(from);
  if (!from || !isShopPath(from)) return paths.home;
  return required && required !== role ? paths.home : from;
}
