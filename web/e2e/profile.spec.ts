import { expect, type Page, test } from "./test.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

test("a profile is saved, is there again, and starts the next order", async ({
  page,
  shop,
  visitor,
}) => {
  const customer = await shop.customer();
  await visitor.arriveAs(customer);
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
  await expect(visitor.toast("User Added")).toBeVisible();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);

  await page.reload();
  await expect(field(page, "Location")).toHaveValue("Halifax, Nova Scotia");
  await expect(field(page, "Address")).toHaveValue("12 Fern Lane");

  const tool = await shop.someTool(17);
  await page.goto(`/tools/${tool._id}`);
  await expect(field(page, "Address")).toHaveValue("12 Fern Lane");
  await expect(field(page, "Phone")).toHaveValue("902 555 0117");
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await expect(visitor.toast("Purchase confirmed")).toBeVisible();
  const [order] = await customer.desk.orders();
  expect(order, "stored swapped").toMatchObject({ phone: "12 Fern Lane", address: "902 555 0117" });
});

test("a session that ended elsewhere: it is said, and what was typed is back after the login", async ({
  page,
  playwright,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^401 PUT .*\/api\/profiles\//);
  const customer = await shop.customer();
  await visitor.arriveAs(customer);
  await field(page, "Address").fill("9 Moss Road");

  await visitor.sessionEndsElsewhere(playwright);

  await save(page).click();
  const alert = page.getByRole("alert").filter({ hasText: "No user is logged in" });
  await expect(alert).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(field(page, "Address")).toHaveValue("9 Moss Road");

  await alert.getByRole("link", { name: "Login" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await expect(page.getByText("Signed in as")).toHaveCount(0);
  await visitor.fillInLogin(customer);
  await expect(page).toHaveURL("/dashboard");
  await expect(field(page, "Address")).toHaveValue("9 Moss Road");
  await save(page).click();
  await expect(visitor.toast("User Added")).toBeVisible();
});

test("another tab that signs out takes nothing that was typed", async ({
  page,
  context,
  shop,
  visitor,
}) => {
  const customer = await shop.customer();
  await visitor.arriveAs(customer);
  await field(page, "Location").fill("Truro");

  const other = await context.newPage();
  await other.goto("/blogs");
  await other.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/login");

  await visitor.fillInLogin(customer);
  await expect(page).toHaveURL("/dashboard");
  await expect(field(page, "Location")).toHaveValue("Truro");
  await expect(page.getByText("Not saved yet")).toBeVisible();
});
