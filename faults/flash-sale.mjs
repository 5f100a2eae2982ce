// flash-sale.mjs PROGRAM BUYERS UNITS PURCHASES
//   1. BUYERS order one of UNITS at once, each on its own connection: UNITS orders, and a 409 for all others.
//   2. PURCHASES over 50 tools, 64 at a time, half of them deleted or paid: 200 each, and shop and provider agree.
// The script shares the machine with the shop; the times are those that both take.
import assert from "node:assert/strict";
import { Load } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { concurrently, countBy } from "./harness/rate.mjs";

const [program, buyers, units, purchases] = parseArguments("PROGRAM BUYERS UNITS PURCHASES");
assert(buyers > units, "the sale needs more buyers than units");
const CONCURRENT = 64;
const TOOLS = 50;

const load = await Load.open(program, { buyers, tools: 0, connections: buyers });
const { shop, customers } = load;
const [wanted] = await shop.addTools(1, units);
let began = performance.now();
const responses = await Promise.all(customers.map((customer, n) => customer.place(wanted, `sale-${n}`)));
const saleMs = performance.now() - began;
assert.deepEqual(countBy(responses.map(({ status }) => status)), { 200: units, 409: buyers - units }, "the sale");
for (const { status, json, text } of responses) assert(status === 200 || json.code === "not_enough_stock", text);
const sold = new Set(responses.filter(({ status }) => status === 200).map(({ json }) => json.insertedId));
const orders = await shop.allOrders();
assert.deepEqual(new Set(orders.map(({ _id }) => _id)), sold, "the orders of the sale");
assert.equal((await shop.tool(wanted._id)).availableQuantity, 0);
assert.equal(await shop.differences(), undefined);

await load.addTools(TOOLS);
began = performance.now();
const buy = (n) => load.buyOnce(customers[n % buyers], load.tools[n % TOOLS], `mixed-${n}`);
await concurrently(CONCURRENT, purchases, buy);
const mixedSeconds = (performance.now() - began) / 1_000;
await load.check();
await load.finish({ buyers, units, saleMs, purchases, mixedSeconds });
