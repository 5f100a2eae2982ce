// primary-lost.mjs PROGRAM ROUNDS, by faults/test-with-patroni: two nodes of the shop on three PostgreSQL servers under
// Patroni. While buyers order and pay, the primary is lost. In turn
//   it is killed with its Patroni;
//   it alone is killed;
//   it is frozen with its Patroni;
//   its Patroni is cut off from etcd.
// Buyers get a response, or a 503 that says when to retry; deletions and payments may hear that the outcome is unknown.
// The shop recovers within five seconds after PostgreSQL. No acknowledged order or payment is lost, and no key makes
// two orders.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { parseArguments } from "./harness/program.mjs";
import { PatroniCluster } from "./harness/patroni.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
assert(process.env.TROWEL_PG_BIN, "TROWEL_PG_BIN is not set: run faults/test-with-patroni");
const FAILOVER_TIMEOUT_MS = 60_000;
const RECOVERY_TIMEOUT_MS = 5_000;

const faults = {
  killed: (primary) => primary.kill(),
  "PostgreSQL killed": (primary) => primary.killPostgres(),
  frozen: (primary) => primary.freeze(),
  "cut off": (primary) => primary.cutOff(),
};

const cluster = await PatroniCluster.open();
process.env.TROWEL_TEST_POSTGRES = cluster.url;
const { Load, summary } = await import("./harness/load.mjs");
const load = await Load.open(program, { buyers: 16, nodes: 2 });
const { shop } = load;
const [prober] = await shop.customers(1);
const [failover, recovery] = [{}, []];
let resent = 0;

for (let round = 0; round < rounds; round += 1) {
  const [name, fault] = Object.entries(faults)[round % Object.keys(faults).length];
  const primary = await cluster.untilComplete();
  const buyers = load.start(round, { accept503: "always", acceptUnknown: true });
  await sleep(500 + Math.random() * 1_000);
  await fault(primary);
  const failed = performance.now();
  while (!(await isReplaced(primary))) {
    assert(performance.now() - failed < FAILOVER_TIMEOUT_MS, `${name}: no primary after ${FAILOVER_TIMEOUT_MS} ms`);
    await sleep(50);
  }
  const began = performance.now();
  failover[name] = [...(failover[name] ?? []), began - failed];
  while (!(await load.isAccepting(prober, `back-${round}`))) {
    assert(performance.now() - began < RECOVERY_TIMEOUT_MS, `${name}: no order after ${RECOVERY_TIMEOUT_MS} ms`);
    await sleep(10);
  }
  recovery.push(performance.now() - began);
  await sleep(500);
  await primary.recover();
  await sleep(1_500);
  await buyers.stop();
  await cluster.untilComplete();
  resent += await load.check();
}

const entries = Object.entries(failover).map(([name, times]) => [name, summary(times)]);
await load.finish({
  failures: rounds,
  failoverMs: Object.fromEntries(entries),
  shopAcceptsAfterMs: summary(recovery),
  unanswered: load.oracle.connectionsLost,
  resent,
});
process.exit(0);

/** Whether another server commits now. */
async function isReplaced({ port }) {
  const psql = join(process.env.TROWEL_PG_BIN, "psql");
  const query = "SELECT pg_logical_emit_message(true, 'probe', ''), inet_server_port()";
  const asked = promisify(execFile)(psql, ["-XAtq", "-c", query, cluster.url], { timeout: 2_000 });
  return asked.then(({ stdout }) => !stdout.trim().endsWith(`|${port}`), () => false);
}
