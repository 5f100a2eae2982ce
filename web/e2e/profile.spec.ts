import { expect, type Page, test } from "./fixtures.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

test("a saved profile survives a reload and fills in the next order", async ({
  page,
  shop,
  user,
}) => {
  const customer = await shop.customer();
  await user.signInAs(customer);
  await expect(page.locator("form label")).toHaveText([
    "Name",
    "E-mail",
    "Location",
    "Address",
    "Phone",
  ]);
  await expect(field(page, "Name")).toBeDisabled();
  await expect(field(page, "Name")).toHaveValue(customer.name);
  await expect(field(page, "E-mail")).toBeDisabled();
  await expect(field(page, "E-mail")).toHaveValue(customer.email);
  for (const [label, autocomplete] of [
    ["Location", "address-level2"],
    ["Phone", "tel"],
    ["Address", "street-address"],
  ] as const) {
    await expect(field(page, label)).toHaveValue("");
    await expect(field(page, label)).toHaveAttribute("autocomplete", autocomplete);
    await expect(field(page, label)).toHaveAttribute("maxlength", "300");
  }

  await field(page, "Location").fill("Halifax, Nova Scotia");
  await field(page, "Phone").fill("902 555 0117");
  await field(page, "Address").fill("12 Fern Lane");
  await expect(page.getByText("Not saved yet")).toBeVisible();
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await save(page).click();
  const request = await sent;
  expect(decodeURIComponent(new URL(request.url()).pathname)).toBe(
    `/api/profiles/${customer.email}`,
  );
  expect(request.postDataJSON()).toEqual({
    email: customer.email,
    name: customer.name,
    location: "Halifax, Nova Scotia",
    address: "12 Fern Lane",
    phone: "902 555 0117",
  });
  await expect(user.toast("User Added")).toBeVisible();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);

  await page.reload();
  await expect(field(page, "Location")).toHaveValue("Halifax, Nova Scotia");
  await expect(field(page, "Address")).toHaveValue("12 Fern Lane");

  const tool = await shop.toolAt(17);
  await page.goto(`/tools/${tool._id}`);
  await expect(field(page, "Address")).toHaveValue("12 Fern Lane");
  await expect(field(page, "Phone")).toHaveValue("902 555 0117");
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await expect(user.toast("Purchase confirmed")).toBeVisible();
  const [order] = await customer.api.orders();
  expect(order, "stored swapped").toMatchObject({ phone: "12 Fern Lane", address: "902 555 0117" });
});

test("signing out in another tab ends a draft", async ({ page, context, shop, user }) => {
  const customer = await shop.customer();
  await user.signInAs(customer);
  await field(page, "Location").fill("Truro");

  const other = await context.newPage();
  await other.goto("/blogs");
  await other.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page).toHaveURL("/login");

  await user.fillInLogin(customer);
  await expect(page).toHaveURL("/dashboard");
  await expect(field(page, "Location")).toHaveValue("");
  await expect(page.getByText("Not saved yet")).toBeHidden();
});

test("a customer changes the own name, which the next order has", async ({ page, shop, user }) => {
  const customer = await shop.customer();
  await user.signInAs(customer);
  await page.getByRole("link", { name: "Change your name" }).click();
  const name = page.getByLabel("Your name");
  await expect(name).toHaveValue(customer.name);
  await name.fill("   ");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(name).toHaveAccessibleDescription("Name is required");
  await name.fill("Robin Fern");
  await page.getByRole("button", { name: "Change name" }).click();
  await expect(user.toast("Your name is changed")).toBeVisible();

  await page.getByRole("link", { name: "Users Profile" }).first().click();
  // The page before has a section "Name".
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Users Profile");
  await expect(field(page, "Name")).toHaveValue("Robin Fern");
  const order = await customer.api.placeOrder(await shop.toolAt(17));
  expect(order).toMatchObject({ customerName: "Robin Fern" });
});
