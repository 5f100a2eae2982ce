// power-loss.mjs PROGRAM ROUNDS: kills the shop (SIGKILL) while buyers order and pay, and drops what SQLite had not
// synchronised: power-loss/shim.c keeps the files as a disk would have them. Only on Linux, with a C compiler.
// After each start every acknowledged order, deletion and payment is there, and `trowel verify` finds no difference.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Load, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { concurrently } from "./harness/rate.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
const [folder, copies] = ["data", "disk"].map((name) => mkdtempSync(join(tmpdir(), `trowel-${name}-`)));
process.on("exit", (code) => {
  rmSync(copies, { recursive: true, force: true });
  if (code === 0) rmSync(folder, { recursive: true, force: true });
});
const shim = join(copies, "shim.so");
const source = new URL("power-loss/shim.c", import.meta.url).pathname;
execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", shim, source], { stdio: "inherit" });
// Also for `trowel admin` and `trowel verify`, which use the same files.
Object.assign(process.env, { LD_PRELOAD: shim, POWER_LOSS_COPY: copies });

const load = await Load.open(program, { buyers: 24, folder });
const { shop, customers } = load;
const startTimes = [];
let resent = 0;
let lostBytes = 0;

for (let round = 1; round <= rounds; round += 1) {
  const buyers = load.start(round);
  await sleep(200 + Math.random() * 1_000);
  await shop.kill();
  await buyers.stop();
  lostBytes += losePower();
  startTimes.push(await shop.start());
  await concurrently(8, customers.length, (n) => customers[n].renew());
  resent += await load.check();
}

await load.finish({ powerLosses: rounds, lostKib: lostBytes / 1024, readyAfterMs: summary(startTimes), resent });

/** Replaces SQLite's files by their copies. Returns how many bytes differ. */
function losePower() {
  const isOfSqlite = (name) => name.startsWith("trowel.sqlite");
  const before = {};
  for (const name of readdirSync(folder).filter(isOfSqlite)) {
    before[name] = readFileSync(join(folder, name));
    rmSync(join(folder, name));
  }
  let lost = 0;
  for (const name of readdirSync(copies).filter(isOfSqlite)) {
    copyFileSync(join(copies, name), join(folder, name));
    const [had, has] = [before[name] ?? Buffer.alloc(0), readFileSync(join(folder, name))];
    for (let at = 0; at < had.length; at += 4096) {
      const page = had.subarray(at, at + 4096);
      if (!page.equals(has.subarray(at, at + 4096))) lost += page.length;
    }
  }
  return lost;
}
