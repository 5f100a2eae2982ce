import { ADMIN, expect, type Page, test } from "./fixtures.ts";

const THANKS = "Thank you for your review.We tried our best to full fill your demand.";

const star = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const text = (page: Page) => page.getByLabel("Review", { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Send review" });

test("a new review is acknowledged and is the first of all reviews", async ({
  page,
  shop,
  user,
}) => {
  const customer = await shop.customer();
  await user.signInAs(customer);
  await user.goToInDashboard("Reviews");
  await expect(page).toHaveURL("/dashboard/review");
  await expect(page.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(customer.name);
  await expect(page.getByLabel("E-mail")).toBeDisabled();
  await expect(page.getByLabel("E-mail")).toHaveValue(customer.email);

  await test.step("stars by keyboard and by pointer", async () => {
    await expect(star(page, "No stars")).toBeChecked();
    await star(page, "No stars").focus();
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowRight");
    await expect(star(page, "3 stars")).toBeChecked();
    await page.getByTitle("5 stars").click();
    await expect(star(page, "5 stars")).toBeChecked();
    await page.getByTitle("4 stars").click();
  });

  const words = `Sharp from the first day, says ${customer.name}.`;
  await text(page).fill(words);
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await send(page).click();
  expect((await sent).postDataJSON()).toEqual({
    name: customer.name,
    email: customer.email,
    review: words,
    rating: 4,
  });
  await expect(user.toast(THANKS)).toBeVisible();
  await expect(text(page)).toHaveValue("");
  await expect(star(page, "No stars")).toBeChecked();

  await page.getByRole("link", { name: "See all reviews" }).click();
  await expect(page).toHaveURL("/allReview");
  const first = page.getByRole("figure").first();
  await expect(first).toContainText(words);
  await expect(first).toContainText(customer.name);
  await expect(first.getByRole("img", { name: "4 of 5 stars" })).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(customer.email);
});

test("a review that is too long is refused and not cut; a draft survives another page", async ({
  page,
  shop,
  user,
}) => {
  await user.signInAs(await shop.customer(), "/dashboard/review");
  await text(page).fill("x".repeat(2001));
  await send(page).click();
  await expect(text(page)).toHaveAccessibleDescription(/A review has 2,000 characters at most$/);
  await expect(text(page)).toBeFocused();

  await text(page).fill("Half a sentence");
  await page.getByRole("link", { name: "See all reviews" }).click();
  await expect(page).toHaveURL("/allReview");
  await page.goBack();
  await expect(text(page)).toHaveValue("Half a sentence");
});

test("the owner hides a review and shows it again; its author sees both", async ({
  page,
  shop,
  user,
}) => {
  const author = await shop.customer();
  const words = `Seen and unseen, says ${author.name}.`;
  await author.api.addReview(words);
  const row = page.getByRole("row").filter({ hasText: words });
  const isPublic = async () => (await (await page.request.get("/")).text()).includes(words);

  await user.signInAs(ADMIN, "/dashboard/manageReviews");
  let calls = 0;
  page.on("request", (request) => {
    // The app may renew its token meanwhile.
    if (request.method() === "PUT" && request.url().includes("/api/manageReviews/")) calls += 1;
  });
  await row.getByRole("button", { name: /^Hide/ }).dblclick();
  await expect(user.toast("The review is hidden")).toBeVisible();
  expect(calls).toBe(1);
  await expect(row).toHaveCount(0);
  expect(await isPublic()).toBe(false);
  await user.signOut();
  await expect(page).toHaveURL("/");

  await user.signInAs(author, "/dashboard/review");
  const own = page.getByRole("listitem").filter({ hasText: words });
  await expect(own).toContainText("Hidden by the shop. Only you can see it.");
  await user.signOut();
  await expect(page).toHaveURL("/");

  await user.signInAs(ADMIN, "/dashboard/manageReviews?state=hidden");
  await row.getByRole("button", { name: /^Publish/ }).click();
  await expect(user.toast("The review is published")).toBeVisible();
  await page.getByRole("group", { name: "Show" }).getByText("Published").click();
  await expect(page).toHaveURL("/dashboard/manageReviews");
  await expect(row.getByRole("button", { name: /^Hide/ })).toBeVisible();
  expect(await isPublic()).toBe(true);
});

test("the owner deletes a review; a customer cannot", async ({ page, shop, user }) => {
  const author = await shop.customer();
  const words = `Not for sale, says ${author.name}.`;
  await author.api.addReview(words);
  const review = page.getByRole("listitem").filter({ hasText: words });
  const profile = page.getByRole("heading", { name: "Users Profile" });
  await user.signInAs(await shop.customer());
  await expect(profile).toBeVisible();
  await page.goto("/allReview");
  await expect(review).toBeVisible();
  await expect(page.getByRole("button", { name: /^Delete/ })).toHaveCount(0);

  await user.signOut();
  await expect(page).toHaveURL("/");
  await user.signInAs(ADMIN);
  await expect(profile).toBeVisible();
  await page.goto("/allReview");
  await review.getByRole("button", { name: /^Delete/ }).click();
  const dialog = page.getByRole("dialog", { name: `Delete review by ${author.name}?` });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(user.toast("The review is deleted")).toBeVisible();
  await expect(review).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("figure").first()).toBeVisible();
  await expect(review).toHaveCount(0);
});
