import type { User } from "../../../api/client.ts";

export type RoleChange = "admin" | "staff" | "none";

/** The texts of each change. The specification fixes the toasts of Make Admin. */
export const ROLE_CHANGES = {
  admin: {
    button: "Make Admin",
    title: (email: string) => `Make ${email} an admin?`,
    detail: "Admins see all orders and customers, refund payments and make other users admins.",
    success: "Successfully made an admin",
    unchanged: "was already an admin",
    forbidden: "Failed to make an admin",
  },
  staff: {
    button: "Make staff",
    title: (email: string) => `Make ${email} staff?`,
    detail:
      "Staff see and ship all orders, and add and edit tools. They cannot refund, or change users and settings.",
    success: "Now staff:",
    unchanged: "was already staff",
    forbidden: "Failed to make staff",
  },
  none: {
    button: "Take role away",
    title: (email: string) => `Take the role of ${email} away?`,
    detail: "This account becomes a customer again, and is signed out everywhere.",
    success: "A customer again:",
    unchanged: "no longer had this role",
    forbidden: "Failed to take the role away",
  },
} satisfies Record<RoleChange, object>;

/** What an admin can do with an account of this role. */
export function roleChangesOf(role: User["role"]): RoleChange[] {
  if (role === "admin") return ["none"];
  return role === "staff" ? ["admin", "none"] : ["admin", "staff"];
}
