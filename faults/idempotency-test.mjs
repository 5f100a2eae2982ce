// idempotency-test.mjs PROGRAM KEYS: sends every order three times at once under one idempotency key.
//   KEYS orders, three equal responses each, also later; under the same key another body gets 422; and three requests
//   for a payment under one key make one payment.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { Load, report } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { concurrently, countBy } from "./harness/rate.mjs";

const [program, keys] = parseArguments("PROGRAM KEYS");
const TIMES = 3;
const CUSTOMERS = 32;
/** One payment for so many keys. */
const KEYS_PER_PAYMENT = 10;

const load = await Load.open(program, { buyers: CUSTOMERS });
const { shop, customers, tools, oracle } = load;
const statuses = [];
let payments = 0;

const began = performance.now();
await concurrently(CUSTOMERS, keys, async (n) => {
  const [customer, tool, key] = [customers[n % CUSTOMERS], tools[n % tools.length], `key-${n}`];
  const order = await sendTogether(() => customer.place(tool, key));
  oracle.recordPlaced(order.insertedId, key);
  const other = await customer.place(tool, key, 2);
  assert.equal(other.status, 422, `another body under ${key}: ${other.text}`);
  const foreign = await customers[(n + 1) % CUSTOMERS].call("GET", `/orders/${order.insertedId}`);
  assert.equal(foreign.status, 404, "another customer's order");
  if (n % KEYS_PER_PAYMENT === 0) {
    await sendTogether(() => customer.createPayment(order.insertedId, tool.price, key));
    payments += 1;
  }
});
const seconds = (performance.now() - began) / 1_000;

await load.mustPlace(customers[0], "key-0");
const found = await oracle.compare(shop);
assert.equal(found.length, keys, "orders");
const intents = await shop.provider.intents();
assert.equal(intents.length, payments, "payments at the provider");
assert.equal(await shop.differences({ provider: true }), undefined);
await shop.close();
report({ keys, statuses: countBy(statuses), orders: found.length, payments, intents: intents.length, seconds });

/** Sends three times at once, again after a 409. Returns what all responses contain. */
async function sendTogether(send) {
  const sendUntilDone = async () => {
    for (;;) {
      const response = await send();
      statuses.push(response.status);
      if (response.status !== 409) return response;
      assert.equal(response.json.code, "idempotency_running", response.text);
      await sleep(10);
    }
  };
  const responses = await Promise.all(Array.from({ length: TIMES }, sendUntilDone));
  for (const { status, text } of responses) {
    assert.equal(status, 200, text);
    assert.equal(text, responses[0].text, "the responses under one key");
  }
  return responses[0].json;
}
