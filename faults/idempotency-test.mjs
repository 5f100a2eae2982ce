// one-key.mjs PROGRAM KEYS: every order is sent three times at once under one key, as a browser, a proxy and an impatient
// person would, over three connections.
//   KEYS orders, three equal answers each, later as well; under the same key with another body 422; and of three payments
//   begun under one key the answers are one.
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first difference.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { atOnce, count } from "./shop-under-test/pace.mjs";
import { Promises } from "./shop-under-test/promises.mjs";
import { ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, keys] = [process.argv[2], Number(process.argv[3])];
assert(program && keys > 0, "usage: one-key.mjs PROGRAM KEYS");
const TIMES = 3;
const AT_ONCE = 32;
const CUSTOMERS = 32;
/** Every so many, a payment is begun, too. */
const PAYMENT_EACH = 10;

const shop = await Shop.open(program, { cards: true });
const tools = await shop.stock(10, 1_000_000);
const customers = await shop.customers(CUSTOMERS);
const promises = new Promises(tools);
const statuses = [];
let payments = 0;

const began = performance.now();
await atOnce(AT_ONCE, keys, async (n) => {
  const [customer, tool, key] = [customers[n % CUSTOMERS], tools[n % tools.length], `key-${n}`];
  const order = await same(() => customer.place(tool, key));
  promises.isPlaced(order.insertedId, key);
  const other = await customer.place(tool, key, 2);
  assert.equal(other.status, 422, `another body under ${key}: ${other.text}`);
  const neighbour = await customers[(n + 1) % CUSTOMERS].call("GET", `/orders/${order.insertedId}`);
  assert.equal(neighbour.status, 404, "an order is its owner's");
  if (n % PAYMENT_EACH === 0) {
    await same(() => customer.beginPayment(order.insertedId, tool.price, key));
    payments += 1;
  }
});
const took = (performance.now() - began) / 1_000;

const later = await customers[0].place(tools[0], "key-0");
assert.equal(later.status, 200, later.text);
promises.isPlaced(later.json.insertedId, "key-0");
const found = await promises.compare(shop);
assert.equal(found.length, keys, "orders");
const intents = await shop.provider.books();
assert.equal(intents.length, payments, "payments at the provider");
assert.equal(await shop.disagreement({ provider: true }), undefined);
await shop.close();
console.log(
  `${ENGINE}: ${keys} keys, each sent ${TIMES} × at once: ${found.length} orders, the same answer each time ` +
    `(${JSON.stringify(count(statuses))}, 409 while the first was at work), ${keys} × 422 for another body; ` +
    `${payments} payments begun likewise, ${intents.length} at the provider; ${Math.round(took)} s`,
);

/** Three times at once; whoever is told that the first is at work asks again. Answers what all were answered. */
async function same(send) {
  const settled = async () => {
    for (;;) {
      const answer = await send();
      statuses.push(answer.status);
      if (answer.status !== 409) return answer;
      assert.equal(answer.json.code, "idempotency_running", answer.text);
      await sleep(10);
    }
  };
  const answers = await Promise.all(Array.from({ length: TIMES }, settled));
  for (const { status, text } of answers) {
    assert.equal(status, 200, text);
    assert.equal(text, answers[0].text, "the answers under one key");
  }
  return answers[0].json;
}
