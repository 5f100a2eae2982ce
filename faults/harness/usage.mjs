// Peak memory and processor time of a process, from Linux's /proc.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

async function memoryMib(pid, name) {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)[1]) / 1024;
}

/** Runs `work`. Returns its result and by how many MiB the peak memory of the process rose. */
export async function peakMemory(pid, work) {
  await writeFile(`/proc/${pid}/clear_refs`, "5"); // resets the peak
  const before = await memoryMib(pid, "VmRSS");
  const result = await work();
  return { result, mib: Math.max(0, (await memoryMib(pid, "VmHWM")) - before) };
}

/** Processor milliseconds of all threads since the start of the process. */
export async function processorMs(pid) {
  const threads = await readdir(`/proc/${pid}/task`);
  const read = (thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
  const times = await Promise.all(threads.map(read));
  return times.reduce((sum, line) => sum + Number(line.split(" ")[0]) / 1e6, 0);
}

/** Waits until half a second passes in which the process only does its periodic work. */
export async function untilIdle(pid) {
  const MAX_IDLE_MS = 20;
  for (let before = await processorMs(pid), busy = Infinity; busy > MAX_IDLE_MS; ) {
    await sleep(500);
    const now = await processorMs(pid);
    [busy, before] = [now - before, now];
  }
}
