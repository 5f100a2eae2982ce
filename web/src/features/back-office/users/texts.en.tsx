import type { ReactNode } from "react";
import type { UnpaidCustomer, User } from "../../../api/client.ts";
import { formatCount, plural } from "../../../money.ts";
import { counted } from "../../../words.en.ts";
import type { RoleChange } from "./role-changes.ts";

/** An account may have no address yet. */
type Email = UnpaidCustomer["email"];

const users = (count: number) => plural(count, "user", "users");

const unpaidOrders = (count: number) => plural(count, "unpaid order", "unpaid orders");

export const texts = {
  title: "Users",
  download: "Download customers",
  intro:
    "Staff ship orders and edit tools. Admins also manage money, users and settings. People whose role you change are signed out and must log in again.",
  search: "Search by name or e-mail",
  show: "Show",
  all: "All users",
  unpaid: "Unpaid orders",
  blockedOnes: "Blocked",
  users,
  usersWith: (count: number, search: string) => `${users(count)} with “${search}”`,
  customersFailed: "Names, orders and sums could not be loaded.",
  loading: "Loading the users",
  emptyTitle: "No matching users",
  empty: "No account matches. Only people who have signed up are listed.",
  showAll: "Show all users",
  email: "E-mail",
  name: "Name",
  orders: "Orders",
  spent: "Spent",
  lastOrder: "Last order",
  never: "never",
  role: "Role",
  roles: { staff: "staff", admin: "admin" } satisfies Record<Exclude<User["role"], "user">, string>,
  moreFor: (email: Email) => `More for ${email}`,
  blocked: "Blocked",
  unblock: "Unblock",
  unblockOf: (email: string) => `Unblock ${email}`,
  unblocked: (email: string) => `${email} can log in again`,
};

/** The texts of each change of a role. The specification fixes the toasts of Make Admin. */
export const roleChanges = {
  admin: {
    button: "Make Admin",
    buttonOf: (email: string) => `Make Admin ${email}`,
    title: (email: string) => `Make ${email} an admin?`,
    detail: "Admins see all orders and customers, refund payments and make other users admins.",
    success: (email: string) => `Successfully made an admin ${email}`,
    unchanged: (email: string) => `${email} was already an admin`,
    forbidden: "Failed to make an admin",
  },
  staff: {
    button: "Make staff",
    buttonOf: (email: string) => `Make staff ${email}`,
    title: (email: string) => `Make ${email} staff?`,
    detail:
      "Staff see and ship all orders, and add and edit tools. They cannot refund, or change users and settings.",
    success: (email: string) => `Now staff: ${email}`,
    unchanged: (email: string) => `${email} was already staff`,
    forbidden: "Failed to make staff",
  },
  none: {
    button: "Take role away",
    buttonOf: (email: string) => `Take role away ${email}`,
    title: (email: string) => `Take the role of ${email} away?`,
    detail: "This account becomes a customer again, and is signed out everywhere.",
    success: (email: string) => `A customer again: ${email}`,
    unchanged: (email: string) => `${email} no longer had this role`,
    forbidden: "Failed to take the role away",
  },
} satisfies Record<RoleChange, object>;

/** The list of customers with unpaid orders. */
export const unpaidCustomers = {
  loading: "Loading the customers",
  emptyTitle: "No unpaid orders",
  empty: "No customer here holds stock with an unpaid order.",
  sum: (customers: number, orders: number, pieces: number) =>
    `${counted.customers(customers)}, ${unpaidOrders(orders)}, ${counted.pieces(pieces)} held`,
  caption: "Unpaid orders by customer",
  customer: "Customer",
  notConfirmed: "not confirmed",
  orders: "Unpaid orders",
  pieces: "Pieces held",
  action: "Action",
  deleteOrders: "Delete orders",
  deleteOrdersOf: (email: Email) => `Delete orders of ${email}`,
  ordersOf: (orders: number, name: ReactNode) => (
    <>
      {unpaidOrders(orders)} of {name}
    </>
  ),
  deleted: (deleted: number) => `${unpaidOrders(deleted)} deleted`,
  deletedInPart: (deleted: number, left: number) =>
    `${unpaidOrders(deleted)} deleted. ${formatCount(left)} left, because a payment is in progress. Try again later`,
  block: "Block",
  blockOf: (email: Email) => `Block ${email}`,
  blockTitle: (name: ReactNode) => <>Block {name}?</>,
  blockText:
    "The customer is signed out and cannot log in. Unpaid orders are deleted, paid orders stay. You can unblock the account in Users.",
  isBlocked: (email: Email) => `${email} is blocked.`,
};
