import { CARDS } from "./card-field.ts";
import { expect, type Locator, ON_PHONE_TOO, test } from "./fixtures.ts";

/** Taps from the landing page to a paid order. Typing is not counted. */
test(
  "a new customer pays with five taps, a returning one with three",
  ON_PHONE_TOO,
  async ({ page, shop, card, consoleErrors }) => {
    consoleErrors.expect(/^401 GET .*\/api\/identity\/session$/);
    const [tool] = await shop.latestTools(1);
    if (!tool) throw new Error("the demo has no tools");
    const { name, email, password } = shop.newAccount();
    const main = page.getByRole("main");
    const purchaseLink = main.getByRole("link", { name: `Purchase ${tool.name}` }).first();
    const purchase = main.getByRole("button", { name: "Purchase", exact: true });
    const pay = main.getByRole("button", { name: "Pay", exact: true });
    let taps = 0;
    const tap = async (control: Locator) => {
      await control.click();
      taps += 1;
    };
    const payByCard = async () => {
      await card.type(CARDS.pays);
      await tap(pay);
      await expect(page.getByRole("status").filter({ hasText: "Congratulation!" })).toBeVisible();
    };

    await test.step("new", async () => {
      await page.goto("/");
      await tap(purchaseLink);
      await tap(main.getByRole("link", { name: "Sign Up", exact: true }));
      await main.getByLabel("Name", { exact: true }).fill(name);
      await main.getByLabel("E-mail").fill(email);
      await main.getByLabel("Password").fill(password);
      await tap(main.getByRole("button", { name: "Sign Up" }));
      await main.getByLabel("Address").fill("12 Fern Lane, Halifax");
      await tap(purchase);
      await payByCard();
      expect(taps).toBe(5);
    });

    await test.step("returning", async () => {
      taps = 0;
      await page.goto("/");
      await tap(purchaseLink);
      await expect(main.getByLabel("Address")).toHaveValue("12 Fern Lane, Halifax");
      await tap(purchase);
      await payByCard();
      expect(taps).toBe(3);
    });
  },
);

test("a phone shows sum, card and Pay in the first view, and nothing moves", async ({
  page,
  shop,
  user,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { api, ...customer } = await shop.customer();
  const order = await api.placeOrder(await shop.toolAt(6));
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as unknown as { sources: { node?: Node }[] }[])
        for (const { node } of sources)
          if (node instanceof Element && node.closest("main")) moved.push(node.outerHTML);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await user.signInAs(customer, `/dashboard/payment/${order._id}`);
  const pay = page.getByRole("button", { name: "Pay", exact: true });
  await expect(pay).toBeEnabled();
  await expect(pay).toBeInViewport({ ratio: 1 });
  const sum = page.getByRole("definition").filter({ hasText: "CAD" });
  const [above, below] = [await sum.boundingBox(), await pay.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeLessThan(40);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);

  await expect(page.getByText("Ship to")).toBeHidden();
  await page.getByRole("button", { name: "Order details" }).click();
  await expect(page.getByText("Ship to")).toBeVisible();
});
