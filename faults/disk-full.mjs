// disk-full.mjs PROGRAM ROUNDS: the disk of a shop on SQLite becomes full at random moments while buyers order and pay.
// Meanwhile reads are answered, and writes get a 503 that says when to retry. When there is space again, the shop
// continues: no acknowledged order is lost or doubled, and `trowel verify` finds no difference. The disk is a small
// tmpfs, which only root can mount. Without that right the run is skipped with a message.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, openSync, rmdirSync, writeSync } from "node:fs";
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Load, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { ENGINE } from "./harness/shop.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
assert(ENGINE === "SQLite", "the run concerns SQLite: unset TROWEL_TEST_POSTGRES");
const DISK_MB = 32;
/** A random part of it stays free, so that different writes fail first. */
const MAX_FREE_KB = 512;
const FULL_MS = 1_500;
const RECOVERY_TIMEOUT_MS = 5_000;

const disk = await mkdtemp(join(tmpdir(), "trowel-disk-"));
const ballast = join(disk, "ballast");
if (!mount()) {
  rmdirSync(disk);
  process.exit(0);
}

const load = await Load.open(program, { buyers: 16, folder: disk });
const { shop, tools, customers } = load;
const recoveryTimes = [];
let rejected = 0;
let reads = 0;

for (let round = 1; round <= rounds; round += 1) {
  const buyers = load.start(round, { accept503: "always" });
  await sleep(200 + Math.random() * 800);
  await fill(Math.random() * MAX_FREE_KB);
  let turn = 0;
  // The write-ahead log first uses the space it has already.
  while (await load.isAccepting(customers[0], `filling-${round}-${turn}`)) turn += 1;
  const until = performance.now() + FULL_MS;
  while (performance.now() < until) {
    await read();
    if (await load.isAccepting(customers[0], `full-${round}-${turn}`)) turn += 1;
    else rejected += 1;
    await sleep(20);
  }
  await rm(ballast);
  const began = performance.now();
  while (!(await load.isAccepting(customers[0], `back-${round}`))) {
    assert(performance.now() - began < RECOVERY_TIMEOUT_MS, `no write ${RECOVERY_TIMEOUT_MS} ms after there is space again`);
    await sleep(5);
  }
  recoveryTimes.push(performance.now() - began);
  while (!(await shop.isReady()))
    assert(performance.now() - began < RECOVERY_TIMEOUT_MS, `/readyz is no 200 ${RECOVERY_TIMEOUT_MS} ms after there is space again`);
  await sleep(300);
  await buyers.stop();
  await load.check();
}

await load.finish({ timesFull: rounds, reads, rejectedMeanwhile: rejected, writesAgainMs: summary(recoveryTimes) });

function mount() {
  try {
    const options = ["-t", "tmpfs", "-o", `size=${DISK_MB}m`];
    execFileSync("mount", [...options, "trowel-disk", disk], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    console.log(`SKIPPED: no file system could be mounted (only root may): ${error.stderr ?? error.message}`);
    return false;
  }
  process.on("exit", () => {
    execFileSync("umount", ["--lazy", disk]);
    rmdirSync(disk);
  });
  return true;
}

/** Fills the disk, except for some kilobytes. */
async function fill(freeKb) {
  const { bavail, bsize } = await statfs(disk);
  const file = openSync(ballast, "w");
  const block = Buffer.alloc(4_096, 1);
  try {
    for (let room = bavail * bsize - freeKb * 1_024; room > 0; room -= block.length) writeSync(file, block);
  } catch (error) {
    // The shop wrote at the same time.
    assert.equal(error.code, "ENOSPC");
  }
  closeSync(file);
}

async function read() {
  const responses = await Promise.all([
    shop.call("GET", "/tools"),
    shop.call("GET", "/reviews"),
    customers[1].call("GET", `/tools/${tools[0]._id}`),
    customers[1].call("GET", "/orders?limit=20"),
    shop.owner.call("GET", "/manageOrders?limit=20"),
  ]);
  for (const { status, text } of responses) assert.equal(status, 200, `a read while the disk is full: ${text}`);
  assert(await shop.isReady("exclude=writes"), "/readyz for reading while the disk is full");
  reads += responses.length;
}
