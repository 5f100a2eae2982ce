import { picture } from "./picture.ts";
import { ADMIN, expect, type Page, testAlone as test } from "./test.ts";
import type { Visitor } from "./visitor.ts";

const LIST = "/dashboard/manageProduct";
const WARNING = "If you delete tool you can not recovery it!";
const field = (page: Page, name: string) => page.getByRole("main").getByLabel(name);
const save = (page: Page) => page.getByRole("button", { name: "Save" });
const dialogOf = (page: Page) => page.getByRole("dialog");

const askToDelete = (visitor: Visitor, name: string) =>
  visitor
    .row("All tools", name)
    .getByRole("button", { name: `Delete ${name}` })
    .click();

test("the table has the specified columns, and is searched by word", async ({
  page,
  ownShop,
  visitor,
}) => {
  const tools = await ownShop.latestTools(100);
  await visitor.arriveAs(ADMIN, LIST);
  await expect(visitor.columns("All tools")).toHaveText([
    "No.",
    "Image",
    "Name",
    "Quantity",
    "Edit",
    "Delete",
  ]);
  await expect(visitor.row("All tools")).toHaveCount(tools.length + 1);
  await page.getByRole("searchbox").fill("wheelbarrow");
  await expect(visitor.row("All tools")).toHaveCount(2);
  await expect(page).toHaveURL(`${LIST}?q=wheelbarrow`);
  await expect(page.getByRole("status").filter({ hasText: "1 tool found" })).toBeVisible();

  await page.getByRole("searchbox").fill("tractor");
  await page.getByRole("button", { name: "Show all tools" }).click();
  await expect(visitor.row("All tools")).toHaveCount(tools.length + 1);
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("a tool is deleted only after a clear yes", async ({ page, ownShop, visitor }) => {
  const { name } = await ownShop.someTool(3);
  await visitor.arriveAs(ADMIN, LIST);
  await askToDelete(visitor, name);
  const dialog = dialogOf(page);
  await expect(dialog).toHaveAccessibleName(`Delete ${name}?`);
  await expect(dialog.getByRole("paragraph")).toHaveText(WARNING);
  await expect(dialog.getByRole("button")).toHaveText(["Cancel", "Delete"]);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(visitor.row("All tools", name)).toBeVisible();

  await askToDelete(visitor, name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(visitor.toast(`tool:${name} is deleted`)).toBeVisible();
  await expect(visitor.row("All tools", name)).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  expect((await ownShop.latestTools(100)).map((tool) => tool.name)).not.toContain(name);
});

test("what somebody else deleted a moment ago was gone already", async ({
  page,
  ownShop,
  visitor,
}) => {
  const tool = await ownShop.someTool(4);
  const colleague = await ownShop.admin();
  await visitor.arriveAs(ADMIN, LIST);
  await askToDelete(visitor, tool.name);
  await colleague.removeTool(tool);
  await dialogOf(page).getByRole("button", { name: "Delete" }).click();
  await expect(visitor.toast(`tool:${tool.name} had been deleted already`)).toBeVisible();
  await expect(visitor.row("All tools", tool.name)).toHaveCount(0);
});

test("an edit changes what was changed, and does not undo a sale in between", async ({
  page,
  ownShop,
  visitor,
}) => {
  const tool = await ownShop.someTool(5);
  const { desk } = await ownShop.customer();
  await visitor.arriveAs(ADMIN, `${LIST}?q=${tool.name.split(" ")[0]}`);
  await page.getByRole("link", { name: `Edit ${tool.name}` }).click();
  await expect(page).toHaveURL(`${LIST}/${tool._id}`);
  await expect(field(page, "Name")).toHaveValue(tool.name);
  await expect(field(page, "Price")).toHaveValue(tool.price.toFixed(2));
  await expect(field(page, "Available quantity")).toHaveAccessibleDescription(
    `Counted from the ${tool.availableQuantity} that were there: what is sold while you edit stays sold.`,
  );

  await field(page, "Name").fill(`${tool.name}, oiled`);
  await field(page, "Available quantity").fill(String(tool.availableQuantity + 100));
  await desk.order(tool);
  await save(page).click();
  await expect(visitor.toast(`tool:${tool.name}, oiled is saved`)).toBeVisible();
  await expect(page).toHaveURL(`${LIST}?q=${tool.name.split(" ")[0]}`);
  await expect(visitor.row("All tools", `${tool.name}, oiled`)).toBeVisible();
  expect(await desk.tool(tool._id)).toMatchObject({
    name: `${tool.name}, oiled`,
    price: tool.price,
    description: tool.description,
    img: tool.img,
    availableQuantity: tool.availableQuantity + 100 - tool.minimumQuantity,
  });
});

test("another photo takes the former's place", async ({ page, ownShop, visitor }) => {
  const tool = await ownShop.someTool(6);
  await visitor.arriveAs(ADMIN, `${LIST}/${tool._id}`);
  const photo = { name: "photo.png", mimeType: "image/png", buffer: picture(900, 900) };
  await field(page, "Photo").setInputFiles(photo);
  await page.getByRole("button", { name: "Keep the former photo" }).click();
  await expect(page.getByRole("img", { name: "As the catalogue shows it" })).toBeVisible();
  await field(page, "Photo").setInputFiles(photo);
  await save(page).click();
  await expect(visitor.toast(`tool:${tool.name} is saved`)).toBeVisible();
  const { img } = await ownShop.someTool(6);
  expect(img).not.toBe(tool.img);
  expect(img).toMatch(/\/350\.webp$/);
});

test("two owners edit one tool: the second is told what changed and loses nothing", async ({
  page,
  ownShop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^412 PUT .*\/api\/tools\//);
  const tool = await ownShop.someTool(7);
  const colleague = await ownShop.admin();
  await visitor.arriveAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Price").fill("99");
  await field(page, "Available quantity").fill(String(tool.availableQuantity + 10));
  await colleague.editTool(tool, { description: "Reforged.", price: 50 });
  await save(page).click();

  const conflict = page.getByRole("region", { name: "Somebody else has changed this tool" });
  await expect(conflict.getByRole("heading")).toBeFocused();
  await expect(conflict.getByRole("term")).toHaveText(["Description", "Price"]);
  await expect(conflict.getByRole("definition").last()).toHaveText(
    `$${tool.price.toFixed(2)} $50.00You have changed it too.`,
  );
  await expect(field(page, "Price")).toHaveValue("99");

  await conflict.getByRole("button", { name: "Keep what I typed" }).click();
  await expect(field(page, "Price")).toHaveValue("99");
  await expect(field(page, "Description")).toHaveValue("Reforged.");
  await expect(field(page, "Name")).toBeFocused();
  await save(page).click();
  await expect(visitor.toast(`tool:${tool.name} is saved`)).toBeVisible();
  expect(await colleague.tool(tool._id)).toMatchObject({
    price: 99,
    description: "Reforged.",
    availableQuantity: tool.availableQuantity + 10,
  });
});

test("or takes the new state", async ({ page, ownShop, visitor, incidents }) => {
  incidents.expect(/^412 PUT .*\/api\/tools\//);
  const tool = await ownShop.someTool(8);
  const colleague = await ownShop.admin();
  await visitor.arriveAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Price").fill("99");
  await colleague.editTool(tool, { price: 50 });
  await save(page).click();
  await page.getByRole("button", { name: "Take the new state" }).click();
  await expect(field(page, "Price")).toHaveValue("50.00");
  await save(page).click();
  await expect(visitor.toast("Nothing was changed")).toBeVisible();
});

test("stock that was sold meanwhile cannot be taken away, and the stock field says so", async ({
  page,
  ownShop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^409 PUT .*\/api\/tools\//);
  const tool = await ownShop.someTool(9);
  const { desk } = await ownShop.customer();
  await visitor.arriveAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Available quantity").fill("0");
  await desk.order(tool);
  await save(page).click();
  await expect(field(page, "Available quantity")).toHaveAccessibleDescription(
    /New orders came in/,
  );
  await expect(field(page, "Available quantity")).toBeFocused();
});

test("a name that another tool has is refused beside the name", async ({
  page,
  ownShop,
  visitor,
  incidents,
}) => {
  incidents.expect(/^409 PUT .*\/api\/tools\//);
  const tool = await ownShop.someTool(10);
  const other = await ownShop.someTool(11);
  await visitor.arriveAs(ADMIN, `${LIST}/${tool._id}`);
  await field(page, "Name").fill(other.name);
  await save(page).click();
  await expect(field(page, "Name")).toHaveAccessibleDescription(/^Another tool has this name/);
});

test("a tool that is gone says so, with a way back", async ({ page, visitor, incidents }) => {
  incidents.expect(/^404 GET .*\/api\/tools\/no-such-tool$/);
  await visitor.arriveAs(ADMIN, `${LIST}/no-such-tool`);
  await expect(page.getByText("This tool is no longer for sale")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Manage Tool" }).last().click();
  await expect(page).toHaveURL(LIST);
});

test("a shop without tools says so, to visitors and to its owner", async ({
  page,
  ownShop,
  visitor,
}) => {
  const owner = await ownShop.admin();
  for (const tool of await ownShop.latestTools(100)) await owner.removeTool(tool);
  await page.goto("/tool");
  await expect(page.getByRole("heading", { name: "The shelves are bare" })).toBeVisible();
  await visitor.arriveAs(ADMIN, LIST);
  await expect(page.getByRole("heading", { name: "No tools yet" })).toBeVisible();
});

test("a hundred tools are shown without a click, and the rest when asked for", async ({
  page,
  ownShop,
}) => {
  const owner = await ownShop.admin();
  const [first] = await ownShop.latestTools(1);
  if (!first) throw new Error("the demo has tools");
  for (let number = 1; number <= 75; number += 1)
    await owner.addTool({ ...first, name: `Row Marker ${number}` });
  await page.goto("/tool");
  await expect(page.getByRole("status").filter({ hasText: "105 tools" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(100);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(page.getByRole("article")).toHaveCount(105);
  await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
  await expect(page.getByRole("article").last()).toContainText("No. 105");
});

test("a delivery is counted once, though its answer is lost and it is saved again", async ({
  page,
  ownShop,
  visitor,
  incidents,
}) => {
  incidents.expect(/ERR_CONNECTION_REFUSED|PUT .*\/api\/tools\//);
  const tool = await ownShop.someTool(3);
  await visitor.arriveAs(ADMIN, `${LIST}/${tool._id}`);
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
  await expect(page.getByRole("alert").filter({ hasText: "could not reach" })).toBeVisible();
  await save(page).click();
  await expect(visitor.toast(`tool:${tool.name} is saved`)).toBeVisible();
  const now = (await ownShop.latestTools(100)).find(({ _id }) => _id === tool._id);
  expect(now?.availableQuantity).toBe(tool.availableQuantity + 20);
});
