import { matchPath } from "react-router";
import type { Role } from "../../api/session/use-role.ts";
import { paths } from "../../pages.ts";

/** What a guard leaves behind when it sends somebody to /login. */
export interface LoginState {
  from?: string;
  /** Set when the account was of the wrong kind: whom the page is for. */
  audience?: Role;
  /** Set when the session has ended elsewhere, and this page knows of it by a refusal only. */
  ended?: boolean;
}

const FOR_ONE_ROLE: Record<string, Role> = {
  [paths.myOrders]: "customer",
  [paths.users]: "admin",
  [paths.addTool]: "admin",
  [paths.manageTools]: "admin",
  [paths.editTool]: "admin",
  [paths.manageOrders]: "admin",
  [paths.books]: "admin",
  [paths.mails]: "admin",
};

/** Which role the page behind an origin demands, if any. */
export function roleFor(from: string | undefined): Role | undefined {
  const path = from?.split(/[?#]/)[0] ?? "";
  return Object.entries(FOR_ONE_ROLE).find(([pattern]) => matchPath(pattern, path))?.[1];
}

/** One slash and no second, however it is spelt, and nothing that browsers skip: no other site's address for a path. */
function isOurs(from: string): boolean {
  if (!/^\/[!-[\]-~]*$/.test(from)) return false;
  const { origin } = window.location;
  const url = new URL(from, origin);
  return url.origin === origin && !url.pathname.startsWith("//");
}

/** Where to go after logging in: back to the origin if the account may open it, else home. */
export function returnTo(from: string | undefined, role: Role | undefined): string {
  const demanded = roleFor(from);
  if (!from || !isOurs(from)) return paths.home;
  return demanded && demanded !== role ? paths.home : from;
}
