import { expectNoOverflow } from "./a11y.ts";
import { ADMIN, expect, type Page, test } from "./fixtures.ts";
import { ordersOf } from "./orders-table.ts";

const WIDTHS = [390, 768, 1024, 1240, 1366];

/** The cells of the rows that show less than their content. A line of a name may end in an ellipsis. */
const hiddenCells = (page: Page, columns: string[]) =>
  page
    .getByRole("table")
    .first()
    .evaluate((table, wanted) => {
      const titles = [...table.querySelectorAll("thead th")].map((head) => head.textContent ?? "");
      const isShown = (element: Element) => {
        const { width, height } = element.getBoundingClientRect();
        for (let up: Element | null = element; up && up !== table; up = up.parentElement)
          if (getComputedStyle(up).clipPath !== "none") return false;
        return width > 4 && height > 4;
      };
      const rows = table.querySelectorAll("tbody tr:not(.data-table-detail, .data-table-group)");
      return [...rows].flatMap((row, index) =>
        wanted
          .filter((title) => {
            const value = row.children[titles.indexOf(title)]?.querySelector(".data-table-value");
            const words = document.createTreeWalker(value ?? row, NodeFilter.SHOW_TEXT);
            const range = document.createRange();
            for (let text = words.nextNode(); text; text = words.nextNode()) {
              range.selectNodeContents(text);
              const { width } = range.getBoundingClientRect();
              if (text.textContent?.trim() && text.parentElement && width > 4)
                if (isShown(text.parentElement)) return false;
            }
            return true;
          })
          .map((title) => `${title} of row ${index + 1}`),
      );
    }, columns);

/** Words of buttons, states and labels that stand on two lines. */
const brokenWords = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const fixed =
      ".btn, .data-table-actions > span, .order-badge, .data-table-label, thead th, .choice label";
    const broken: string[] = [];
    for (const element of main.querySelectorAll(fixed)) {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[\p{L}\d]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (tops.size > 1) broken.push(word);
        }
    }
    return broken;
  });

async function expectWhole(page: Page, columns: string[]) {
  for (const width of WIDTHS)
    await test.step(`${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => hiddenCells(page, columns)).toEqual([]);
      await expect.poll(() => brokenWords(page)).toEqual([]);
      await expectNoOverflow(page, width);
    });
}

test("My Orders shows every specified cell in windows of every width", async ({
  page,
  screenData,
  user,
}) => {
  await user.signInAs(screenData.customer, "/dashboard/myOrders");
  await expect(page.getByRole("table")).toBeVisible();
  const all = ["No.", "Buyer name", "Tool name", "Quantity", "Total price", "Action", "Payment"];
  await expectWhole(page, all);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const paid = page.getByRole("row").filter({ hasText: "Transaction id" }).first();
    await expect(
      paid
        .getByText(/\w{8}$/)
        .filter({ visible: true })
        .last(),
    ).toBeVisible();
  }
});

test("Manage Orders shows every specified cell in windows of every width", async ({
  page,
  screenData,
  user,
}) => {
  await user.signInAs(ADMIN, ordersOf(screenData.customer));
  await expect(page.getByRole("table")).toBeVisible();
  const all = ["No.", "Buyer name", "Tool name", "Quantity", "E-mail", "Total price", "Action"];
  await expectWhole(page, all);
  await page.setViewportSize({ width: 390, height: 900 });
  await expect(
    page.getByText(screenData.customer.email).filter({ visible: true }).first(),
  ).toBeVisible();
});

for (const [path, columns] of [
  ["manageProduct", ["No.", "Name", "Quantity"]],
  ["users", ["No.", "E-mail", "Role"]],
  ["manageReviews", []],
] as const)
  test(`${path} keeps its words whole in windows of every width`, async ({ page, user }) => {
    await user.signInAs(ADMIN, `/dashboard/${path}`);
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectWhole(page, [...columns]);
  });

test("a phone has Delete of a tool beside Edit, with the specified text", async ({
  page,
  shop,
  user,
}) => {
  const { name } = await shop.toolAt(2);
  await user.signInAs(ADMIN, "/dashboard/manageProduct");
  const row = user.row("All tools", name);
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(row.getByRole("button", { name: `Delete ${name}` })).toHaveText("Delete");
    expect((await row.boundingBox())?.height).toBeLessThan(100);
  }
});
