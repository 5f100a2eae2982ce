import { ADMIN, expect, type Page, test, testAlone } from "./test.ts";

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

const goOn = (page: Page) =>
  page.getByRole("alert").getByRole("link", { name: "Login and go on" }).click();

test("an order slip is back after the login, when the session had ended elsewhere", async ({
  page,
  playwright,
  shop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^401 POST .*\/api\/orders$/);
  incidents.expect(/^401 GET .*\/api\/tools\//);
  const customer = await shop.customer();
  const tool = await shop.someTool(9);
  await visitor.arriveAs(customer, `/tools/${tool._id}`);
  await field(page, "Address").fill("9 Moss Road");
  await field(page, "Phone").fill("902 555 0133");
  await field(page, "Order quantity").fill(String(tool.minimumQuantity + 1));
  await visitor.sessionEndsElsewhere(playwright);
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await goOn(page);
  await visitor.fillInLogin(customer);

  await expect(page).toHaveURL(`/tools/${tool._id}`);
  await expect(field(page, "Address")).toHaveValue("9 Moss Road");
  await expect(field(page, "Order quantity")).toHaveValue(String(tool.minimumQuantity + 1));
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await expect(visitor.toast("Purchase confirmed")).toBeVisible();
  const [order] = await customer.desk.orders();
  expect(order).toMatchObject({
    orderQuantity: tool.minimumQuantity + 1,
    phone: "9 Moss Road",
    address: "902 555 0133",
  });
});

testAlone(
  "an edit is back after the login, upon what others did meanwhile; saved or given up, it is no draft",
  async ({ page, playwright, ownShop: shop, visitor, incidents }) => {
    incidents.expect(/^401 PUT .*\/api\/tools\//);
    const desk = await shop.admin();
    const tool = await shop.someTool(4);
    const edit = `/dashboard/manageProduct/${tool._id}`;
    await visitor.arriveAs(ADMIN, edit);
    await field(page, "Name").fill(`${tool.name}, oiled`);
    await field(page, "Available quantity").fill(String(tool.availableQuantity + 100));
    await visitor.sessionEndsElsewhere(playwright);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "Login and go on" })).toBeVisible();
    await desk.editTool(tool, { description: "As the others say.", availableQuantity: 7 });
    await goOn(page);
    await visitor.fillInLogin(ADMIN);

    await expect(page).toHaveURL(edit);
    await expect(field(page, "Name")).toHaveValue(`${tool.name}, oiled`);
    await expect(field(page, "Description")).toHaveValue("As the others say.");
    await expect(field(page, "Available quantity")).toHaveValue("107");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(visitor.toast(`tool:${tool.name}, oiled is saved`)).toBeVisible();
    expect(await desk.tool(tool._id)).toMatchObject({
      name: `${tool.name}, oiled`,
      description: "As the others say.",
      availableQuantity: 107,
    });

    const open = () => page.getByRole("link", { name: `Edit ${tool.name}` }).click();
    await open();
    await expect(field(page, "Name")).toHaveValue(`${tool.name}, oiled`);
    await field(page, "Name").fill("Something else");
    await page.getByRole("button", { name: "Cancel" }).click();
    await open();
    await expect(field(page, "Name")).toHaveValue(`${tool.name}, oiled`);
  },
);

test("an admin who buys is led to the payment, for My Orders is the customers'", async ({
  page,
  shop,
  visitor,
}) => {
  const tool = await shop.someTool(10);
  await visitor.arriveAs(ADMIN, `/tools/${tool._id}`);
  await page.getByRole("button", { name: "Purchase", exact: true }).click();
  await page.getByRole("link", { name: "Pay for it", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pay", exact: true })).toBeVisible();
  await expect(page.getByText(tool.name).first()).toBeVisible();
});
