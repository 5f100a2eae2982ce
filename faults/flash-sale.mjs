// flash-sale.mjs PROGRAM BUYERS UNITS PURCHASES: too many want too little, and then many want many things.
//   1. BUYERS, each with an account and a connection of their own, want one of UNITS at the same moment: exactly UNITS orders,
//      everybody else is told that it is gone (409), and nothing else is answered.
//   2. PURCHASES over 50 tools, 64 at a time, half of which are deleted or paid: 200 each, and the books agree.
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first difference.
// This script shares the machine with the shop; the times are of both.
import assert from "node:assert/strict";
import { atOnce, count } from "./shop-under-test/pace.mjs";
import { buyOnce } from "./shop-under-test/buyer.mjs";
import { compareWithProvider, Promises } from "./shop-under-test/promises.mjs";
import { agreement, ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, ...counts] = process.argv.slice(2);
const [buyers, units, purchases] = counts.map(Number);
assert(program && buyers > units && units > 0 && purchases > 0, "usage: flash-sale.mjs PROGRAM BUYERS UNITS PURCHASES");
const AT_ONCE = 64;
const TOOLS = 50;

const shop = await Shop.open(program, { cards: true, connections: buyers });
const customers = await shop.customers(buyers);

const [wanted] = await shop.stock(1, units);
let began = performance.now();
const answers = await Promise.all(customers.map((customer, n) => customer.place(wanted, `sale-${n}`)));
const sale = performance.now() - began;
assert.deepEqual(count(answers.map(({ status }) => status)), { 200: units, 409: buyers - units }, "answers to the sale");
for (const { status, json } of answers) assert(status === 200 || json.code === "not_enough_stock", JSON.stringify(json));
const sold = new Set(answers.filter(({ status }) => status === 200).map(({ json }) => json.insertedId));
const there = await shop.orders();
assert.deepEqual(new Set(there.map(({ _id }) => _id)), sold, "the orders of the sale");
assert.equal((await shop.tool(wanted._id)).availableQuantity, 0);
assert.equal(await shop.disagreement(), undefined);

const tools = await shop.stock(TOOLS, 1_000_000);
const promises = new Promises(tools);
began = performance.now();
await atOnce(AT_ONCE, purchases, (n) => buyOnce(shop, customers[n % buyers], tools[n % TOOLS], promises, `mixed-${n}`));
const mixed = (performance.now() - began) / 1_000;
await promises.compare(shop);
assert.equal(await shop.disagreement(), undefined);
await agreement(shop);
const { settled } = compareWithProvider(await promises.compare(shop), await shop.provider.books());
await shop.close();
console.log(
  `${ENGINE}: ${buyers} buyers of ${units}: ${units} orders and ${buyers - units} × 409 in ${Math.round(sale)} ms, 0 × 5xx; ` +
    `${purchases} purchases over ${TOOLS} tools in ${Math.round(mixed)} s (${promises.deleted} deleted, ${settled} charged and paid), 0 × 5xx; ` +
    `the shop's books and the provider's agree`,
);
