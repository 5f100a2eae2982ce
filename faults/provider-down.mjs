// provider-down.mjs PROGRAM ROUNDS: the card provider goes away while buyers order and pay. In turn it is gone (nobody takes
// the connection) and silent (it takes it, says nothing, and does in the end what it was asked); its events do not come
// through either. Customers still reach it, so some are charged while the shop cannot know.
// Meanwhile orders are placed and deleted as ever, and what needs the provider is 503 with a sentence, in time.
// When it is back, payments go on at once, and in the end whoever was charged has a paid order or the money back.
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first violation.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { buy } from "./shop-under-test/buyer.mjs";
import { part } from "./shop-under-test/pace.mjs";
import { compareWithProvider, Promises } from "./shop-under-test/promises.mjs";
import { agreement, ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];
assert(program && rounds > 0, "usage: provider-down.mjs PROGRAM ROUNDS");
const BUYERS = 16;
/** Longer than the shop waits for an answer. */
const AWAY_MS = 7_000;
const ANSWERED_WITHIN_MS = 8_000;
const BACK_WITHIN_MS = 5_000;

const shop = await Shop.open(program, { cards: true });
const tools = await shop.stock(10, 1_000_000);
const customers = await shop.customers(BUYERS);
const [prober] = await shop.customers(1);
const promises = new Promises(tools);
const backAfter = [];
let meanwhile = 0;
let slowest = 0;

for (let round = 1; round <= rounds; round += 1) {
  const wires = [shop.provider.calls, shop.provider.events];
  const isGone = round % 2 === 1;
  const running = { on: true };
  const buyers = Promise.all(
    customers.map((customer, n) => buy(shop, customer, tools, promises, `${round}-${n}`, running, { patient: "paying" })),
  );
  await Promise.race([buyers, sleep(1_000 + Math.random() * 1_000)]);
  if (isGone) await Promise.all(wires.map((wire) => wire.cut()));
  else for (const wire of wires) wire.silence();
  const placedBefore = promises.placed;
  const order = await placed(prober, `probe-${round}`);
  const probed = probe(order, `probe-${round}`);
  await Promise.race([buyers, sleep(AWAY_MS)]);
  meanwhile += promises.placed - placedBefore;
  assert(promises.placed > placedBefore + 1, "no orders are placed while the card provider is away");
  await probed;
  if (isGone) await Promise.all(wires.map((wire) => wire.mend()));
  else for (const wire of wires) wire.speak();

  const began = performance.now();
  for (let turn = 0; ; turn += 1) {
    const begun = await prober.beginPayment(order, tools[0].price, `again-${round}-${turn}`);
    if (begun.status === 200) break;
    assert(begun.status === 503 && performance.now() - began < BACK_WITHIN_MS, `payments do not go on: ${begun.text}`);
    await sleep(20);
  }
  backAfter.push(performance.now() - began);
  await Promise.race([buyers, sleep(1_000)]);
  running.on = false;
  await buyers;
  await promises.compare(shop);
  assert.equal(await shop.disagreement(), undefined);
}

const settling = await agreement(shop);
const { settled, givenBack } = compareWithProvider(await promises.compare(shop), await shop.provider.books());
await shop.close();
console.log(
  `${ENGINE}: the card provider was away ${rounds} times for ${AWAY_MS / 1_000} s; ${meanwhile} orders placed meanwhile, ` +
    `${promises.turnedAway} calls 503 (the slowest of a probe after ${Math.round(slowest)} ms); payments went on after ` +
    `${Math.round(part(backAfter, 1))} ms at most; ${settled} charged and paid, ${givenBack} given back, none wrongly paid; ` +
    `the books agreed after ${Math.round(settling / 1_000)} s`,
);

async function placed(customer, key) {
  const { status, json, text } = await customer.place(tools[0], key);
  assert.equal(status, 200, text);
  promises.isPlaced(json.insertedId, key);
  return json.insertedId;
}

/** What a customer is told who wants to pay now. */
async function probe(order, key) {
  const began = performance.now();
  const { status, json, headers, text } = await prober.beginPayment(order, tools[0].price, `pay-${key}`);
  const took = performance.now() - began;
  slowest = Math.max(slowest, took);
  assert.equal(status, 503, text);
  assert.equal(json.code, "provider_unavailable", text);
  assert(headers["retry-after"] && json.detail.endsWith("."), text);
  assert(took < ANSWERED_WITHIN_MS, `the answer took ${Math.round(took)} ms`);
}
