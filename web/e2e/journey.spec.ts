import { CARDS } from "./card-field.ts";
import { ADMIN, expect, test } from "./test.ts";
import { dollars, expectCells } from "./visitor.ts";

const DECLINED = /^402 POST .*\/(?:payment_methods|payment_intents\/[^/]+\/confirm)$/;

test("from browsing to a paid and shipped order", async ({
  page,
  shop,
  visitor,
  card,
  incidents,
}) => {
  test.setTimeout(90_000);
  const buyer = shop.newAccount();
  const tool = await shop.someTool(5);
  const quantity = tool.minimumQuantity + 2;
  const total = dollars(tool.price * quantity);
  let transactionId = "";

  await test.step("the home page shows the latest six tools and three reviews", async () => {
    await page.goto("/");
    await expect(page).toHaveTitle(/Trowel/);
    const browse = page.getByRole("region", { name: "Browse All Tools" });
    const latest = await shop.latestTools(6);
    await expect(browse.getByRole("heading", { level: 3 })).toHaveText(
      latest.map(({ name }) => name),
    );
    const voices = page.getByRole("region", { name: "What Our Customer Says" });
    const reviews = await shop.latestReviews(3);
    await expect(voices.getByRole("blockquote")).toHaveText(reviews.map(({ review }) => review));
    await expect(voices.getByRole("link", { name: "All Reviews" })).toHaveAttribute(
      "href",
      "/allReview",
    );
    await browse.getByRole("link", { name: "Load More Tools" }).click();
  });

  await test.step("all tools", async () => {
    await expect(page).toHaveURL("/tool");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Tools");
    const tools = await shop.latestTools(100);
    await expect(page.getByRole("article")).toHaveCount(tools.length);
    const shown = page.getByRole("article").filter({ hasText: tool.name });
    await expect(shown).toContainText(dollars(tool.price));
    await expect(shown).toContainText(`Minimum ${tool.minimumQuantity}`);
  });

  await test.step("sign-up says what is missing, on submit and then on change", async () => {
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Login" })
      .click();
    await page.getByRole("link", { name: "Create New Account" }).click();
    await expect(page).toHaveURL("/signup");
    const [name, email, password] = ["Name", "E-mail", "Password"].map((label) =>
      page.getByLabel(label, { exact: true }),
    );
    if (!name || !email || !password) throw new Error("three fields");
    const submit = page.getByRole("main").getByRole("button", { name: "Sign up" });
    const says = (field: typeof name, text: string) =>
      expect(field).toHaveAccessibleDescription(text);

    await email.fill("Robin");
    await says(email, "");
    await email.fill("");
    await submit.click();
    await says(name, "Name is required");
    await says(email, "Email is required");
    await says(password, "password is required");
    await expect(name).toBeFocused();

    await name.fill(buyer.name);
    await says(name, "");
    await email.fill("robin@garden");
    await says(email, "Provide a valid email");
    await email.fill(buyer.email);
    await says(email, "");
    await password.fill("moss");
    await says(password, "Password must be 6 characters or longer");
    await password.fill(buyer.password);
    await says(password, "");
    await submit.click();
  });

  await test.step("and leads to all tools with a token", async () => {
    await expect(page).toHaveURL("/tool");
    await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
    expect(await visitor.token()).toMatch(/^\S{20,}$/);
  });

  await test.step("the purchase form", async () => {
    await page.getByRole("link", { name: `Purchase ${tool.name}` }).click();
    await expect(page).toHaveURL(`/tools/${tool._id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(tool.name);
    await expect(page.getByRole("img", { name: tool.name })).toBeVisible();

    const name = page.getByLabel("Name", { exact: true });
    await expect(name).toBeDisabled();
    await expect(name).toHaveValue(buyer.name);
    const email = page.getByLabel("E-mail");
    await expect(email).toBeDisabled();
    await expect(email).toHaveValue(buyer.email);

    const ordered = page.getByRole("spinbutton", { name: "Order quantity" });
    const purchase = page.getByRole("button", { name: "Purchase", exact: true });
    const price = page.getByRole("main").locator("output");
    await expect(ordered).toHaveValue(String(tool.minimumQuantity));
    await expect(price).toHaveText(dollars(tool.price * tool.minimumQuantity));
    await expect(purchase).toBeEnabled();

    await ordered.fill(String(tool.minimumQuantity - 1));
    await expect(ordered).toHaveAccessibleDescription(
      /Ordered Quantity is less than minimum quantity$/,
    );
    await expect(purchase).toBeDisabled();
    await ordered.fill(String(tool.availableQuantity + 1));
    await expect(ordered).toHaveAccessibleDescription(
      /Ordered Quantity is more than available quantity in stock$/,
    );
    await expect(purchase).toBeDisabled();

    await ordered.fill(String(tool.minimumQuantity));
    await expect(purchase).toBeEnabled();
    for (let more = tool.minimumQuantity; more < quantity; more += 1)
      await page.getByRole("button", { name: "One more, order quantity" }).click();
    await expect(ordered).toHaveValue(String(quantity));
    await expect(price).toHaveText(total);
    await page.getByLabel("Address").fill("12 Fern Lane, Halifax");
    await page.getByLabel("Phone").fill("902 555 0101");
    await purchase.click();
  });

  await test.step("the order is confirmed, the page stays, its stock is new", async () => {
    await expect(visitor.toast("Purchase confirmed")).toBeVisible();
    await expect(page).toHaveURL(`/tools/${tool._id}`);
    const left = tool.availableQuantity - quantity;
    await expect(page.getByRole("main").getByRole("definition").nth(1)).toHaveText(
      left.toLocaleString("en-US"),
    );
    expect(await shop.stockOf(tool)).toBe(left);
    await expect(page.getByRole("spinbutton")).toHaveValue(String(tool.minimumQuantity));
    await expect(page.getByLabel("Address")).toHaveValue("");
    await page.getByRole("link", { name: "My Orders" }).click();
  });

  const mine = visitor.row("My orders", tool.name);

  await test.step("my orders, not paid yet", async () => {
    await expect(page).toHaveURL("/dashboard/myOrders");
    await expect(visitor.columns("My orders")).toHaveText([
      "No.",
      "Buyer name",
      "Tool name",
      "Quantity",
      "Total price",
      "Action",
      "Payment",
    ]);
    await expectCells(mine, [
      "1",
      buyer.name,
      tool.name,
      String(quantity),
      total,
      /^Delete/,
      /^Pay/,
    ]);
  });

  await test.step("paying opens a document of its own", async () => {
    const opened = page.waitForRequest((request) => request.isNavigationRequest());
    await mine.getByRole("link", { name: `Pay for ${tool.name}` }).click();
    expect((await opened).url()).toMatch(/\/dashboard\/payment\/[\w-]+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment");
    const main = page.getByRole("main");
    await expect(main).toContainText(`Hello, ${buyer.name}`);
    await expect(main).toContainText(buyer.email);
    await expect(main.getByText(total, { exact: true })).toBeVisible();
  });

  await test.step("a declined card is told in red", async () => {
    incidents.expect(DECLINED);
    await card.type(CARDS.declined);
    await page.getByRole("button", { name: "Pay" }).click();
    const fault = page.getByRole("alert").filter({ hasText: "Your card was declined." });
    await expect(fault).toBeVisible();
    const red = await page.evaluate(() => {
      const probe = document.createElement("p");
      probe.className = "text-error";
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    await expect(fault).toHaveCSS("color", red);
  });

  await test.step("another card pays", async () => {
    await card.type(CARDS.pays);
    await page.getByRole("button", { name: "Pay" }).click();
    const said = page.getByRole("status").filter({ hasText: "Transaction id" });
    await expect(said).toContainText("Congratulation! Your payment is completed.");
    transactionId = (await said.textContent())?.match(/pi_\w+/)?.[0] ?? "";
    expect(transactionId).toMatch(/^pi_\w{10,}$/);
    await expect(
      visitor.toast(`Congratulation! Your payment is completed. ${transactionId}`),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Pay" })).toHaveCount(0);
  });

  await test.step("my orders shows it paid, with nothing left to delete", async () => {
    const left = page.waitForRequest((request) => request.isNavigationRequest());
    await visitor.goToInDashboard("My Orders");
    expect((await left).url()).toContain("/dashboard/myOrders");
    await expectCells(mine, [
      "1",
      buyer.name,
      tool.name,
      String(quantity),
      total,
      /.*/,
      `Paid Transaction id ${transactionId}`,
    ]);
    await expect(mine.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
    await expect(mine.getByRole("link")).toHaveCount(0);
  });

  await test.step("signing out takes the token along", async () => {
    await visitor.signOut();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
    expect(await visitor.token()).toBeNull();
  });

  await test.step("an admin ships the order", async () => {
    await page.getByRole("link", { name: "Login" }).click();
    await visitor.fillInLogin(ADMIN);
    await expect(page).toHaveURL("/");
    await visitor.goTo("Dashboard");
    await visitor.goToInDashboard("Manage Orders");
    await expect(page).toHaveURL("/dashboard/manageOrders");
    await expect(visitor.columns("All orders")).toHaveText([
      "No.",
      "Buyer name",
      "Tool name",
      "Quantity",
      "E-mail",
      "Total price",
      "Action",
    ]);
    const theirs = visitor.row("All orders", buyer.email);
    await expectCells(theirs, [
      /^\d+$/,
      buyer.name,
      tool.name,
      String(quantity),
      buyer.email,
      total,
      /^pending Ship/,
    ]);
    await expect(theirs.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
    await theirs.getByRole("button", { name: /^Ship/ }).click();
    await expect(theirs.getByRole("cell").last()).toHaveAccessibleName(
      /^Approved and shipped Refund /,
    );
    await expect(theirs.getByRole("button", { name: /^Ship|^Delete/ })).toHaveCount(0);

    const desk = await shop.admin();
    const stored = (await desk.allOrders()).find((order) => order.customerEmail === buyer.email);
    expect(stored).toMatchObject({
      paid: true,
      status: "Approved and shipped",
      transactionId,
      orderQuantity: quantity,
    });
  });
});
