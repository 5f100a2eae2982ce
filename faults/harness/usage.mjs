// What a process takes: memory at its highest, and the processor's time. Of Linux alone.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

async function figure(pid, name) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)[1]) / 1024;
}

/** MiB that `work` takes at its highest beyond what there was before it, and what it answers. */
export async function takenBy(pid, work) {
  await writeFile(`/proc/${pid}/clear_refs`, "5"); // forgets the highest so far
  const before = await figure(pid, "VmRSS");
  const answer = await work();
  return { answer, mib: Math.max(0, (await figure(pid, "VmHWM")) - before) };
}

/** Milliseconds that its threads have kept a processor busy so far. */
export async function busyMs(pid) {
  const threads = await readdir(`/proc/${pid}/task`);
  const of = (thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
  const times = await Promise.all(threads.map(of));
  return times.reduce((sum, line) => sum + Number(line.split(" ")[0]) / 1e6, 0);
}

/** Until it has kept no processor busy for half a second, but for what a shop does while nobody asks. */
export async function untilItRests(pid) {
  const IDLE_MS = 20;
  for (let before = await busyMs(pid), busy = Infinity; busy > IDLE_MS; ) {
    await sleep(500);
    const now = await busyMs(pid);
    [busy, before] = [now - before, now];
  }
}
