// kill-under-load.mjs PROGRAM ROUNDS: buyers place and delete orders, the shop is killed (SIGKILL) at a random moment,
// started again on the same data, and what it acknowledged is compared with what it has:
//   every acknowledged order exists, every acknowledged deletion holds, no key made two orders,
//   and stock plus ordered quantities of every tool are what they were.
// With TROWEL_TEST_POSTGRES the data is in a database there, else in a file of its own. Exits 1 at the first difference.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const [program, rounds] = [process.argv[2], Number(process.argv[3])];
assert(program && rounds > 0, "usage: kill-under-load.mjs PROGRAM ROUNDS");
const BUYERS = 24;
const CUSTOMER = { email: "customer@example.com", password: "garden-customer" };

const folder = await mkdtemp(join(tmpdir(), "trowel-faults-"));
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
let shop;
process.on("exit", () => shop?.kill("SIGKILL"));

/** Per order: was it acknowledged, and is a deletion under way or acknowledged? */
const orders = new Map();
const keys = new Map();
let slowest = 0;
let placed = 0;

try {
  let startStock;
  for (let round = 1; round <= rounds; round += 1) {
    const began = performance.now();
    await start();
    slowest = Math.max(slowest, round === 1 ? 0 : performance.now() - began);
    const session = await signIn();
    startStock ??= await total(session);
    await compare(session, startStock);
    const running = { on: true };
    const buyers = Array.from({ length: BUYERS }, (_, buyer) => buy(session, running, `${round}-${buyer}`));
    await sleep(200 + Math.random() * 1500);
    shop.kill("SIGKILL");
    await once(shop, "exit");
    running.on = false;
    await Promise.all(buyers);
  }
  await start();
  const session = await signIn();
  await compare(session, startStock);
  console.log(
    `${rounds} kills, ${placed} orders acknowledged, none lost, none doubled; slowest start to ready ${Math.round(slowest)} ms`,
  );
} finally {
  shop?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
}

async function start() {
  const database = process.env.TROWEL_TEST_POSTGRES ? ["--database", process.env.TROWEL_TEST_POSTGRES] : [];
  shop = spawn(program, ["demo", "--listen", `127.0.0.1:${port}`, "--data", folder, ...database], {
    env: { ...process.env, TROWEL_MAX_UNPAID_ORDERS: "1000000", TROWEL_MAX_SIGN_INS: "100000" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  shop.stderr.on("data", (text) => {
    said = (said + text).slice(-4000);
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    assert.equal(shop.exitCode, null, `the shop does not start:\n${said}`);
    const ready = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(25);
  }
  assert.fail(`the shop is not ready after 15 s:\n${said}`);
}

async function signIn() {
  const entered = await call("POST", "/identity/sign-in", { body: CUSTOMER });
  const cookie = entered.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const answer = await call("PUT", `/user/${CUSTOMER.email}`, { body: { email: CUSTOMER.email }, headers: { cookie } });
  return { authorization: `Bearer ${(await answer.json()).token}` };
}

async function buy(session, running, name) {
  const tools = await (await call("GET", "/tools")).json().catch(() => []);
  for (let turn = 0; running.on && tools.length > 0; turn += 1) {
    const tool = tools[Math.floor(Math.random() * tools.length)];
    const key = `${name}-${turn}`;
    const order = {
      toolId: tool._id,
      toolName: tool.name,
      orderQuantity: tool.minimumQuantity,
      price: tool.price,
      totalPrice: Math.round(tool.price * 100 * tool.minimumQuantity) / 100,
      customerEmail: CUSTOMER.email,
      customerName: "Buyer",
      phone: key,
    };
    try {
      const answer = await call("POST", "/orders", { body: order, headers: { ...session, "idempotency-key": key } });
      if (answer.status === 200) {
        const { insertedId } = await answer.json();
        orders.set(insertedId, "placed");
        keys.set(key, insertedId);
        placed += 1;
        // Half of them go back, so that stock lasts.
        if (turn % 2 === 0) {
          orders.set(insertedId, "deleting");
          const gone = await call("DELETE", `/orders/${insertedId}`, { headers: session });
          if (gone.status === 200) orders.set(insertedId, "deleted");
        }
      } else {
        assert.equal(answer.status, 409, `POST /orders answered ${answer.status}: ${await answer.text()}`);
        await sleep(20);
      }
    } catch (error) {
      // Cut off by the kill: nothing was promised.
      if (error instanceof assert.AssertionError) throw error;
    }
  }
}

async function compare(session, startStock) {
  const found = await (await call("GET", "/orders", { headers: session })).json();
  const ids = new Set(found.map((order) => order._id));
  for (const [id, standing] of orders) {
    if (standing === "placed") assert(ids.has(id), `order ${id} was acknowledged and is gone`);
    if (standing === "deleted") assert(!ids.has(id), `order ${id} was deleted and is back`);
  }
  const seen = new Set();
  for (const order of found) {
    assert(!seen.has(order.phone), `the key ${order.phone} made two orders`);
    seen.add(order.phone);
    const first = keys.get(order.phone);
    assert(first === undefined || first === order._id, `the key ${order.phone} was answered with another order`);
  }
  assert.deepEqual(await total(session), startStock, "stock and orders do not add up");
}

/** Per tool: what is on the shelf and in orders together. The catalogue's snapshot may lag, so each tool is asked for. */
async function total(session) {
  const found = await (await call("GET", "/orders", { headers: session })).json();
  const tools = await (await call("GET", "/tools")).json();
  const entries = tools.map(async ({ _id }) => {
    const tool = await (await call("GET", `/tools/${_id}`, { headers: session })).json();
    const ordered = found.filter((order) => order.toolId === _id).reduce((sum, order) => sum + order.orderQuantity, 0);
    return [_id, tool.availableQuantity + ordered];
  });
  return Object.fromEntries(await Promise.all(entries));
}

function call(method, path, { body, headers } = {}) {
  return fetch(`${origin}/api${path}`, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    body: body && JSON.stringify(body),
  });
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: free } = server.address();
  server.close();
  await once(server, "close");
  return free;
}
