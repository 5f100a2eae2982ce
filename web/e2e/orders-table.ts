import { expect, type Locator, type Page } from "@playwright/test";
import type { User } from "./user.ts";

type Named = { name: string };

/** The address of Manage Orders, filtered by a buyer. */
export const ordersOf = ({ email }: { email: string }) =>
  `/dashboard/manageOrders?q=${encodeURIComponent(email)}`;

/** Expands an order of a table to its details. Returns the button that collapses it again. */
export async function expandOrder(user: User, table: string, tool: Named): Promise<Locator> {
  const toggle = user.row(table, tool.name).getByRole("button", { name: tool.name, exact: true });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  return toggle;
}

/** The steps of an expanded order. */
export const timelineOf = (page: Page, tool: Named) =>
  page.getByRole("list", { name: tool.name }).getByRole("listitem");

/** The button of an order in Manage Orders that unfolds the less frequent actions. */
export const moreButton = (user: User, tool: Named) =>
  user.row("All orders", tool.name).getByRole("button", { name: /^More for / });

export async function askForRefund(user: User, tool: Named) {
  await moreButton(user, tool).click();
  await user
    .row("All orders", tool.name)
    .getByRole("button", { name: /^Refund / })
    .click();
}

export const confirmRefund = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: /^Refund \$/ })
    .click();
