import type { Page } from "@playwright/test";

/** The e-mail and the address of a visitor, at the checkout. */
export async function typeGuest(page: Page, email: string) {
  const main = page.getByRole("main");
  await main.getByRole("textbox", { name: "E-mail" }).fill(email);
  await main.getByLabel("Name", { exact: true }).fill("Ada Wren");
  await main.getByLabel("Street and number").fill("12 Fern Lane");
  await main.getByLabel("City").fill("Halifax");
  await main.getByLabel("Postal code").fill("B3J 1A1");
}
