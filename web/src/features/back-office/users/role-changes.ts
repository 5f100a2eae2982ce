import type { User } from "../../../api/client.ts";

export type RoleChange = "admin" | "staff" | "none";

/** What an admin can do with an account of this role. */
export function roleChangesOf(role: User["role"]): RoleChange[] {
  if (role === "admin") return ["none"];
  return role === "staff" ? ["admin", "none"] : ["admin", "staff"];
}
