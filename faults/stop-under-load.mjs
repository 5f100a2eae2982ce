// stop-under-load.mjs PROGRAM ROUNDS: the shop is told to stop (SIGTERM) while buyers order and pay.
//   What it is at work on, it answers: payments are begun that the card provider takes its time over, and a slow client is
//   in the middle of its body. Nobody new gets in, it ends by itself with 0, and what it acknowledged is there
//   when it is started again; what got no answer is sent again under its key and makes one order.
// And once: a client that never ends its request holds the shop up no longer than it says (docs/operating.md).
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first violation.
import assert from "node:assert/strict";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buy, repeatUnanswered } from "./shop-under-test/buyer.mjs";
import { atOnce, part } from "./shop-under-test/pace.mjs";
import { Promises } from "./shop-under-test/promises.mjs";
import { ENGINE, Shop } from "./shop-under-test/shop.mjs";
import { SlowClient } from "./shop-under-test/slow-client.mjs";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];
assert(program && rounds > 0, "usage: stop-under-load.mjs PROGRAM ROUNDS");
const BUYERS = 16;
const PAYERS = 4;
const PROVIDER_TAKES_MS = 1_500;
/** What docs/operating.md allows for stopping, and some for the machine. */
const STOPS_WITHIN_MS = 17_000;

const shop = await Shop.open(program, { cards: true });
const tools = await shop.stock(10, 1_000_000);
const customers = await shop.customers(BUYERS);
const payers = await shop.customers(PAYERS);
const promises = new Promises(tools);
const took = [];
let answered = 0;
let repeated = 0;

for (let round = 1; round <= rounds; round += 1) {
  const unpaid = await Promise.all(payers.map((payer, n) => placed(payer, `slow-${round}-${n}`)));
  await shop.provider.misbehave({
    rest: [{ path_contains: "/v1/payment_intents", method: "POST", times: 1_000_000, action: { delay_ms: PROVIDER_TAKES_MS } }],
  });
  const running = { on: true };
  const buyers = Promise.all(
    customers.map((customer, n) => buy(shop, customer, tools, promises, `${round}-${n}`, running, { pays: false })),
  );
  await sleep(200 + Math.random() * 800);
  const payments = Promise.all(
    unpaid.map((id, n) => payers[n].beginPayment(id, tools[0].price, `slow-${round}-${n}`)),
  );
  const slow = await SlowClient.open(shop, payers[0], tools[0], `half-${round}`);
  await slow.sendHalf();
  // The provider has the payments by then, and takes its time.
  await sleep(PROVIDER_TAKES_MS / 3);
  const began = performance.now();
  const stopping = shop.stop();
  await sleep(100);
  assert(await isRefused(shop.port), "somebody new got in after SIGTERM");
  await slow.sendRest();
  const inHalves = await slow.answer();
  assert.match(inHalves, /^HTTP\/1\.1 200 /, "an order that was half there at SIGTERM");
  promises.isPlaced(/"insertedId":"([^"]+)"/.exec(inHalves)[1], `half-${round}`);
  for (const { status, text } of await payments) assert.equal(status, 200, `a payment that was being begun: ${text}`);
  assert.equal(await stopping, 0, `the exit code:\n${shop.said}`);
  took.push(performance.now() - began);
  running.on = false;
  await buyers;
  answered += PAYERS + 1;
  if (ENGINE === "SQLite") await assertNoLog(shop.folder);
  await shop.provider.behave();
  await shop.start();
  await atOnce(8, BUYERS, (n) => customers[n].renew());
  repeated += await repeatUnanswered(promises);
  await promises.compare(shop);
  assert.equal(await shop.disagreement(), undefined);
}

const endless = await SlowClient.open(shop, payers[0], tools[0], "endless");
await endless.sendHalf();
await sleep(100);
const began = performance.now();
assert.equal(await shop.stop(), 0, `the exit code:\n${shop.said}`);
const heldUp = performance.now() - began;
assert(heldUp < STOPS_WITHIN_MS, `a client that never ends held the shop up for ${Math.round(heldUp)} ms`);
await shop.close();
console.log(
  `${ENGINE}: stopped ${rounds} times under load; ${promises.placed} orders acknowledged, none lost; ${answered} requests under way were ` +
    `answered, ${promises.cutOff} had no answer and ${repeated} orders were sent again; exit code 0 after ${Math.round(part(took, 0.5))} ms (median; the provider takes ${PROVIDER_TAKES_MS}), ` +
    `${Math.round(part(took, 1))} ms (slowest), ${Math.round(heldUp)} ms with a client that never ends`,
);

async function placed(payer, key) {
  const { status, json, text } = await payer.place(tools[0], key);
  assert.equal(status, 200, text);
  promises.isPlaced(json.insertedId, key);
  return json.insertedId;
}

async function isRefused(port) {
  const socket = connect(port, "127.0.0.1");
  const refused = await Promise.race([once(socket, "connect").then(() => false), once(socket, "error").then(() => true)]).catch(() => true);
  socket.destroy();
  return refused;
}

/** The writer has put its log back into the file. */
async function assertNoLog(folder) {
  const log = await stat(join(folder, "trowel.sqlite-wal")).catch(() => ({ size: 0 }));
  assert.equal(log.size, 0, "the write-ahead log stayed beside the database");
}
