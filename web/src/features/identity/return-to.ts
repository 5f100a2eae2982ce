import type { Role } from "../../api/session/use-role.ts";
import { paths } from "../../paths.ts";

/** What a guard leaves behind when it sends somebody to /login. */
export interface LoginState {
  from?: string;
  /** Set when the account was of the wrong kind: whom the page is for. */
  audience?: Role;
}

const FOR_ONE_ROLE: Record<string, Role> = {
  [paths.myOrders]: "customer",
  [paths.manageOrders]: "admin",
};

/** Which role the page behind an origin demands, if any. */
export const roleFor = (from: string | undefined): Role | undefined =>
  FOR_ONE_ROLE[from?.split(/[?#]/)[0] ?? ""];

/** Where to go after logging in: back to the origin if the account may open it, else home. */
export function returnTo(from: string | undefined, role: Role | undefined): string {
  const demanded = roleFor(from);
  // One slash and no second: another site's address must not be mistaken for a path.
  if (!from || !/^\/(?![/\\])/.test(from)) return paths.home;
  return demanded && demanded !== role ? paths.home : from;
}
