// several-nodes.mjs PROGRAM ROUNDS, under scripts/with-postgres: two nodes on one database behind HAProxy.
//   A session that ends on one node is refused by both, and so is an administrator's token after `trowel admin revoke`.
//   Wrong passwords on one node count on the other. An edit of a tool is on both within a second.
// Then, ROUNDS times, each node is stopped and started while buyers order and pay: no request fails.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "./harness/http-client.mjs";
import { Load, summary } from "./harness/load.mjs";
import { parseArguments } from "./harness/program.mjs";
import { atRate } from "./harness/rate.mjs";
import { ENGINE } from "./harness/shop.mjs";

const [program, rounds] = parseArguments("PROGRAM ROUNDS");
assert(ENGINE === "PostgreSQL", "run it under scripts/with-postgres");
const MAX_DELAY_MS = 1_000;
const REVOCATIONS = 20;
const READS_PER_SECOND = 100;

const load = await Load.open(program, { buyers: 16, nodes: 2 });
const { shop, oracle } = load;
const [first, second] = shop.nodes;

const revocation = [];
for (let n = 0; n < REVOCATIONS; n += 1) {
  const [here, there] = n % 2 ? [first, second] : [second, first];
  await revoked([here, there], "signed out", await shop.customer(), (customer) =>
    here.call("POST", "/identity/sign-out", { headers: customer.credentials }),
  );
  await revoked([here, there], "password changed", await shop.customer(), async (customer) => {
    const { cookie } = customer;
    await customer.signIn();
    const body = { currentPassword: "correct horse battery", password: "another horse battery" };
    const headers = { cookie: customer.cookie };
    const changed = await here.call("POST", "/identity/password/change", { body, headers });
    customer.cookie = cookie;
    return changed;
  });
}
const admin = await shop.customer();
await shop.run("admin", "grant", admin.email, "--unverified");
await admin.signIn();
for (const node of shop.nodes) assert.equal(await statusOf(node, admin, "/users"), 200);
await shop.run("admin", "revoke", admin.email);
for (const node of shop.nodes) assert.equal(await statusOf(node, admin, "/users"), 401, "a revoked administrator");

const target = await shop.customer();
const guess = (node, password) => node.call("POST", "/identity/sign-in", { body: { email: target.email, password } });
for (let n = 0; n < 5; n += 1) assert.equal((await guess(shop.nodes[n % 2], `wrong ${n}`)).status, 401);
for (const node of shop.nodes) assert.equal((await guess(node, "wrong again")).status, 429, "a guess after five");

const catalogue = [];
for (let n = 0; n < REVOCATIONS; n += 1) {
  const [here, there] = n % 2 ? [first, second] : [second, first];
  const tool = `/tools/${load.tools[0]._id}`;
  const body = { description: `Edited ${n} times.` };
  const headers = shop.owner.credentials;
  const { etag } = (await here.call("GET", tool, { headers })).headers;
  const edited = await here.call("PUT", tool, { body, headers: { ...headers, "if-match": etag } });
  assert.equal(edited.status, 200, edited.text);
  const began = performance.now();
  while (!(await there.call("GET", "/tools")).text.includes(body.description)) await sleep(5);
  catalogue.push(performance.now() - began);
}
assert(Math.max(...catalogue) <= MAX_DELAY_MS, `an edit was visible after ${Math.max(...catalogue)} ms`);

const stopTimes = [];
const reading = [];
const readers = new HttpClient(shop.port);
for (let round = 0; round < rounds; round += 1) {
  const buyers = load.start(round);
  for (const node of shop.nodes) {
    const reads = atRate(READS_PER_SECOND, 1, () => reading.push(read()));
    await sleep(500 * Math.random());
    const began = performance.now();
    assert.equal(await node.program.end("SIGTERM"), 0, `the exit code:\n${node.program.log}`);
    stopTimes.push(performance.now() - began);
    await reads;
    await shop.startNode(node);
    await shop.untilNodesAgree();
  }
  await buyers.stop();
  await load.check();
}
const failures = (await Promise.all(reading)).filter((status) => status !== 200);
assert.deepEqual(failures, [], "reads that failed");
assert.equal(oracle.connectionsLost, 0, "requests without a response");
readers.close();
await load.finish({
  restarts: 2 * rounds,
  reads: reading.length,
  failed: failures.length,
  stoppedAfterMs: summary(stopTimes),
  revokedAfterMs: summary(revocation),
  editVisibleAfterMs: summary(catalogue),
});

/** Ends the customer's session by `end`, and measures until both nodes refuse its token. */
async function revoked(nodes, what, customer, end) {
  for (const node of nodes) assert.equal(await statusOf(node, customer, "/orders"), 200, what);
  const ended = await end(customer);
  assert.equal(ended.status, 200, `${what}: ${ended.text}`);
  const began = performance.now();
  for (const node of nodes) assert.equal(await statusOf(node, customer, "/orders"), 401, what);
  revocation.push(performance.now() - began);
}

async function statusOf(node, { credentials }, path) {
  return (await node.call("GET", path, { headers: credentials })).status;
}

function read() {
  const page = Math.random() < 0.5 ? "/" : "/api/tools";
  return readers.call("GET", page).then(({ status }) => status, (error) => error.message);
}
