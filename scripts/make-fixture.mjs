// make-fixture.mjs PROGRAM FILE: see scripts/make-fixture. The shop has orders in every state, and rows in most tables.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { intentOf } from "../faults/harness/provider.mjs";
import { ENGINE, Shop } from "../faults/harness/shop.mjs";

const [program, file] = process.argv.slice(2);
const run = promisify(execFile);
const PASSWORD = "correct horse battery";

const shop = await Shop.open(program, { cards: true });
const owner = { call: async (...of) => expectSuccess(await shop.owner.call(...of)) };
const tools = await shop.addTools(4, 1_000);
const [ada, bo] = await shop.customers(2);

function expectSuccess(response) {
  assert.equal(response.status, 200, response.text);
  return response.json;
}

/** Edits what the owner has just read. */
async function edit(path, body) {
  const { headers } = await shop.owner.call("GET", path);
  expectSuccess(await shop.call("PUT", path, { body, headers: { ...shop.owner.credentials, "if-match": headers.etag } }));
}

/** Places an order, and pays it. Returns its id. */
async function paidOrder(customer, tool, quantity) {
  const order = expectSuccess(await customer.place(tool, `order-${quantity}`, quantity)).insertedId;
  const total = Math.round(tool.price * 100 * quantity) / 100;
  const { clientSecret } = expectSuccess(await customer.createPayment(order, total));
  assert.equal((await shop.provider.pay(clientSecret)).status, 200);
  expectSuccess(await customer.reportPayment(order, intentOf(clientSecret)));
  return order;
}

expectSuccess(await ada.place(tools[0], "unpaid", 2));
const [, shipped, refunded, partRefunded, ofBo] = [
  await paidOrder(ada, tools[0], 3),
  await paidOrder(ada, tools[1], 4),
  await paidOrder(ada, tools[2], 5),
  await paidOrder(ada, tools[3], 6),
  await paidOrder(bo, tools[0], 7),
];
const tracking = { status: "Approved and shipped", carrier: "Canada Post", trackingNumber: "7023210039414604" };
await owner.call("PATCH", `/orders/${shipped}`, { body: tracking });
await owner.call("POST", `/orders/${refunded}/refund`, { body: { returnStock: true } });
const lines = [{ orderId: partRefunded, amount: 5.5 }];
const part = { lines, reason: "One handle was scratched.", refundedBefore: 0 };
await owner.call("POST", `/purchases/${partRefunded}/refund`, { body: part });
await owner.call("PUT", `/manageOrders/${ofBo}/notes`, { body: { notes: "At the side door.", before: "" } });
const review = { review: "Sharp after two seasons. Très bien 🌱", rating: 4.5, toolId: tools[1]._id };
expectSuccess(await ada.call("POST", "/reviews", { body: review }));
const profile = { location: "Guelph", address: "12 Garden Lane", phone: "+1 613 555 0142" };
expectSuccess(await ada.call("PUT", `/profiles/${ada.email}`, { body: profile }));
await owner.call("POST", "/categories", { body: { name: "Digging" } });
await edit(`/tools/${tools[1]._id}`, { category: "digging", price: 19.25, lowStock: 5 });
await edit(`/tools/${tools[3]._id}`, { availableQuantity: 0 });
await owner.call("DELETE", `/tools/${tools[2]._id}`);
const hook = { url: "https://hooks.example.ca/shop", events: ["order.paid", "stock.changed"] };
await owner.call("POST", "/webhooks", { body: hook });
const key = { name: "Stock", scopes: ["tools:write", "orders:read"], days: 366, password: PASSWORD };
await owner.call("POST", "/api-keys", { body: key });

await edit("/shop-settings", { name: "Fern & Spade" });
assert.equal(await shop.stop(), 0);
assert.equal(await shop.differences(), undefined);

if (ENGINE === "SQLite") {
  const database = await readFile(join(shop.folder, "trowel.sqlite"));
  await writeFile(`${file}.sqlite.gz`, gzipSync(database, { level: 9 }));
  await rm(`${file}.tar.gz`, { force: true });
  await shop.run("backup", `${file}.tar.gz`);
} else {
  const dump = join(process.env.TROWEL_PG_BIN, "pg_dump");
  const options = ["--inserts", "--no-owner", "--no-privileges", process.env.TROWEL_TEST_POSTGRES];
  const { stdout } = await run(dump, options, { maxBuffer: 1e8 });
  // Lines with a backslash are commands of psql.
  const sql = stdout.split("\n").filter((line) => !/^(\\|--|$)/.test(line));
  await writeFile(`${file}.sql.gz`, gzipSync(sql.join("\n"), { level: 9 }));
}
console.log(`${file}: ${ENGINE}`);
await shop.close();
