import { CARDS } from "./card-field.ts";
import { ADMIN, expect, ON_PHONE_TOO, test } from "./fixtures.ts";

test(
  "the owner enters an order on the phone, and the customer pays it",
  ON_PHONE_TOO,
  async ({ page, shop, user, inbox, card }) => {
    const tool = await shop.toolAt(27);
    const { name, email } = shop.newAccount();
    await user.signInAs(ADMIN, "/dashboard/manageOrders");
    await page.getByRole("link", { name: "Enter an order" }).click();

    await test.step("a customer without an account", async () => {
      await page.getByLabel("Name or e-mail").fill(email);
      await expect(page.getByText("None matches.")).toBeVisible();
      await page.getByRole("button", { name: "New customer" }).click();
      await expect(page.getByLabel("E-mail")).toHaveValue(email);
      await page.getByLabel("Name", { exact: true }).fill(name);
      await page.getByLabel("Name", { exact: true }).press("Enter");
      await expect(page.getByRole("button", { name: "Change the customer" })).toBeFocused();
    });

    await page.getByLabel("Name or article number").fill(tool.name);
    await page.getByRole("button", { name: tool.name }).first().click();
    await page.getByLabel("Street and number").fill("7 Bell Road");
    await page.getByLabel("City").fill("Truro");
    await page.getByLabel("Postal code").fill("b2n1a1");
    await page.getByLabel("Phone").fill("902 555 0107");
    await expect(page.getByLabel("Province or territory")).toHaveValue("NS");
    await page.getByRole("spinbutton", { name: "Order quantity" }).fill("0");
    await expect(page.getByRole("button", { name: "Enter the order" })).toBeDisabled();
    await page
      .getByRole("spinbutton", { name: "Order quantity" })
      .fill(String(tool.minimumQuantity + 1));
    await expect(page.getByText((await shop.taxIn("NS", "HST")).title)).toBeVisible();
    await page.getByRole("button", { name: "Enter the order" }).click();
    await expect(user.toast(`The order of ${name} is entered`)).toBeVisible();
    await expect(page.getByText(/^Entered by .+ for the customer$/)).toBeVisible();
    await expect(page.getByText(/7 Bell Road, Truro NS\s+B2N 1A1/)).toBeVisible();
    await user.signOut();

    await test.step("the customer chooses a password and pays", async () => {
      await page.goto(await inbox.linkFor(email, "/reset-password"));
      await page.getByLabel("New password").fill("moss-and-fern");
      await page.getByRole("button", { name: "Change password" }).click();
      await expect(page.getByText("Your password is changed")).toBeVisible();
      await user.signInAs({ name, email, password: "moss-and-fern" }, "/dashboard/myOrders");
      await user.row("My orders", tool.name).getByRole("link", { name: /^Pay/ }).click();
      await card.type(CARDS.pays);
      await page.getByRole("button", { name: "Pay" }).click();
      await expect(page.getByText(/Your payment is completed/).first()).toBeVisible();
    });

    await test.step("the next order of the same customer has the address", async () => {
      // The toast covers Sign Out on a phone.
      await expect(page.locator(".Toastify__toast")).toHaveCount(0);
      await user.signOut();
      await expect(page).toHaveURL("/");
      await user.signInAs(ADMIN, "/dashboard/enterOrder");
      await page.getByLabel("Name or e-mail").fill(name);
      await page.getByRole("button", { name: email }).click();
      await page.getByLabel("Name or article number").fill(tool.name);
      await page.getByRole("button", { name: tool.name }).first().click();
      await expect(page.getByLabel("Street and number")).toHaveValue("7 Bell Road");
      await expect(page.getByLabel("Postal code")).toHaveValue("B2N 1A1");
    });
  },
);

test(
  "the owner enters two tools that are picked up and paid",
  ON_PHONE_TOO,
  async ({ page, shop, user }) => {
    const [spade, hoe] = [await shop.toolAt(3), await shop.toolAt(4)];
    const { name, email } = shop.newAccount();
    await user.signInAs(ADMIN, "/dashboard/enterOrder");
    await page.getByLabel("Name or e-mail").fill(email);
    await page.getByRole("button", { name: "New customer" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Name", { exact: true }).press("Enter");
    for (const { name: tool } of [spade, hoe]) {
      await page.getByLabel("Name or article number").fill(tool);
      await page.getByRole("button", { name: tool }).first().click();
      if (tool === spade.name) await page.getByRole("button", { name: "Add a tool" }).click();
    }
    await page.getByText("Pick-up in Halifax").click();
    await expect(page.getByLabel("Street and number")).toHaveCount(0);
    await page.getByText("Paid already").click();
    await page.getByRole("button", { name: /^Enter the order, \$.* paid$/ }).click();
    await expect(user.toast(`The order of ${name} is entered`)).toBeVisible();
    await expect(page.getByRole("list", { name: "Bought with it" })).toContainText(hoe.name);
  },
);
