import { ADMIN, expect, ON_PHONE_TOO, type Page, testIsolated as test } from "./fixtures.ts";
import { png } from "./png.ts";
import type { User } from "./user.ts";

const LIST = "/dashboard/manageProduct";
const WARNING = "If you delete tool you can not recovery it!";
const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name);
const save = (page: Page) => page.getByRole("button", { name: "Save" });
const dialogOf = (page: Page) => page.getByRole("dialog");

const openDeleteDialog = (user: User, name: string) =>
  user
    .row("All tools", name)
    .getByRole("button", { name: `Delete ${name}` })
    .click();

test(
  "the table has the specified columns, and is searched by word",
  ON_PHONE_TOO,
  async ({ page, isolatedShop, user }) => {
    const tools = await isolatedShop.latestTools(100);
    await user.signInAs(ADMIN, LIST);
    await expect(user.columns("All tools")).toHaveText([
      "No.",
      "Image",
      "Name",
      "Quantity",
      "Edit",
      "Delete",
    ]);
    await expect(user.row("All tools")).toHaveCount(tools.length + 1);
    await page.getByRole("searchbox").fill("wheelbarrow");
    await expect(user.row("All tools")).toHaveCount(2);
    await expect(page).toHaveURL(`${LIST}?q=wheelbarrow`);
    await expect(page.getByRole("status").filter({ hasText: "1 tool found" })).toBeVisible();

    await page.getByRole("searchbox").fill("tractor");
    await page.getByRole("button", { name: "Show all tools" }).click();
    await expect(user.row("All tools")).toHaveCount(tools.length + 1);
    await expect(page.getByRole("searchbox")).toBeFocused();
  },
);

test("a tool is deleted only after confirmation", async ({ page, isolatedShop, user }) => {
  const { name } = await isolatedShop.toolAt(3);
  await user.signInAs(ADMIN, LIST);
  await openDeleteDialog(user, name);
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAccessibleName(`Delete ${name}?`);
  await expect(dialog.getByRole("paragraph")).toHaveText(WARNING);
  await expect(dialog.getByRole("button")).toHaveText(["Cancel", "Delete"]);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(user.row("All tools", name)).toBeVisible();

  await openDeleteDialog(user, name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(user.toast(`tool:${name} is deleted`)).toBeVisible();
  await expect(user.row("All tools", name)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  expect((await isolatedShop.latestTools(100)).map((tool) => tool.name)).not.toContain(name);
});

test("deleting a tool that a colleague has just deleted reports that", async ({
  page,
  isolatedShop,
  user,
}) => {
  const tool = await isolatedShop.toolAt(4);
  const colleague = await isolatedShop.admin();
  await user.signInAs(ADMIN, LIST);
  await openDeleteDialog(user, tool.name);
  await colleague.deleteTool(tool);
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await expect(user.toast(`tool:${tool.name} was already deleted`)).toBeVisible();
  await expect(user.row("All tools", tool.name)).toHaveCount(0);
});

test("an edit writes only its changes and keeps a concurrent sale", async ({
  page,
  isolatedShop,
  user,
}) => {
  const tool = await isolatedShop.toolAt(5);
  const { api } = await isolatedShop.customer();
  await user.signInAs(ADMIN, `${LIST}?q=${tool.name.split(" ")[0]}`);
  await page.getByRole("link", { name: `Edit ${tool.name}` }).click();
  await expect(page).toHaveURL(`${LIST}/${tool._id}`);
  await expect(field(page, "Name")).toHaveValue(tool.name);
  await expect(field(page, "Price")).toHaveValue(tool.price.toFixed(2));
  await expect(field(page, "Available quantity")).toHaveAccessibleDescription(
    `${tool.availableQuantity} when you opened this page. Orders placed since then are subtracted.`,
  );

  await field(page, "Name").fill(`${tool.name}, oiled`);
  await field(page, "Available quantity").fill(String(tool.availableQuantity + 100));
  await api.placeOrder(tool);
  await save(page).click();
  await expect(user.toast(`tool:${tool.name}, oiled is saved`)).toBeVisible();
  await expect(page).toHaveURL(`${LIST}?q=${tool.name.split(" ")[0]}`);
  await expect(user.row("All tools", `${tool.name}, oiled`)).toBeVisible();
  expect(await api.getTool(tool._id)).toMatchObject({
    name: `${tool.name}, oiled`,
    price: tool.price,
    description: tool.description,
    img: tool.img,
    availableQuantity: tool.availableQuantity + 100 - tool.minimumQuantity,
  });
});

test("the category is still chosen after a reload", async ({ page, isolatedShop, user }) => {
  const tool = await isolatedShop.toolAt(5);
  await (await isolatedShop.admin()).categorize(tool, "Heirlooms");
  await user.signInAs(ADMIN, `${LIST}/${tool._id}`);
  const category = field(page, "Category");
  await expect(category.getByRole("option", { name: "Heirlooms" })).toHaveJSProperty(
    "selected",
    true,
  );
  await page.reload();
  await expect(category.getByRole("option", { name: "Heirlooms" })).toHaveJSProperty(
    "selected",
    true,
  );
  await category.selectOption("");
  await save(page).click();
  await expect(user.toast(`tool:${tool.name} is saved`)).toBeVisible();
  expect((await isolatedShop.toolAt(5)).category).toBeUndefined();
});

test("a new photo replaces the old one", async ({ page, isolatedShop, user }) => {
  const tool = await isolatedShop.toolAt(6);
  await user.signInAs(ADMIN, `${LIST}/${tool._id}`);
  const photo = { name: "photo.png", mimeType: "image/png", buffer: png(900, 900) };
  await field(page, "Photo").setInputFiles(photo);
  await page.getByRole("button", { name: "Keep the previous photo" }).click();
  await expect(page.getByRole("img", { name: "As the catalogue shows it" })).toBeVisible();
  await field(page, "Photo").setInputFiles(photo);
  await save(page).click();
  await expect(user.toast(`tool:${tool.name} is saved`)).toBeVisible();
  const { img } = await isolatedShop.toolAt(6);
  expect(img).not.toBe(tool.img);
  expect(img).toMatch(/\/350\.webp$/);
});

test("customers see several pictures and the price for their quantity", async ({
  page,
  isolatedShop,
  user,
}) => {
  const tool = await isolatedShop.toolAt(13);
  await user.signInAs(ADMIN, `${LIST}/${tool._id}`);
  const photo = { name: "photo.png", mimeType: "image/png", buffer: png(900, 900) };
  await page.getByLabel("Choose another picture").setInputFiles(photo);
  await field(page, "Alt text 2").fill("The back of it");
  await page.getByRole("button", { name: "Move picture 2 up" }).press("Enter");
  await expect(page.getByLabel("Alt text", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Set a price for larger orders" }).click();
  const from = tool.minimumQuantity + 1;
  await page.getByLabel("Step 1, from quantity").fill(String(from));
  await page.getByLabel("Step 1, price").fill("1e3");
  await save(page).click();
  await expect(page.getByText("Step 1: enter an amount, like 15.20, as the price")).toBeVisible();
  await page.getByLabel("Step 1, price").fill("1.50");
  await save(page).click();
  await expect(user.toast(`tool:${tool.name} is saved`)).toBeVisible();

  await test.step("on its public page, where the large picture comes first", async () => {
    const main = page.getByRole("main");
    const large = `Enlarge the picture of ${tool.name}`;
    const release = await user.holdResponses("**/images/**");
    await page.goto(`/tool/${tool.slug}`, { waitUntil: "commit" });
    const small = main.getByRole("list", { name: "Pictures" });
    await expect(small.getByRole("button")).toHaveCount(2);
    await expect(small.locator("img")).toHaveCount(0);
    const place = await small.boundingBox();
    release();
    await expect(small.locator("img")).toHaveCount(2);
    expect(await small.boundingBox()).toEqual(place);
    const step = main.getByRole("button", { name: `${from} or more` });
    await expect(step).toContainText("$1.50");
    await step.press("Enter");
    await expect(main.getByRole("spinbutton").first()).toHaveValue(String(from));
    await expect(page.getByRole("img", { name: "The back of it" })).toBeVisible();
    await page.getByRole("button", { name: "Picture 2" }).press("Enter");
    await expect(main.getByRole("button", { name: large }).getByRole("img")).toHaveAccessibleName(
      tool.name,
    );
    await main.getByRole("button", { name: large }).press("Enter");
    const dialog = page.getByRole("dialog", { name: tool.name });
    await expect(dialog.getByRole("img", { name: tool.name })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await page.goto(`/tools/${tool._id}`);
  await expect(page.getByRole("img", { name: "The back of it" })).toBeVisible();
  await page.getByRole("button", { name: "Picture 2" }).click();
  await expect(page.getByRole("img", { name: tool.name })).toBeVisible();
  await page.getByRole("spinbutton").fill(String(from));
  await expect(page.getByRole("button", { name: `${from} or more`, pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "Purchase" }).click();
  await expect(page.getByText(`${from} × $1.50`)).toBeVisible();
});

test("the second of two concurrent edits sees the conflict and keeps its input", async ({
  page,
  isolatedShop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^412 PUT .*\/api\/tools\//);
  const tool = await isolatedShop.toolAt(7);
  const colleague = await isolatedShop.admin();
  await user.signInAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Price").fill("99");
  await field(page, "Available quantity").fill(String(tool.availableQuantity + 10));
  await colleague.editTool(tool, { description: "Reforged.", price: 50 });
  await save(page).click();

  const conflict = page.getByRole("region", { name: "Someone else has changed this tool" });
  await expect(conflict.getByRole("heading")).toBeFocused();
  await expect(conflict.getByRole("term")).toHaveText(["Description", "Price"]);
  await expect(conflict.getByRole("definition").last()).toHaveText(
    `$${tool.price.toFixed(2)} $50.00You have changed this, too.`,
  );
  await expect(field(page, "Price")).toHaveValue("99");

  await conflict.getByRole("button", { name: "Keep my changes" }).click();
  await expect(field(page, "Price")).toHaveValue("99");
  await expect(field(page, "Description")).toHaveValue("Reforged.");
  await expect(field(page, "Name")).toBeFocused();
  await save(page).click();
  await expect(user.toast(`tool:${tool.name} is saved`)).toBeVisible();
  expect(await colleague.getTool(tool._id)).toMatchObject({
    price: 99,
    description: "Reforged.",
    availableQuantity: tool.availableQuantity + 10,
  });
});

test("the second of two concurrent edits takes the new state", async ({
  page,
  isolatedShop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/^412 PUT .*\/api\/tools\//);
  const tool = await isolatedShop.toolAt(8);
  const colleague = await isolatedShop.admin();
  await user.signInAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Price").fill("99");
  await colleague.editTool(tool, { price: 50 });
  await save(page).click();
  await page.getByRole("button", { name: "Discard my changes" }).click();
  await expect(field(page, "Price")).toHaveValue("50.00");
  await save(page).click();
  await expect(user.toast("Nothing has changed")).toBeVisible();
});

test("an unknown tool links back to the list", async ({ page, user, consoleErrors }) => {
  consoleErrors.expect(/^404 GET .*\/api\/tools\/no-such-tool$/);
  await user.signInAs(ADMIN, `${LIST}/no-such-tool`);
  await expect(page.getByText("This tool is no longer for sale")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Manage Tool" }).last().click();
  await expect(page).toHaveURL(LIST);
});

test("an empty catalogue has messages for customers and for the owner", async ({
  page,
  isolatedShop,
  user,
}) => {
  const owner = await isolatedShop.admin();
  for (const tool of await isolatedShop.latestTools(100)) await owner.deleteTool(tool);
  await page.goto("/tool");
  await expect(page.getByRole("heading", { name: "No tools yet" })).toBeVisible();
  await user.signInAs(ADMIN, LIST);
  await expect(page.getByRole("heading", { name: "No tools yet" })).toBeVisible();
});

test("a hundred tools are shown at once, and the rest on request", async ({
  page,
  isolatedShop,
}) => {
  const owner = await isolatedShop.admin();
  const [first] = await isolatedShop.latestTools(1);
  if (!first) throw new Error("the demo has tools");
  for (let number = 1; number <= 75; number += 1)
    await owner.addTool({ ...first, name: `Row Marker ${number}` });
  await page.goto("/tool");
  await expect(page.getByRole("status").filter({ hasText: "105 tools" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(100);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByRole("article")).toHaveCount(105);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect(page.getByRole("article").last()).toContainText("Glass Bell Cloche");
});

test("stock is added once when the response is lost and the edit is saved again", async ({
  page,
  isolatedShop,
  user,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_CONNECTION_REFUSED|PUT .*\/api\/tools\//);
  const tool = await isolatedShop.toolAt(3);
  await user.signInAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Available quantity").fill(String(tool.availableQuantity + 20));
  await page.route(
    `**/api/tools/${tool._id}`,
    async (route) => {
      if (route.request().method() !== "PUT") return route.fallback();
      await route.fetch();
      await route.abort("connectionrefused");
    },
    { times: 1 },
  );
  await save(page).click();
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
  await save(page).click();
  await expect(user.toast(`tool:${tool.name} is saved`)).toBeVisible();
  const now = (await isolatedShop.latestTools(100)).find(({ _id }) => _id === tool._id);
  expect(now?.availableQuantity).toBe(tool.availableQuantity + 20);
});
