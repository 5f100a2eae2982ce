import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ADMIN, expect, type Page, test, testIsolated } from "./fixtures.ts";
import { expectVisible } from "./user.ts";

/** Each payload calls `owned` if a page treats it as more than text. */
const PAYLOADS = [
  "<script>owned(1)</script>",
  "</script><script>owned(2)</script>",
  '"><img src=x onerror=owned(3)>',
  "' autofocus onfocus='owned(4)",
  "<svg><animate onbegin=owned(5) attributeName=x dur=1s>",
  "<a href=javascript:owned(6)>press</a>",
  "<!--<script>owned(7)//",
  "{{constructor.constructor('owned(8)')()}}",
  "</title></style><iframe srcdoc='<script>parent.owned(9)</script>'>",
];

/** Collects every payload that runs in any document of this page. */
async function collectRunPayloads(page: Page): Promise<unknown[]> {
  const run: unknown[] = [];
  await page.exposeFunction("owned", (which: unknown) => run.push(which));
  page.on("dialog", (dialog) => {
    run.push(dialog.message());
    void dialog.dismiss();
  });
  return run;
}

testIsolated(
  "stored text is never executed on any screen",
  async ({ page, isolatedShop: shop, user, consoleErrors }) => {
    testIsolated.slow();
    const run = await collectRunPayloads(page);
    const admin = await shop.admin();
    const [sample] = await shop.latestTools(1);
    if (!sample) throw new Error("the demo has no tools");
    for (const payload of PAYLOADS)
      await admin.addTool({ ...sample, name: payload, description: `Good. ${payload}` });
    const name = PAYLOADS.slice(0, 3).join(" ");
    const customer = await shop.customer({ name });
    const [tool] = await shop.latestTools(1);
    if (!tool) throw new Error("no tool was added");
    for (const payload of PAYLOADS) await customer.api.addReview(payload);
    await customer.api.saveProfile(PAYLOADS.join(" ").slice(0, 300));
    const order = await customer.api.placeOrder(
      tool,
      tool.minimumQuantity,
      PAYLOADS.join(" ").slice(0, 300),
    );

    await user.signInAs(customer, "/dashboard");
    await expect(page.getByLabel("Address")).toHaveValue(/owned/);
    const asCustomer: [string, string | RegExp][] = [
      ["/dashboard/myOrders", PAYLOADS.at(-1) ?? ""],
      [`/dashboard/payment/${order._id}`, PAYLOADS.at(-1) ?? ""],
      ["/dashboard/review", "Tell others how the tools work"],
      [`/tools/${tool._id}`, PAYLOADS.at(-1) ?? ""],
      ["/tool", PAYLOADS[1] ?? ""],
      ["/allReview", PAYLOADS[1] ?? ""],
      ["/", PAYLOADS.at(-1) ?? ""],
    ];
    for (const [path, text] of asCustomer) {
      await page.goto(path);
      // A collapsed menu of a phone contains the same text.
      await expectVisible(page.getByText(text).filter({ visible: true }).first());
    }
    for (const payload of PAYLOADS) {
      await page.goto(`/tool?q=${encodeURIComponent(payload)}&sort=${encodeURIComponent(payload)}`);
      await expect(page.getByRole("searchbox")).toHaveValue(payload);
    }

    await page.goto("/");
    await user.signOut();
    await user.signInAs(ADMIN, "/dashboard/manageOrders");
    await expectVisible(page.getByText(name.slice(0, 20)).filter({ visible: true }).first());
    for (const path of [
      "/dashboard/manageProduct",
      "/dashboard/users",
      `/dashboard/manageProduct/${tool._id}`,
    ]) {
      await page.goto(path);
      await expectVisible(page.getByRole("heading", { level: 1 }));
    }
    consoleErrors.expect(/^404 GET .*owned/);
    await page.goto(`/${encodeURIComponent(PAYLOADS[0] ?? "")}`);
    await expectVisible(page.getByRole("img", { name: "this page does not exist" }));
    expect(run, "payloads that ran").toEqual([]);
  },
);

test("another site can neither act for a customer nor frame the shop", async ({
  page,
  shop,
  user,
  consoleErrors,
}) => {
  const customer = await shop.customer();
  await user.signInAs(customer, "/dashboard/review");
  const foreign = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>Elsewhere</title><iframe src="${shop.origin}/dashboard"></iframe>`);
  });
  await new Promise<void>((resolve) => foreign.listen(0, "localhost", resolve));
  const { port } = foreign.address() as AddressInfo;
  consoleErrors.expect(/^console: .*frame-ancestors 'none'/);
  consoleErrors.expect(/^console: .*blocked by CORS policy/);
  consoleErrors.expect(/ERR_FAILED/);
  consoleErrors.expect(/^net::ERR_BLOCKED_BY_RESPONSE\S* GET .*\/dashboard$/);
  // Cross-Origin-Resource-Policy keeps the refusals themselves from the page.
  consoleErrors.expect(/^net::ERR_BLOCKED_BY_RESPONSE\S* POST .*\/api\/reviews$/);
  consoleErrors.expect(/^net::ERR_BLOCKED_BY_RESPONSE\S* POST .*\/api\/identity\/sign-out$/);
  await page.goto(`http://localhost:${port}/`);
  await test.step("a request without a preflight carries no cookie", async () => {
    // "localhost" and "127.0.0.1" are different sites, so that a SameSite cookie is not sent.
    const outcome = await page.evaluate(async (origin) => {
      const send = (path: string, body: string) =>
        fetch(`${origin}${path}`, {
          method: "POST",
          mode: "no-cors",
          credentials: "include",
          body,
        });
      await send("/api/reviews", '{"review":"not mine"}').catch(() => "refused");
      await send("/api/identity/sign-out", "").catch(() => "refused");
      return fetch(`${origin}/api/identity/session`, { credentials: "include" }).then(
        () => "read",
        () => "unreadable",
      );
    }, shop.origin);
    expect(outcome).toBe("unreadable");
  });
  expect(page.frames()[1]?.url()).not.toContain("/dashboard");
  foreign.close();
  foreign.closeAllConnections();
  await page.goto("/dashboard/review");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(customer.name);
  expect((await shop.latestReviews(100)).map(({ review }) => review)).not.toContain("not mine");
});
