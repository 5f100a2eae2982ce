// database-down.mjs PROGRAM ROUNDS, under scripts/with-postgres: PostgreSQL fails while buyers order and pay on two
// nodes. In turn
//   its backends are terminated, as an administrator or a failover does;
//   one backend is killed (SIGKILL), so that PostgreSQL closes all connections and recovers from a crash;
//   connections are cut, some during a commit;
//   it is unreachable for three seconds.
// Buyers get a response, or a 503 that says when to retry; deletions and payments may hear that the outcome is unknown.
// The shop recovers within five seconds after PostgreSQL. No acknowledged order is lost, no key makes two orders, and
// `trowel verify` finds no difference.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Load, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { ENGINE } from "./harness/shop.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
assert(ENGINE === "PostgreSQL", "run it under scripts/with-postgres");
const RECOVERY_TIMEOUT_MS = 5_000;
const AWAY_MS = 3_000;
const SHOP_BACKENDS = "FROM pg_stat_activity WHERE application_name = 'trowel'";

const faults = {
  "backends terminated": () => sql(`SELECT pg_terminate_backend(pid) ${SHOP_BACKENDS}`),
  "backend killed": async () => process.kill(Number(await sql(`SELECT max(pid) ${SHOP_BACKENDS}`)), "SIGKILL"),
  "connections cut": () => shop.database.cutConnections(),
  unreachable: async () => {
    await shop.database.stop();
    await sleep(AWAY_MS);
    await shop.database.restart();
  },
};

const load = await Load.open(program, { buyers: 16, throughProxy: true, nodes: 2 });
const { shop } = load;
const [prober] = await shop.customers(1);
const recoveryTimes = {};
let postgresRecovery = 0;

for (let round = 0; round < rounds; round += 1) {
  const [name, fault] = Object.entries(faults)[round % Object.keys(faults).length];
  const buyers = load.start(round, { accept503: "always", acceptUnknown: true });
  await sleep(500 + Math.random() * 1_000);
  await fault();
  const failed = performance.now();
  while (!(await sql("SELECT 1").then(() => true, () => false))) await sleep(50);
  const began = performance.now();
  postgresRecovery = Math.max(postgresRecovery, began - failed);
  while (!(await load.isAccepting(prober, `back-${round}`))) {
    assert(performance.now() - began < RECOVERY_TIMEOUT_MS, `${name}: no order is accepted after ${RECOVERY_TIMEOUT_MS} ms`);
    await sleep(10);
  }
  recoveryTimes[name] = [...(recoveryTimes[name] ?? []), performance.now() - began];
  assert(await shop.isReady(), `${name}: /readyz`);
  await sleep(500);
  await buyers.stop();
  await load.check();
}

const entries = Object.entries(recoveryTimes).map(([name, times]) => [name, summary(times)]);
await load.finish({
  failures: rounds,
  acceptsAgainMs: Object.fromEntries(entries),
  postgresRecoveryMs: postgresRecovery,
  unknown: load.oracle.connectionsLost,
});

async function sql(text) {
  const psql = join(process.env.TROWEL_PG_BIN, "psql");
  const { stdout } = await promisify(execFile)(psql, ["-XAtq", "-c", text, process.env.TROWEL_TEST_POSTGRES]);
  return stdout.trim();
}
