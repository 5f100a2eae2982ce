// kill-under-load.mjs PROGRAM ROUNDS: buyers place, delete and pay orders, the shop is killed (SIGKILL) at a random moment,
// started again on the same data, and what it acknowledged is compared with what it has. The card provider lives on.
// After each kill:
//   every acknowledged order exists, every acknowledged deletion holds, every order acknowledged as paid is paid;
//   what was cut off is sent again under its key and makes one order;
//   stock plus ordered quantities of every tool are what they were, and `trowel verify` says that the shop's own books agree.
// At the end, once the provider's events have come through, `trowel verify` compares with the provider, and so does this:
//   whoever was charged has a paid order or the money back, and nobody was charged twice.
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first difference.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { buy, repeatUnanswered } from "./shop-under-test/buyer.mjs";
import { atOnce, part } from "./shop-under-test/pace.mjs";
import { compareWithProvider, Promises } from "./shop-under-test/promises.mjs";
import { agreement, ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];
assert(program && rounds > 0, "usage: kill-under-load.mjs PROGRAM ROUNDS");
const BUYERS = 24;
const TOOLS = 10;

const shop = await Shop.open(program, { cards: true });
const tools = await shop.stock(TOOLS, 1_000_000);
const customers = await shop.customers(BUYERS);
const promises = new Promises(tools);
const readyAfter = [];
let repeated = 0;

for (let round = 1; round <= rounds; round += 1) {
  const running = { on: true };
  const buyers = Promise.all(
    customers.map((customer, n) => buy(shop, customer, tools, promises, `${round}-${n}`, running)),
  );
  await Promise.race([buyers, sleep(200 + Math.random() * 1_500)]);
  await shop.kill();
  running.on = false;
  await buyers;
  readyAfter.push(await shop.start());
  await atOnce(8, BUYERS, (n) => customers[n].renew());
  repeated += await repeatUnanswered(promises);
  await promises.compare(shop);
  assert.equal(await shop.disagreement(), undefined);
}

const settling = await agreement(shop);
const found = await promises.compare(shop);
const { settled, givenBack } = compareWithProvider(found, await shop.provider.books());
await shop.close();
const ms = (share) => Math.round(part(readyAfter, share));
console.log(
  `${ENGINE}: ${rounds} kills; ${promises.placed} orders acknowledged, ${promises.deleted} deletions, ${promises.paid} payments, ` +
    `${repeated} sent again; none lost, none doubled, ${settled} charged and paid, ${givenBack} given back; ` +
    `the provider's books agreed after ${Math.round(settling / 1_000)} s; ready again after ${ms(0.5)} ms (median), ${ms(1)} ms (slowest)`,
);
