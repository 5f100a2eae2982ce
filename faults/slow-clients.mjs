// slow-clients.mjs PROGRAM CONNECTIONS: clients that hold connections and send nothing, a header byte per second, or a
// body byte per second, while others read and order. Goals: the shop closes the first two within 10 seconds and the
// third within 30. The 99th percentile of the others stays below twice its value without them, or below 20 ms.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const HEAD = "POST /api/orders HTTP/1.1\r\nHost: a\r\n";
const KINDS = ["silent", "headers", "body"];
const MAX_SECONDS = { silent: 10, headers: 10, body: 30 };
const MARGIN_SECONDS = 2;
const PAUSE_MS = 0.5;

if (isMainThread) await measure();
else await hold(workerData);

async function measure() {
  const { parseArguments } = await import("./harness/program.mjs");
  const { Load, report } = await import("./harness/load.mjs");
  const { atRate, countBy, quantile } = await import("./harness/rate.mjs");
  const [program, connections] = parseArguments("PROGRAM CONNECTIONS");
  const load = await Load.open(program, { buyers: 4, tools: 2 });
  const { shop, customers, tools } = load;
  let repeated = 0;
  const serve = async (phase, seconds) => {
    const times = [];
    const pending = [];
    await atRate(100, seconds, (n, due) => {
      const isOrder = n % 10 === 0;
      const send = () => (isOrder ? customers[n % 4].place(tools[0], `${phase}-${n}`) : shop.call("GET", "/tools"));
      // Kept connections make room first. Browsers send such a request again too, on another connection.
      const again = (error) => {
        if (error.constructor.name !== "ConnectionLost" || performance.now() - due > 1_000) throw error;
        repeated += 1;
        return send().catch(again);
      };
      const sent = send().catch(again);
      const record = ({ status, text }) => {
        assert.equal(status, 200, text);
        times.push(performance.now() - due);
      };
      pending.push(sent.then(record));
    });
    await Promise.all(pending);
    return quantile(times, 0.99);
  };
  await serve("warm", 5);
  const before = await serve("before", 15);
  const { authorization } = customers[0].credentials;
  const worker = new Worker(new URL(import.meta.url), { workerData: { port: shop.port, connections, authorization } });
  const closed = new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
  const during = await serve("during", 30);
  const { lives, unclosed } = await closed;
  await shop.close();
  const slowest = Object.fromEntries(KINDS.map((kind) => [kind, Math.round(10 * Math.max(...lives[kind])) / 10]));
  const closedEarly = KINDS.flatMap((kind) => lives[kind]).filter((seconds) => seconds < 5).length;
  const counts = countBy(KINDS.flatMap((kind) => lives[kind].map(() => kind)));
  report({ connections, counts, closedAfterSeconds: slowest, closedEarly, unclosed, repeated, p99BeforeUs: 1_000 * before, p99DuringUs: 1_000 * during });
  assert.equal(unclosed, 0, "connections that stayed open");
  for (const kind of KINDS) assert(slowest[kind] <= MAX_SECONDS[kind] + MARGIN_SECONDS, `${kind}: ${slowest[kind]} s`);
  assert(during < Math.max(2 * before, 20), `the 99th percentile rose from ${before} to ${during} ms`);
}

/** In a thread of its own, so that its work does not delay the measured requests. */
async function hold({ port, connections, authorization }) {
  const lives = { silent: [], headers: [], body: [] };
  const open = new Set();
  const json = "Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{";
  const bodyHead = `${HEAD}Authorization: ${authorization}\r\n${json}`;
  for (let n = 0; n < connections; n += 1) {
    const kind = KINDS[n % KINDS.length];
    const socket = connect(port, "127.0.0.1");
    const began = performance.now();
    open.add(socket);
    socket.on("connect", () => {
      if (kind === "headers") socket.write(HEAD);
      if (kind === "body") socket.write(bodyHead);
    });
    socket.on("error", () => {});
    socket.on("data", () => {});
    socket.on("close", () => {
      open.delete(socket);
      clearInterval(drip);
      lives[kind].push((performance.now() - began) / 1_000);
    });
    const drip = setInterval(() => kind !== "silent" && socket.writable && socket.write(" "), 1_000);
    if (n % 20 === 0) await sleep(20 * PAUSE_MS);
  }
  for (let waited = 0; open.size > 0 && waited < 45; waited += 1) await sleep(1_000);
  parentPort.postMessage({ lives, unclosed: open.size });
  for (const socket of open) socket.destroy();
}
