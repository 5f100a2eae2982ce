// provider-down.mjs PROGRAM ROUNDS: the shop cannot reach the card provider while buyers order and pay. In odd rounds
// connections are refused; in even rounds they are accepted, and requests arrive only after the shop's timeout.
// Events do not arrive either. Customers still reach the provider, so that some are charged before the shop can know.
//   Orders are placed and deleted as usual; payments get a 503 in time. When the provider is back, payments work at
//   once. At the end, each payment at the provider either paid one order or was refunded.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { assertRetryable, Load, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
/** Longer than the shop's timeout. */
const AWAY_MS = 7_000;
const RESPONSE_TIMEOUT_MS = 8_000;
const RECOVERY_TIMEOUT_MS = 5_000;

const load = await Load.open(program, { buyers: 16 });
const { shop, tools, oracle } = load;
const [prober] = await shop.customers(1);
const recoveryTimes = [];
let placedMeanwhile = 0;
let slowest = 0;

for (let round = 1; round <= rounds; round += 1) {
  const proxies = [shop.provider.requests, shop.provider.events];
  const isRefusing = round % 2 === 1;
  const buyers = load.start(round, { accept503: "payments" });
  await sleep(1_000 + Math.random() * 1_000);
  await Promise.all(proxies.map((proxy) => (isRefusing ? proxy.stop() : proxy.pause())));
  const placedBefore = oracle.placed;
  const order = await load.mustPlace(prober, `probe-${round}`);
  const probed = probe(order, `probe-${round}`);
  await sleep(AWAY_MS);
  placedMeanwhile += oracle.placed - placedBefore;
  assert(oracle.placed > placedBefore + 1, "no orders are placed while the card provider is down");
  await probed;
  await Promise.all(proxies.map((proxy) => (isRefusing ? proxy.restart() : proxy.resume())));

  const began = performance.now();
  for (let turn = 0; ; turn += 1) {
    const created = await prober.createPayment(order, tools[0].price, `again-${round}-${turn}`);
    if (created.status === 200) break;
    assert(created.status === 503 && performance.now() - began < RECOVERY_TIMEOUT_MS, `no payment works: ${created.text}`);
    await sleep(20);
  }
  recoveryTimes.push(performance.now() - began);
  await sleep(1_000);
  await buyers.stop();
  await load.check();
}

const [slowestProbeMs, worksAgainMs] = [slowest, summary(recoveryTimes)];
await load.finish({ outages: rounds, placedMeanwhile, slowestProbeMs, worksAgainMs });

/** A payment during the outage is refused in time, with a reason. */
async function probe(order, key) {
  const began = performance.now();
  const response = await prober.createPayment(order, tools[0].price, `pay-${key}`);
  const ms = performance.now() - began;
  slowest = Math.max(slowest, ms);
  assertRetryable(response);
  assert.equal(response.json.code, "provider_unavailable", response.text);
  assert(ms < RESPONSE_TIMEOUT_MS, `the response took ${Math.round(ms)} ms`);
}
