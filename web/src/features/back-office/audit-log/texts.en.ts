import type { AuditEntry } from "../../../api/client.ts";
import { plural } from "../../../money.ts";

type AuditAction = AuditEntry["action"];

export const texts = {
  title: "Audit log",
  intro: "What admins and staff did in the dashboard, and what was done on the shop’s server.",
  person: "Person (e-mail)",
  action: "Action",
  allActions: "All actions",
  from: "From",
  to: "To",
  entries: (count: number) => plural(count, "entry", "entries"),
  loading: "Loading the audit log",
  noneTitle: "No entries yet",
  none: "What admins and staff do appears here.",
  emptyTitle: "No matching entries",
  empty: "No entries match these filters.",
  showAll: "Show all entries",
  server: "The shop’s server",
  deletedAccount: "A deleted account",
  apiKey: (name: string) => `(API key ${name})`,
  order: (number: string) => `order ${number}`,
  /** A subject without a name. */
  unnamed: "one",
  unknownAction: (action: string) => `did: ${action}.`,
};

export interface ActionTexts {
  /** The choice in the filter. */
  title: string;
  /** What follows the person's name. `{}` is the account, tool or order. */
  text: string;
  /** What `{}` is when it no longer exists. */
  missing?: string;
}

const ACCOUNT = "a deleted account";
const ORDER = "a deleted order";

/** The texts of each action. */
export const actions: Record<AuditAction, ActionTexts> = {
  grant_admin: { title: "Made an admin", text: "made {} an admin", missing: ACCOUNT },
  revoke_admin: {
    title: "Removed an admin",
    text: "removed the admin role from {}",
    missing: ACCOUNT,
  },
  grant_staff: { title: "Made staff", text: "made {} staff", missing: ACCOUNT },
  revoke_staff: {
    title: "Removed staff",
    text: "removed the staff role from {}",
    missing: ACCOUNT,
  },
  block_account: { title: "Blocked an account", text: "blocked {}", missing: ACCOUNT },
  unblock_account: { title: "Unblocked an account", text: "unblocked {}", missing: ACCOUNT },
  edit_customer_notes: {
    title: "Changed notes about a customer",
    text: "changed the notes about {}",
    missing: ACCOUNT,
  },
  turn_on_second_factor: {
    title: "Turned on two-step login",
    text: "turned on two-step login for {}",
    missing: ACCOUNT,
  },
  turn_off_second_factor: {
    title: "Turned off two-step login",
    text: "turned off two-step login for {}",
    missing: ACCOUNT,
  },
  change_email: {
    title: "Changed an e-mail address",
    text: "changed the e-mail address of {}",
    missing: ACCOUNT,
  },
  add_tool: { title: "Added a tool", text: "added the tool {}" },
  edit_tool: { title: "Edited a tool", text: "edited the tool {}" },
  delete_tool: { title: "Deleted a tool", text: "deleted the tool {}" },
  restore_tool: { title: "Restored a tool", text: "restored the tool {}" },
  import_tools: { title: "Imported tools", text: "imported tools from a file" },
  add_category: { title: "Added a category", text: "added a category" },
  edit_category: { title: "Edited a category", text: "edited a category" },
  delete_category: { title: "Deleted a category", text: "deleted a category" },
  adjust_stock: { title: "Corrected stock", text: "corrected the stock of {}" },
  enter_order: { title: "Entered an order", text: "entered {}", missing: "an unpaid order" },
  ship_order: { title: "Shipped an order", text: "shipped {}", missing: ORDER },
  change_tracking: {
    title: "Changed tracking",
    text: "changed the tracking of {}",
    missing: ORDER,
  },
  correct_contact: {
    title: "Changed an address",
    text: "changed the address of {}",
    missing: ORDER,
  },
  edit_order_notes: {
    title: "Changed notes about an order",
    text: "changed the notes about {}",
    missing: ORDER,
  },
  delete_order: { title: "Deleted an order", text: "deleted {}", missing: "an unpaid order" },
  record_payment: {
    title: "Recorded a payment",
    text: "recorded a payment for {}",
    missing: ORDER,
  },
  refund_order: { title: "Refunded an order", text: "refunded {}", missing: ORDER },
  refund_part: { title: "Refunded part of an order", text: "refunded part of {}", missing: ORDER },
  refund_payment: { title: "Refunded a payment", text: "refunded a payment without an order" },
  hide_review: { title: "Hid a review", text: "hid a review" },
  publish_review: { title: "Published a review", text: "published a review" },
  reply_to_review: { title: "Answered a review", text: "answered a review" },
  delete_review: { title: "Deleted a review", text: "deleted a review" },
  add_post: { title: "Wrote a blog post", text: "wrote a blog post" },
  edit_post: { title: "Edited a blog post", text: "edited a blog post" },
  publish_post: { title: "Published a blog post", text: "published a blog post" },
  unpublish_post: { title: "Took back a blog post", text: "made a blog post a draft again" },
  delete_post: { title: "Deleted a blog post", text: "deleted a blog post" },
  resend_email: { title: "Sent an e-mail again", text: "sent an e-mail again" },
  create_api_key: { title: "Created an API key", text: "created the API key {}" },
  revoke_api_key: { title: "Deleted an API key", text: "deleted the API key {}" },
  add_discount_code: { title: "Added a discount code", text: "added a discount code" },
  end_discount_code: { title: "Ended a discount code", text: "ended a discount code" },
  save_redirect: { title: "Led an old address", text: "led an old address to a page" },
  delete_redirect: { title: "Deleted an old address", text: "deleted an old address" },
  import_reviews: {
    title: "Imported reviews",
    text: "imported reviews of the former shop",
  },
  import_customers: {
    title: "Imported customers",
    text: "imported customers of the former shop",
  },
  import_former_orders: {
    title: "Imported former orders",
    text: "imported orders of the former shop",
  },
  delete_former_orders: {
    title: "Deleted former orders",
    text: "deleted the orders of an import",
  },
  import_redirects: { title: "Imported old addresses", text: "imported old addresses" },
  add_webhook: { title: "Added a webhook", text: "added a webhook" },
  edit_webhook: { title: "Edited a webhook", text: "edited a webhook" },
  delete_webhook: { title: "Deleted a webhook", text: "deleted a webhook" },
  rotate_webhook_secret: {
    title: "Replaced a webhook secret",
    text: "replaced the secret of a webhook",
  },
  test_webhook: { title: "Tested a webhook", text: "sent a test to a webhook" },
  replay_webhook: { title: "Replayed a webhook", text: "sent a webhook’s message again" },
  test_email: { title: "Tested e-mail", text: "sent a test e-mail" },
  test_payments: { title: "Tested card payments", text: "tested the card payments" },
  edit_shop_settings: {
    title: "Changed settings",
    text: "changed {}",
    missing: "the shop settings",
  },
};
