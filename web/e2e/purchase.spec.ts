import { CARDS } from "./card-field.ts";
import { ADMIN, expect, ON_PHONE_TOO, test } from "./fixtures.ts";
import { expandOrder } from "./orders-table.ts";
import { dollars, expectCells, startingWith } from "./user.ts";

/** Shortens an id as narrow windows show it. */
const shortId = (id: string) => `${id.slice(0, 4)}…${id.slice(-8)}`;

const DECLINED = /^402 POST .*\/(?:payment_methods|payment_intents\/[^/]+\/confirm)$/;

test(
  "from browsing to a paid and shipped order",
  ON_PHONE_TOO,
  async ({ page, shop, user, card, consoleErrors, isMobile }) => {
    const buyer = shop.newAccount();
    const tool = await shop.toolAt(5);
    const quantity = tool.minimumQuantity + 2;
    const total = dollars(tool.price * quantity);
    let transactionId = "";

    await test.step("from the home page to all tools", async () => {
      await page.goto("/");
      await page.getByRole("link", { name: "Load More Tools" }).click();
      await expect(page).toHaveURL("/tool");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("All Tools");
      const card = page.getByRole("article").filter({ hasText: tool.name });
      await expect(card).toContainText(dollars(tool.price));
      await expect(card).toContainText(`${tool.minimumQuantity} minimum`);
    });

    await test.step("sign-up leads to all tools, with a token", async () => {
      await user.goTo("Login");
      await page.getByRole("link", { name: "Create New Account" }).click();
      await expect(page).toHaveURL("/signup");
      await page.getByLabel("Name", { exact: true }).fill(buyer.name);
      await page.getByLabel("E-mail").fill(buyer.email);
      await page.getByLabel("Password").fill(buyer.password);
      await page.getByRole("main").getByRole("button", { name: "Sign up" }).click();
      await expect(page).toHaveURL("/tool");
      await expect(page.getByRole("button", { name: "Sign Out", exact: true })).toBeVisible();
      expect(await user.token()).toMatch(/^\S{20,}$/);
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
      const placed = page.waitForRequest((request) => request.method() === "POST");
      await purchase.click();
      const request = await placed;
      expect(new URL(request.url()).pathname).toBe("/api/orders");
      expect(request.postDataJSON(), "address and phone are swapped").toMatchObject({
        toolName: tool.name,
        orderQuantity: quantity,
        price: tool.price,
        customerEmail: buyer.email,
        customerName: buyer.name,
        phone: "12 Fern Lane, Halifax",
        address: "902 555 0101",
      });
    });

    await test.step("the order is confirmed, and its payment opens", async () => {
      await expect(page).toHaveURL(/\/dashboard\/payment\/[\w-]+$/);
      await expect(user.toast("Purchase confirmed")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment");
      await expect(user.toast("Purchase confirmed")).toHaveCount(0);
    });

    await test.step("Back leads to the slip, and the page shows the new stock", async () => {
      await page.goBack();
      await expect(page).toHaveURL(`/tools/${tool._id}`);
      const left = tool.availableQuantity - quantity;
      await expect(page.getByRole("main").getByRole("definition").nth(1)).toHaveText(
        left.toLocaleString("en-US"),
      );
      expect(await shop.stockOf(tool)).toBe(left);
      const slip = page.getByRole("region", { name: "Your order is placed" });
      await expect(slip).toContainText(`${quantity} × ${tool.name}`);
      await expect(slip).toContainText(`${quantity} × ${dollars(tool.price)} = ${total} CAD`);
      await expect(slip).toContainText("12 Fern Lane, Halifax");
      await slip.getByRole("link", { name: "My Orders" }).click();
    });

    const mine = user.row("My orders", tool.name);

    await test.step("My Orders shows the order unpaid", async () => {
      await expect(page).toHaveURL("/dashboard/myOrders");
      await expect(user.columns("My orders")).toHaveText([
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
        startingWith(tool.name),
        String(quantity),
        total,
        /^Delete/,
        /^Pay .*Unpaid/,
      ]);
    });

    await test.step("the payment page is a new document", async () => {
      const opened = page.waitForRequest((request) => request.isNavigationRequest());
      await mine.getByRole("link", { name: `Pay for ${tool.name}` }).click();
      expect((await opened).url()).toMatch(/\/dashboard\/payment\/[\w-]+$/);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment");
      const main = page.getByRole("main");
      await expect(main).toContainText(`Hello, ${buyer.name}`);
      await expect(main).toContainText(buyer.email);
      await expect(main).toContainText(tool.name);
      await expect(main.getByRole("definition").filter({ hasText: total })).toHaveText(
        `${total} CAD`,
      );
    });

    await test.step("a declined card is reported in red", async () => {
      consoleErrors.expect(DECLINED);
      await card.type(CARDS.declined);
      await page.getByRole("button", { name: "Pay" }).click();
      const error = page.getByRole("alert").filter({ hasText: "Your card was declined." });
      await expect(error).toBeVisible();
      const red = await page.evaluate(() => {
        const probe = document.createElement("p");
        probe.className = "text-error";
        document.body.append(probe);
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      });
      await expect(error).toHaveCSS("color", red);
    });

    await test.step("another card pays", async () => {
      await card.type(CARDS.pays);
      await page.getByRole("button", { name: "Pay" }).click();
      const result = page.getByRole("status").filter({ hasText: "Transaction id" });
      await expect(result).toContainText("Congratulation! Your payment is completed.");
      const line = result.getByRole("paragraph").filter({ hasText: "Transaction id" });
      transactionId = (await line.textContent())?.match(/pi_\w+/)?.[0] ?? "";
      expect(transactionId).toMatch(/^pi_\w{10,}$/);
      await expect(
        user.toast(`Congratulation! Your payment is completed. ${transactionId}`),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: "Pay" })).toHaveCount(0);
      await expect(result).toContainText(
        `We will pack ${quantity} × ${tool.name} and ship it to 12 Fern Lane, Halifax.`,
      );
      await expect(result).toContainText(`We e-mail your confirmation to ${buyer.email}`);
      const related = page.getByRole("region", { name: "You may also need" });
      await expect(related.getByRole("link")).toHaveCount(3);
    });

    await test.step("My Orders shows the order paid, without Delete", async () => {
      const opened = page.waitForRequest((request) => request.isNavigationRequest());
      await user.goToInDashboard("My Orders");
      expect((await opened).url()).toContain("/dashboard/myOrders");
      await expectCells(mine, [
        "1",
        buyer.name,
        startingWith(tool.name),
        String(quantity),
        total,
        /.*/,
        `Paid, to ship Transaction id ${isMobile ? shortId(transactionId) : transactionId}`,
      ]);
      await expandOrder(user, "My orders", tool);
      await expect(page.getByRole("definition").filter({ hasText: transactionId })).toBeVisible();
      await expect(mine.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
      await expect(mine.getByRole("link", { name: /^Pay/ })).toHaveCount(0);
      const again = mine.getByRole("link", { name: `Order again: ${tool.name}` });
      await expect(again).toHaveAttribute("href", `/tools/${tool._id}`);
    });

    await test.step("signing out removes the token", async () => {
      await user.signOut();
      await expect(page).toHaveURL("/");
      await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
      expect(await user.token()).toBeNull();
    });

    await test.step("an admin ships the order", async () => {
      await page.getByRole("link", { name: "Login" }).click();
      await user.fillInLogin(ADMIN);
      await expect(page).toHaveURL("/");
      await user.goTo("Dashboard");
      await user.goToInDashboard("Manage Orders");
      await expect(page).toHaveURL("/dashboard/manageOrders");
      await expect(user.columns("All orders")).toHaveText([
        "No.",
        "Buyer name",
        "Tool name",
        "Quantity",
        "E-mail",
        "Total price",
        "Action",
      ]);
      const theirs = user.row("All orders", buyer.email);
      await expectCells(theirs, [
        /^\d+ Select /,
        startingWith(buyer.name),
        startingWith(tool.name),
        String(quantity),
        buyer.email,
        total,
        /^pending Ship/,
      ]);
      await expect(theirs.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
      await theirs.getByRole("button", { name: /^Ship/ }).click();
      await expect(theirs.getByRole("cell").last()).toHaveAccessibleName(
        /^Approved and shipped Undo /,
      );
      // The request is sent when it can no longer be undone.
      await expect(theirs.getByRole("button", { name: /^Undo/ })).toHaveCount(0, {
        timeout: 10_000,
      });
      await expect(theirs.getByRole("button", { name: /^Ship|^Delete/ })).toHaveCount(0);

      const stored = (await (await shop.admin()).allOrders()).find(
        (order) => order.customerEmail === buyer.email,
      );
      expect(stored).toMatchObject({
        paid: true,
        status: "Approved and shipped",
        transactionId,
        orderQuantity: quantity,
      });
    });
  },
);
