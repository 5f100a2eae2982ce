import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ADMIN, expect, type Page, test, testIsolated } from "./fixtures.ts";
import { askForCode, enterCode, newNumber } from "./phone.ts";
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

const ALL = PAYLOADS.join(" ");

/** What the owner's screens show after faults that this shop does not have: every text is hostile. */
const ANSWERS: Record<string, (answer: object) => object> = {
  "**/api/mails?*": () => [
    {
      _id: ALL,
      kind: ALL,
      recipient: ALL,
      subject: ALL,
      state: "failed",
      attempts: 8,
      lastError: ALL,
      createdAt: "2026-11-20T10:00:00Z",
      nextAt: null,
      retryable: true,
    },
  ],
  "**/api/ledger": (report) => ({
    ...report,
    differences: ["stock", "unrecorded_payment"].map((kind) => ({
      kind,
      isFault: true,
      subject: { kind: "order", id: ALL },
      weSay: ALL,
      otherSays: ALL,
      repair: ALL,
    })),
    givenBack: [
      {
        transactionId: ALL,
        orderId: ALL,
        amount: 1,
        state: "refused",
        byItself: true,
        at: "2026-11-20T10:00:00Z",
        reason: ALL,
      },
    ],
  }),
};

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
  async ({ page, isolatedShop: shop, user, inbox, consoleErrors }) => {
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

    // The list of sessions names the browser.
    const { email, password } = customer;
    const headers = { "user-agent": PAYLOADS[0] ?? "" };
    await page.request.post("/api/identity/sign-in", { data: { email, password }, headers });
    await user.signInAs(customer, "/dashboard");
    await expect(page.getByLabel("Address")).toHaveValue(/owned/);
    const asCustomer: [string, string | RegExp][] = [
      ["/dashboard/myOrders", PAYLOADS.at(-1) ?? ""],
      [`/dashboard/payment/${order._id}`, PAYLOADS.at(-1) ?? ""],
      ["/dashboard/review", PAYLOADS[1] ?? ""],
      ["/dashboard/account", "This one"],
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
      await expect(page.getByRole("combobox", { name: "Search" })).toHaveValue(payload);
    }

    await page.goto("/");
    await user.signOut();
    const number = newNumber();
    await page.goto("/login");
    await askForCode(page, number);
    await enterCode(page, await inbox.codeForPhone(number));
    await page.getByLabel("Name").fill(ALL.slice(0, 120));
    await page.getByLabel("E-mail").fill(`${PAYLOADS[2]}@example.com`);
    await page.getByRole("button", { name: "Send me a link" }).click();
    await expectVisible(page.getByText("Provide a valid email"));

    await user.signInAs(ADMIN, "/dashboard/manageOrders");
    await expectVisible(page.getByText(name.slice(0, 20)).filter({ visible: true }).first());
    const details = page.getByRole("table").getByRole("button", { expanded: false });
    await details.first().click();
    for (const path of [
      "/dashboard/manageProduct",
      "/dashboard/users",
      `/dashboard/manageProduct/${tool._id}`,
    ]) {
      await page.goto(path);
      await expectVisible(page.getByRole("heading", { level: 1 }));
    }
    for (const [url, change] of Object.entries(ANSWERS))
      await page.route(url, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: change(await response.json()) });
      });
    for (const path of ["/dashboard/mails", "/dashboard/books"]) {
      await page.goto(path);
      await expectVisible(page.getByText(ALL).filter({ visible: true }).first());
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
    const frames = ["/dashboard", "/dashboard/payment/1"].map(
      (path) => `<iframe src="${shop.origin}${path}"></iframe>`,
    );
    const post = `<form method="post" enctype="text/plain" action="${shop.origin}/api/reviews"><input name='{"review":"not mine","x":"' value='"}'><button>Win</button></form>`;
    response.end(`<title>Elsewhere</title>${frames.join("")}${post}`);
  });
  await new Promise<void>((resolve) => foreign.listen(0, "localhost", resolve));
  const { port } = foreign.address() as AddressInfo;
  consoleErrors.expect(/^console: .*frame-ancestors 'none'/);
  consoleErrors.expect(/^console: .*blocked by CORS policy/);
  consoleErrors.expect(/ERR_FAILED/);
  consoleErrors.expect(/^net::ERR_BLOCKED_BY_RESPONSE\S* GET .*\/dashboard$/);
  consoleErrors.expect(/^net::ERR_BLOCKED_BY_RESPONSE\S* GET .*\/dashboard\/payment\/1$/);
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
      const calls = ["GET session", "PUT session", "DELETE account", "PATCH account"];
      const outcomes = calls.map(async (call) => {
        const [method, path] = call.split(" ");
        const init: RequestInit = { method, credentials: "include" };
        return fetch(`${origin}/api/identity/${path}`, init).then(
          () => "allowed",
          () => "refused",
        );
      });
      return Promise.all(outcomes);
    }, shop.origin);
    expect(outcome).toEqual(outcome.map(() => "refused"));
  });
  for (const frame of page.frames().slice(1)) expect(frame.url()).not.toContain("/dashboard");
  expect(page.frames()).toHaveLength(3);
  await test.step("a form of its own is refused", async () => {
    const answer = page.waitForResponse("**/api/reviews");
    await page.getByRole("button", { name: "Win" }).click();
    expect((await answer).status()).toBeGreaterThanOrEqual(400);
    consoleErrors.expect(/^4\d\d POST .*\/api\/reviews$/);
  });
  foreign.close();
  foreign.closeAllConnections();
  await page.goto("/dashboard/review");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(customer.name);
  expect((await shop.latestReviews(100)).map(({ review }) => review)).not.toContain("not mine");
});
