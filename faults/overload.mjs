// overload.mjs PROGRAM SECONDS: more than the shop can do.
//   1. Its own peak is measured: as many requests as 64 customers get answered, four reads to one order.
//   2. 70 % of that for SECONDS, at a fixed rate whatever the answers take: what customers wait (from when a request was due).
//   3. 150 % for a third of that: who cannot be served is told so (503 or 429, and when to come back), nothing else is
//      answered, and within five seconds of its end orders are taken as ever. Times are the shop's here: they begin when a
//      request has one of this script's connections, which are fewer than are wanted.
//   4. A burst of 3,000 orders at one moment, each on a connection of its own: answered or told to come back.
//   Nothing acknowledged is lost, and the books agree.
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first violation; the
// times depend on the machine, which this script shares with the shop, so they are told beside their goals and not judged.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { atRate, count, part } from "./shop-under-test/pace.mjs";
import { Promises } from "./shop-under-test/promises.mjs";
import { ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, seconds] = [process.argv[2], Number(process.argv[3])];
assert(program && seconds > 0, "usage: overload.mjs PROGRAM SECONDS");
const CUSTOMERS = 64;
const PEAK_SECONDS = 6;
/** Of the shop's 4,096 places. */
const CONNECTIONS = 3_000;
const READS_TO_AN_ORDER = 4;
const BACK_WITHIN_MS = 5_000;
const AS_EVER_MS = 250;
const GOALS = { reads: 100, orders: 250 };

const shop = await Shop.open(program, { connections: CONNECTIONS });
const tools = await shop.stock(50, 1_000_000);
const customers = await shop.customers(CUSTOMERS);
const promises = new Promises(tools);
let asked = 0;
let orders = 0;

const peak = await measurePeak();
const calm = await run(0.7 * peak, seconds, { isFlood: false });
const flood = await run(1.5 * peak, seconds / 3, { isFlood: true });
const back = await untilAsEver();
const burst = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => ask(n, true)));
const backFromBurst = await untilAsEver();
await promises.compare(shop);
assert.equal(await shop.disagreement(), undefined);
await shop.close();

const waited = (times) => `p50 ${part(times, 0.5).toFixed(1)} ms, p99 ${part(times, 0.99).toFixed(1)} ms`;
const met = (times, goal) => `${waited(times)} (goal ${goal}: ${part(times, 0.99) <= goal ? "met" : "missed"})`;
console.log(
  `${ENGINE}: peak ${Math.round(peak)} requests/s; at 70 % for ${seconds} s ${JSON.stringify(count(calm.statuses))}, reads ` +
    `${met(calm.reads, GOALS.reads)}, orders ${met(calm.orders, GOALS.orders)}; at 150 % ${JSON.stringify(count(flood.statuses))}, ` +
    `reads ${waited(flood.reads)}, orders ${waited(flood.orders)}; as ever again after ${Math.round(back)} ms; ` +
    `${CONNECTIONS} orders at once ${JSON.stringify(count(burst.map(({ status }) => status)))}, as ever after ${Math.round(backFromBurst)} ms; ` +
    `${promises.placed} orders acknowledged, none lost`,
);

async function measurePeak() {
  const until = performance.now() + PEAK_SECONDS * 1_000;
  let answered = 0;
  const one = async () => {
    while (performance.now() < until) {
      await next();
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, one));
  return answered / PEAK_SECONDS;
}

async function run(perSecond, forSeconds, { isFlood }) {
  const told = { statuses: [], reads: [], orders: [] };
  const under = [];
  await atRate(perSecond, forSeconds, (_, due) => {
    const ask = async () => {
      const { isOrder, status, ms } = await next();
      told.statuses.push(status);
      if (status === 200) told[isOrder ? "orders" : "reads"].push(isFlood ? ms : performance.now() - due);
    };
    under.push(ask());
  });
  await Promise.all(under);
  return told;
}

/** One request of the mix. */
function next() {
  asked += 1;
  return ask(asked, asked % (READS_TO_AN_ORDER + 1) === 0);
}

async function ask(n, isOrder) {
  const [customer, tool] = [customers[n % CUSTOMERS], tools[n % tools.length]];
  orders += isOrder;
  const answer = await (isOrder ? order(customer, tool, `load-${orders}`) : read(customer, tool, n));
  const { status, ms } = answer;
  if (status !== 200) {
    assert(status === 503 || status === 429, `${status} was answered: ${answer.text}`);
    assert(Number(answer.headers["retry-after"]) > 0, `${status} without a time to come back`);
  }
  return { isOrder, status, ms };
}

async function order(customer, tool, key) {
  const answer = await customer.place(tool, key);
  if (answer.status === 200) promises.isPlaced(answer.json.insertedId, key);
  return answer;
}

function read(customer, tool, n) {
  return n % 2 ? shop.call("GET", "/tools?limit=24") : customer.call("GET", `/tools/${tool._id}`);
}

/** Milliseconds until ten orders in a row are answered as on a quiet day. */
async function untilAsEver() {
  const began = performance.now();
  let inARow = 0;
  for (let n = 0; inARow < 10; n += 1) {
    const sent = performance.now();
    const { status } = await order(customers[0], tools[0], `after-${n}`);
    inARow = status === 200 && performance.now() - sent < AS_EVER_MS ? inARow + 1 : 0;
    assert(performance.now() - began < BACK_WITHIN_MS, `not as ever ${BACK_WITHIN_MS} ms after the flood`);
    await sleep(10);
  }
  return performance.now() - began;
}
