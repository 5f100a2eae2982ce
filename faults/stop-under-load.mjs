// stop-under-load.mjs PROGRAM ROUNDS: stops the shop (SIGTERM) while buyers order and pay.
//   Requests under way are answered: payments for which the provider is slow, and an order of which half has arrived.
//   New connections are refused. The shop exits with 0, and after the next start all that it acknowledged is there.
// Then once: a client that never ends its request delays the stop no longer than docs/runbook.md says.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { isListening } from "./harness/haproxy.mjs";
import { Load, report, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { concurrently } from "./harness/rate.mjs";
import { ENGINE } from "./harness/shop.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
const PAYERS = 4;
const PROVIDER_DELAY_MS = 1_500;
/** The limit of docs/runbook.md, and a margin for the machine. */
const STOP_TIMEOUT_MS = 17_000;
const SLOW_PROVIDER = { path_contains: "/v1/payment_intents", method: "POST", times: 1_000_000 };

const load = await Load.open(program, { buyers: 16 });
const { shop, tools, customers, oracle } = load;
const payers = await shop.customers(PAYERS);
const stopTimes = [];
let answered = 0;
let resent = 0;

for (let round = 1; round <= rounds; round += 1) {
  const unpaid = await Promise.all(payers.map((payer, n) => load.mustPlace(payer, `slow-${round}-${n}`)));
  await shop.provider.setFaults({ rest: [{ ...SLOW_PROVIDER, action: { delay_ms: PROVIDER_DELAY_MS } }] });
  const buyers = load.start(round, { pays: false });
  await sleep(200 + Math.random() * 800);
  const payments = Promise.all(unpaid.map((id, n) => payers[n].createPayment(id, tools[0].price, `slow-${round}-${n}`)));
  const half = await sendHalf(`half-${round}`);
  // By then the provider has the payments.
  await sleep(PROVIDER_DELAY_MS / 3);
  const began = performance.now();
  const stopping = shop.stop();
  await sleep(100);
  assert(!(await isListening(shop.port)), "a new connection was accepted after SIGTERM");
  half.sendRest();
  const response = await half.response;
  assert.equal(response.statusCode, 200, "an order of which half had arrived at SIGTERM");
  oracle.recordPlaced((await json(response)).insertedId, `half-${round}`);
  for (const { status, text } of await payments) assert.equal(status, 200, `a payment that was being created: ${text}`);
  assert.equal(await stopping, 0, `the exit code:\n${shop.log}`);
  stopTimes.push(performance.now() - began);
  await buyers.stop();
  answered += PAYERS + 1;
  if (ENGINE === "SQLite") await assertNoWriteAheadLog();
  await shop.provider.clearFaults();
  await shop.start();
  await concurrently(8, customers.length, (n) => customers[n].renew());
  resent += await load.check();
}

await sendHalf("endless");
await sleep(100);
const began = performance.now();
assert.equal(await shop.stop(), 0, `the exit code:\n${shop.log}`);
const delayed = performance.now() - began;
assert(delayed < STOP_TIMEOUT_MS, `a client that never ends its request delayed the stop by ${Math.round(delayed)} ms`);
await shop.close();
const { placed, connectionsLost } = oracle;
const figures = { stops: rounds, placed, answered, connectionsLost, resent, stoppedAfterMs: summary(stopTimes) };
report({ ...figures, withEndlessRequestMs: delayed });

/** Sends half of an order on a connection of its own. */
async function sendHalf(key) {
  const { body, headers } = payers[0].order(tools[0], key);
  const text = JSON.stringify(body);
  const half = text.length / 2;
  const length = { "content-type": "application/json", "content-length": text.length };
  const options = { host: "127.0.0.1", port: shop.port, method: "POST", path: "/api/orders", agent: false };
  const sent = request({ ...options, headers: { ...length, ...headers } });
  const response = new Promise((resolve, reject) => sent.on("response", resolve).on("error", reject));
  response.catch(() => {}); // the shop closes the connection of a request that never ends
  await new Promise((written) => sent.write(text.slice(0, half), written));
  return { response, sendRest: () => sent.end(text.slice(half)) };
}

async function assertNoWriteAheadLog() {
  const log = await stat(join(shop.folder, "trowel.sqlite-wal")).catch(() => ({ size: 0 }));
  assert.equal(log.size, 0, "the write-ahead log was not written back into the database");
}
