import { expectAccessible } from "./a11y.ts";
import { CARDS } from "./card-field.ts";
import { expect, ON_PHONE_TOO, type Page, test } from "./fixtures.ts";
import type { Shop } from "./shop.ts";
import { Thumb } from "./thumb.ts";

const mainOf = (page: Page) => page.getByRole("main");
const payOf = (page: Page) => mainOf(page).getByRole("button", { name: /^Pay \$/ });
const boxOf = (page: Page) => mainOf(page).getByLabel("Save this card for next time");
const savedOf = (page: Page) => mainOf(page).getByRole("radio", { name: /Visa.*4242/ });

async function buyNow({ page, shop }: { page: Page; shop: Shop }, thumb: Thumb) {
  const tool = await shop.toolAt(11);
  await page.goto(`/tool/${tool.slug}`);
  await thumb.tap(mainOf(page).getByRole("button", { name: "Buy now" }));
  await expect(page).toHaveURL("/checkout");
}

test(
  "a customer saves a card, pays with it in two taps, and removes it",
  ON_PHONE_TOO,
  async ({ page, shop, user, card }) => {
    const { api, ...customer } = await shop.customer();
    const earlier = await shop.toolAt(8);
    await api.putIntoBasket(earlier, earlier.minimumQuantity);
    await api.checkOut({ saveAddress: true });
    await user.signInAs(customer, "/");

    await buyNow({ page, shop }, new Thumb());
    await expect(boxOf(page)).not.toBeChecked();
    await boxOf(page).check();
    await expectAccessible(page);
    await card.type(CARDS.pays);
    await payOf(page).click();
    await expect(mainOf(page).getByText("Thank you!")).toBeVisible();

    const thumb = new Thumb();
    await buyNow({ page, shop }, thumb);
    await expect(savedOf(page)).toBeChecked();
    await expectAccessible(page);
    await thumb.tap(payOf(page));
    await expect(mainOf(page).getByText("Thank you!")).toBeVisible();
    expect(thumb.taps).toBe(2);

    await page.goto("/dashboard/account");
    await expectAccessible(page);
    await mainOf(page).getByRole("button", { name: "Remove Visa ending in 4242" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(mainOf(page).getByText("You have no saved cards.")).toBeVisible();
    await buyNow({ page, shop }, new Thumb());
    await expect(boxOf(page)).not.toBeChecked();
  },
);
