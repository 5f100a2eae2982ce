import { ADMIN, expect, type Page, test } from "./fixtures.ts";
import type { ScreenData } from "./screens.ts";
import type { Account } from "./shop.ts";

const SIZES = [
  { width: 1366, height: 768 },
  { width: 390, height: 600 },
];

interface PageWithBar {
  account: (screenData: ScreenData) => Account;
  path: (screenData: ScreenData) => string;
  /** What stays in place while the page scrolls, beside the header. */
  bar: string;
  stops: number;
}

const PAGES: PageWithBar[] = [
  {
    account: () => ADMIN,
    path: () => "/dashboard/shop?section=shop",
    bar: ".bottom-bar",
    stops: 50,
  },
  {
    account: ({ customer }) => customer,
    path: ({ toolId }) => `/tools/${toolId}`,
    bar: ".bottom-bar",
    stops: 25,
  },
  {
    account: () => ADMIN,
    path: () => "/dashboard/manageOrders",
    bar: ".orders-bar, thead th",
    stops: 60,
  },
];

/** The element with the focus, if a bar covers a part of it. */
const coveredFocus = (page: Page, bar: string) =>
  page.evaluate((selector) => {
    const tagOf = (element: Element) => (element.cloneNode() as Element).outerHTML;
    const focused = document.activeElement;
    if (!focused || focused === document.body) return "";
    const box = focused.getBoundingClientRect();
    for (const bar of document.querySelectorAll(`header, ${selector}`)) {
      const { top, bottom, left, right } = bar.getBoundingClientRect();
      const isBeside =
        bar.contains(focused) ||
        box.bottom <= top + 1 ||
        box.top >= bottom - 1 ||
        box.right <= left ||
        box.left >= right;
      // The link that skips the header lies above it.
      if (!isBeside && focused.textContent !== "Skip to content")
        return `${tagOf(focused)} is below ${tagOf(bar)}`;
    }
    return "";
  }, bar);

for (const { account, path, bar, stops } of PAGES)
  for (const size of SIZES)
    test(`no bar of ${path({ toolId: "{id}" } as ScreenData)} covers what has the focus, ${size.width} px`, async ({
      page,
      screenData,
      user,
    }) => {
      await page.setViewportSize(size);
      await user.signInAs(account(screenData), path(screenData));
      await expect(page.locator(bar).first()).toBeAttached();
      const steps = [...Array(stops).fill("Tab"), ...Array(stops).fill("Shift+Tab")];
      for (const key of steps) {
        await page.keyboard.press(key);
        expect(await coveredFocus(page, bar)).toBe("");
      }
    });
