// kill-under-load.mjs PROGRAM ROUNDS: kills the shop (SIGKILL) at random moments while buyers place, delete and pay
// orders, and starts it again on the same data. The card provider keeps running. After each kill:
//   every acknowledged order, deletion and payment is there; a lost request that is sent again makes one order;
//   stock plus ordered quantities are unchanged, and `trowel verify` finds no difference.
// At the end, each payment at the provider either paid one order or was refunded.
import { setTimeout as sleep } from "node:timers/promises";
import { Load, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { concurrently } from "./harness/rate.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
const load = await Load.open(program, { buyers: 24 });
const { shop, customers } = load;
const startTimes = [];
let resent = 0;

for (let round = 1; round <= rounds; round += 1) {
  const buyers = load.start(round);
  await sleep(200 + Math.random() * 1_500);
  await shop.kill();
  await buyers.stop();
  startTimes.push(await shop.start());
  await concurrently(8, customers.length, (n) => customers[n].renew());
  resent += await load.check();
}

await load.finish({ kills: rounds, readyAfterMs: summary(startTimes), resent });
