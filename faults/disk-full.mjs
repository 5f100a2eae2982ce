// disk-full.mjs PROGRAM ROUNDS: a shop on SQLite whose disk becomes full at a random moment while buyers order and pay.
// While it is full, everything that is only read is answered, and every write is 503 with a sentence and a time to come back.
// When there is room again it goes on by itself: nothing acknowledged is lost, nothing is doubled, and the books agree.
// The disk is a small file system in memory, which takes root to mount: where that is not allowed, the run is skipped and
// says so. Exits 1 at the first violation.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmdirSync, writeSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buy, repeatUnanswered } from "./shop-under-test/buyer.mjs";
import { part } from "./shop-under-test/pace.mjs";
import { compareWithProvider, Promises } from "./shop-under-test/promises.mjs";
import { agreement, ENGINE, Shop } from "./shop-under-test/shop.mjs";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];
assert(program && rounds > 0, "usage: disk-full.mjs PROGRAM ROUNDS");
assert(ENGINE === "SQLite", "the disk of PostgreSQL is PostgreSQL's: run it without TROWEL_TEST_POSTGRES");
const BUYERS = 16;
const DISK_MB = 32;
/** The last writes before the end are not always the same. */
const MOST_LEFT_KB = 512;
const FULL_FOR_MS = 1_500;
const BACK_WITHIN_MS = 5_000;

const disk = await mkdtemp(join(tmpdir(), "trowel-disk-"));
const ballast = join(disk, "ballast");
if (!mount()) {
  rmdirSync(disk);
  process.exit(0);
}

const shop = await Shop.open(program, { cards: true, folder: disk });
const tools = await shop.stock(10, 1_000_000);
const customers = await shop.customers(BUYERS);
const promises = new Promises(tools);
const backAfter = [];
let refused = 0;
let reads = 0;

for (let round = 1; round <= rounds; round += 1) {
  const running = { on: true };
  const buyers = Promise.all(
    customers.map((customer, n) => buy(shop, customer, tools, promises, `${round}-${n}`, running, { patient: "always" })),
  );
  await Promise.race([buyers, sleep(200 + Math.random() * 800)]);
  await fill(Math.random() * MOST_LEFT_KB);
  let turn = 0;
  // What room the log has inside is used up first.
  while (await isTaken(`filling-${round}-${turn}`)) turn += 1;
  const until = performance.now() + FULL_FOR_MS;
  while (performance.now() < until) {
    await read();
    if (await isTaken(`full-${round}-${turn}`)) turn += 1;
    else refused += 1;
    await sleep(20);
  }
  await rm(ballast);
  const began = performance.now();
  while (!(await isTaken(`back-${round}`))) {
    assert(performance.now() - began < BACK_WITHIN_MS, `no write is taken ${BACK_WITHIN_MS} ms after there is room again`);
    await sleep(5);
  }
  backAfter.push(performance.now() - began);
  await sleep(300);
  running.on = false;
  await buyers;
  await repeatUnanswered(promises);
  await promises.compare(shop);
  assert.equal(await shop.disagreement(), undefined);
}

const settling = await agreement(shop);
const found = await promises.compare(shop);
const { settled } = compareWithProvider(found, await shop.provider.books());
await shop.close();
console.log(
  `${ENGINE}: the disk was full ${rounds} times under load; ${promises.placed} orders acknowledged, none lost, none doubled; ${reads} reads ` +
    `answered and ${refused} writes refused (503) meanwhile, ${settled} charged and paid; writes taken again ` +
    `${Math.round(part(backAfter, 0.5))} ms (median), ${Math.round(part(backAfter, 1))} ms (slowest) after there was room, ` +
    `the provider's books agreed after ${Math.round(settling / 1_000)} s`,
);

function mount() {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "trowel-disk", disk], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    console.log(`SKIPPED, nothing was tested: no file system could be mounted (it takes root): ${error.stderr ?? error.message}`);
    return false;
  }
  process.on("exit", () => {
    execFileSync("umount", ["--lazy", disk]);
    rmdirSync(disk);
  });
  return true;
}

/** Takes all the room there is, but so much. */
async function fill(leftKb) {
  const { bavail, bsize } = await statfs(disk);
  const file = openSync(ballast, "w");
  const block = Buffer.alloc(4_096, 1);
  try {
    for (let room = bavail * bsize - leftKb * 1_024; room > 0; room -= block.length) writeSync(file, block);
  } catch (error) {
    // The shop was faster.
    assert.equal(error.code, "ENOSPC");
  }
  closeSync(file);
}

async function isTaken(key) {
  const answer = await customers[0].place(tools[0], key);
  if (answer.status === 200) {
    promises.isPlaced(answer.json.insertedId, key);
    return true;
  }
  assert.equal(answer.status, 503, `a write while the disk is full: ${answer.text}`);
  assert(answer.headers["retry-after"] && answer.json.detail.endsWith("."), answer.text);
  return false;
}

async function read() {
  const all = await Promise.all([
    shop.call("GET", "/tools"),
    shop.call("GET", "/reviews"),
    customers[1].call("GET", `/tools/${tools[0]._id}`),
    customers[1].call("GET", "/orders?limit=20"),
    shop.owner.call("GET", "/manageOrders?limit=20"),
  ]);
  for (const { status, text } of all) assert.equal(status, 200, `a read while the disk is full: ${text}`);
  assert(await shop.isReady(), "the shop takes customers who look around");
  reads += all.length;
}
