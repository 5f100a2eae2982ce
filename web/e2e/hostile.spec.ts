import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ADMIN, expect, type Page, test, testAlone } from "./test.ts";
import { expectAnswered } from "./visitor.ts";

/** Each calls `owned` if a page, the shell around its data, or a style, takes it for more than text. */
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

/** Hears of every payload that runs, in any document of this page. */
async function listen(page: Page): Promise<unknown[]> {
  const heard: unknown[] = [];
  await page.exposeFunction("owned", (which: unknown) => heard.push(which));
  page.on("dialog", (dialog) => {
    heard.push(dialog.message());
    void dialog.dismiss();
  });
  return heard;
}

testAlone(
  "text of tools, reviews, people, orders and addresses is text on every screen",
  async ({ page, ownShop: shop, visitor, incidents }) => {
    testAlone.slow();
    const heard = await listen(page);
    const admin = await shop.admin();
    const [sample] = await shop.latestTools(1);
    if (!sample) throw new Error("the demo has no tools");
    for (const payload of PAYLOADS)
      await admin.addTool({ ...sample, name: payload, description: `Good. ${payload}` });
    const name = PAYLOADS.slice(0, 3).join(" ");
    const customer = await shop.customer({ name });
    const [tool] = await shop.latestTools(1);
    if (!tool) throw new Error("no tool was added");
    for (const payload of PAYLOADS) await customer.desk.review(payload);
    await customer.desk.saveProfile(PAYLOADS.join(" ").slice(0, 300));
    const order = await customer.desk.order(
      tool,
      tool.minimumQuantity,
      PAYLOADS.join(" ").slice(0, 300),
    );

    await visitor.arriveAs(customer, "/dashboard");
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
      // A menu that is folded on a phone has the same words.
      await expectAnswered(page.getByText(text).filter({ visible: true }).first());
    }
    for (const payload of PAYLOADS) {
      await page.goto(`/tool?q=${encodeURIComponent(payload)}&sort=${encodeURIComponent(payload)}`);
      await expect(page.getByRole("searchbox")).toHaveValue(payload);
    }

    await page.goto("/");
    await visitor.signOut();
    await visitor.arriveAs(ADMIN, "/dashboard/manageOrders");
    await expectAnswered(page.getByText(name.slice(0, 20)).filter({ visible: true }).first());
    for (const path of [
      "/dashboard/manageProduct",
      "/dashboard/users",
      `/dashboard/manageProduct/${tool._id}`,
    ]) {
      await page.goto(path);
      await expectAnswered(page.getByRole("heading", { level: 1 }));
    }
    incidents.expect(/^404 GET .*owned/);
    await page.goto(`/${encodeURIComponent(PAYLOADS[0] ?? "")}`);
    await expectAnswered(page.getByRole("img", { name: "this page does not exist" }));
    expect(heard, "payloads that ran").toEqual([]);
  },
);

test("another site can neither act for a customer nor show the shop in a frame", async ({
  page,
  shop,
  visitor,
  incidents,
}) => {
  const customer = await shop.customer();
  await visitor.arriveAs(customer, "/dashboard/review");
  const foreign = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>Elsewhere</title><iframe src="${shop.origin}/dashboard"></iframe>`);
  });
  await new Promise<void>((resolve) => foreign.listen(0, "localhost", resolve));
  const { port } = foreign.address() as AddressInfo;
  incidents.expect(/^console: .*frame-ancestors 'none'/);
  incidents.expect(/^console: .*blocked by CORS policy/);
  incidents.expect(/ERR_BLOCKED_BY_RESPONSE|ERR_FAILED/);
  incidents.expect(/^401 POST .*\/api\/reviews$/);
  incidents.expect(/^403 POST .*\/api\/identity\/sign-out$/);
  await page.goto(`http://localhost:${port}/`);
  await test.step("a request that needs no question beforehand carries no proof", async () => {
    // "localhost" and "127.0.0.1" are two sites: the cookie of the one does not go along from the other.
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
