// database-broken.mjs PROGRAM ROUNDS, under scripts/with-postgres: PostgreSQL fails while buyers order and pay. In turn
//   its backends are told to end (what an administrator or a failover does),
//   one is killed (SIGKILL), upon which PostgreSQL throws everybody out and recovers as after a crash,
//   the connections are torn, some in the middle of a commit,
//   and it is not to be reached at all for three seconds.
// Buyers are answered, or told 503 and when to come back; within five seconds of its return the shop goes on by itself. Nothing acknowledged
// is lost, no key makes two orders, and the books agree. Exits 1 at the first violation.
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { buy, repeatUnanswered } from "./shop-under-test/buyer.mjs";
import { part } from "./shop-under-test/pace.mjs";
import { compareWithProvider, Promises } from "./shop-under-test/promises.mjs";
import { agreement, ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];
assert(program && rounds > 0, "usage: database-broken.mjs PROGRAM ROUNDS");
assert(ENGINE === "PostgreSQL", "it takes a PostgreSQL of its own: scripts/with-postgres node scripts/database-broken.mjs …");
const BUYERS = 16;
const BACK_WITHIN_MS = 5_000;
const AWAY_MS = 3_000;
const programs = execFileSync("scripts/find-postgres", { encoding: "utf8" }).trim();

const faults = {
  "backends ended": () => sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'trowel'"),
  "backend killed": () => process.kill(Number(sql("SELECT max(pid) FROM pg_stat_activity WHERE application_name = 'trowel'")), "SIGKILL"),
  "connections torn": () => shop.database.tear(),
  "away": async () => {
    await shop.database.cut();
    await sleep(AWAY_MS);
    await shop.database.mend();
  },
};

const shop = await Shop.open(program, { cards: true, hasWire: true });
const tools = await shop.stock(10, 1_000_000);
const customers = await shop.customers(BUYERS);
const [prober] = await shop.customers(1);
const promises = new Promises(tools);
const backAfter = {};
let recovering = 0;

for (let round = 0; round < rounds; round += 1) {
  const [name, fault] = Object.entries(faults)[round % Object.keys(faults).length];
  const running = { on: true };
  const buyers = Promise.all(
    customers.map((customer, n) => buy(shop, customer, tools, promises, `${round}-${n}`, running, { patient: "always" })),
  );
  await Promise.race([buyers, sleep(500 + Math.random() * 1_000)]);
  await Promise.race([buyers, fault()]);
  const fell = performance.now();
  await Promise.race([buyers, untilPostgresAnswers()]);
  const began = performance.now();
  recovering = Math.max(recovering, began - fell);
  while (!(await isTaken(`back-${round}`))) {
    assert(performance.now() - began < BACK_WITHIN_MS, `${name}: no order is taken after ${BACK_WITHIN_MS} ms`);
    await sleep(10);
  }
  backAfter[name] = [...(backAfter[name] ?? []), performance.now() - began];
  assert(await shop.isReady(), `${name}: /readyz`);
  await Promise.race([buyers, sleep(500)]);
  running.on = false;
  await buyers;
  await repeatUnanswered(promises);
  await promises.compare(shop);
  assert.equal(await shop.disagreement(), undefined);
}

const settling = await agreement(shop);
const { settled, givenBack } = compareWithProvider(await promises.compare(shop), await shop.provider.books());
await shop.close();
const slowest = Object.entries(backAfter).map(([name, times]) => `${name} ${Math.round(part(times, 1))} ms`);
console.log(
  `${ENGINE}: failed ${rounds} times under load; ${promises.placed} orders acknowledged, none lost, none doubled, ${promises.turnedAway} × 503 and ` +
    `nothing worse, ${settled} charged and paid, ${givenBack} given back; orders taken again after at most: ${slowest.join(", ")} ` +
    `(PostgreSQL's own recovery of up to ${Math.round(recovering)} ms not counted); ` +
    `the provider's books agreed after ${Math.round(settling / 1_000)} s`,
);

function sql(text) {
  return execFileSync(join(programs, "psql"), ["-XAtq", "-c", text, process.env.TROWEL_TEST_POSTGRES], { encoding: "utf8" }).trim();
}

/** Its own recovery is not the shop's. */
async function untilPostgresAnswers() {
  const ask = () => promisify(execFile)(join(programs, "psql"), ["-XAtq", "-c", "SELECT 1", process.env.TROWEL_TEST_POSTGRES]);
  while (!(await ask().then(() => true, () => false))) await sleep(50);
}

async function isTaken(key) {
  const { status, json, headers, text } = await prober.place(tools[0], key);
  if (status === 200) promises.isPlaced(json.insertedId, key);
  else assert(status === 503 && headers["retry-after"], `${status} was answered: ${text}`);
  return status === 200;
}
