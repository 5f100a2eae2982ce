import { expect, type Page } from "@playwright/test";

let numbers = 0;

/** A fictional number that no other test of this worker uses. */
export function newNumber(): string {
  numbers += 1;
  return `+1613555${String(100 + numbers).padStart(4, "0")}`;
}

/** Formats a number as in its country, such as `613 555 0101`. */
export const nationalFormat = (number: string) =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "$1 $2 $3");

/** Goes from /login or /signup to the field for the code. */
export async function askForCode(page: Page, number: string) {
  await page.getByRole("button", { name: "Continue with phone" }).click();
  await page.getByLabel("Phone number").fill(nationalFormat(number));
  await page.getByRole("button", { name: "Send me a code" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
}

export async function enterCode(page: Page, code: string) {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Verify and continue" }).click();
}
