// login-attack.mjs PROGRAM: what sign-in reveals, and how it behaves under load.
//   1. Known and unknown addresses: equal bytes, and medians less than 2 ms apart (sign-in, forgotten password).
//   2. A minute of password guesses at one account, 32 at a time: few are checked, and the owner can always sign in.
//   3. 500 sign-ins a second at unknown addresses: the 99th percentile of reading customers at most doubles.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "./harness/http-client.mjs";
import { parseArguments } from "./harness/program.mjs";
import { atRate, quantile } from "./harness/rate.mjs";
import { Shop } from "./harness/shop.mjs";

const [program] = parseArguments("PROGRAM");
/** So few that the back-off of wrong passwords does not slow down a timed response. */
const GUESSES_PER_ACCOUNT = 4;
const ACCOUNTS = 60;
const SIGN_INS_PER_SECOND = 500;
const OVERLOAD_SECONDS = 15;
const READS_PER_SECOND = 50;
/** Below this, the pauses of this script decide. */
const NOISE_MS = 5;

// E-mails are queued for a server that does not exist.
const settings = { TROWEL_SMTP_URL: "smtp://127.0.0.1:1", TROWEL_MAIL_FROM: "shop@example.com", TROWEL_LOG: "error" };
const shop = await Shop.open(program, { settings, connections: 400 });
const readers = new HttpClient(shop.port, { prefix: "/api" });
const owner = await shop.customer();
await compareKnownAndUnknown();
await guess();
await overload();
readers.close();
await shop.close();

function signIn(email, password) {
  return shop.call("POST", "/identity/sign-in", { body: { email, password } });
}

async function compareKnownAndUnknown() {
  const known = (await shop.customers(ACCOUNTS)).map(({ email }) => email);
  const unknown = known.map((address) => address.replace("buyer", "other"));
  const requests = {
    "sign-in": (email) => signIn(email, "wrong horse battery"),
    forgot: (email) => shop.call("POST", "/identity/password/forgot", { body: { email } }),
  };
  for (const [name, send] of Object.entries(requests)) {
    const times = { known: [], unknown: [] };
    const responses = new Set();
    for (let n = 0; n < GUESSES_PER_ACCOUNT * ACCOUNTS; n += 1) {
      // The order alternates, because the first of the two fills caches.
      const pair = [["known", known[n % ACCOUNTS]], ["unknown", unknown[n % ACCOUNTS]]];
      for (const [kind, address] of n % 2 ? pair : pair.reverse()) {
        const began = performance.now();
        const response = await send(address);
        times[kind].push(performance.now() - began);
        responses.add(`${response.status} ${response.text} ${comparable(response.headers)}`);
      }
    }
    assert.equal(responses.size, 1, `${name} has different responses: ${[...responses].join("\n")}`);
    const [a, b] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)];
    const apart = Math.abs(a - b);
    console.log(
      `${name}: equal bytes; median of ${times.known.length} known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, ` +
        `apart ${apart.toFixed(2)} ms`,
    );
    assert(apart < 2, `${name}: response times reveal known addresses`);
  }
}

/** The headers, except those that differ in every response. */
function comparable(headers) {
  const lines = Object.entries(headers).filter(([name]) => !["date", "x-request-id"].includes(name));
  return lines.map(([name, value]) => `${name}: ${value}`).sort().join("; ");
}

async function guess() {
  const statuses = {};
  const running = { on: true };
  const guesser = async () => {
    while (running.on) {
      const { status } = await signIn(owner.email, `guess ${Math.random()}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(20);
    }
  };
  const guessers = Array.from({ length: 32 }, guesser);
  let signedIn = 0;
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const response = await owner.sendSignIn();
    if (response.status === 200) signedIn += 1;
    else assert.equal(response.status, 503, `the owner is locked out: ${response.status} ${response.text}`);
    await sleep(1_000);
  }
  running.on = false;
  await Promise.all(guessers);
  const checked = statuses[401] ?? 0;
  console.log(
    `a minute of guesses, 32 at a time: ${checked} checked, ${statuses[429] ?? 0} rejected; ${signedIn} sign-ins by the owner`,
  );
  // Five at once, then 1, 2, 4, 8, 16 and 32 seconds apart, then one a minute: at most 11 in the first minute, 69 in
  // the first hour and 60 in every other.
  assert(checked <= 11, `${checked} guesses were checked`);
  assert(signedIn > 30, `the owner signed in only ${signedIn} times`);
}

async function overload() {
  // Each sign-in of the minute before ended the owner's previous session.
  owner.keepSession(await owner.sendSignIn());
  const read = async (seconds) => {
    const times = [];
    const sent = [];
    await atRate(READS_PER_SECOND, seconds, (n) => {
      const began = performance.now();
      const path = n % 2 ? "/tools" : "/identity/session";
      const request = async () => {
        const { status } = await readers.call("GET", path, { headers: { cookie: owner.cookie } });
        assert.equal(status, 200, path);
        times.push(performance.now() - began);
      };
      sent.push(request());
    });
    await Promise.all(sent);
    return times;
  };
  const normal = await read(5);
  const statuses = {};
  const sent = [];
  let retryable = 0;
  const [loaded] = await Promise.all([
    read(OVERLOAD_SECONDS),
    atRate(SIGN_INS_PER_SECOND, OVERLOAD_SECONDS, (n) => {
      const request = async () => {
        const { status, headers } = await signIn(`unknown${n}@example.com`, "any password");
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 503) retryable += Number(headers["retry-after"] > 0);
      };
      sent.push(request());
    }),
  ]);
  await Promise.all(sent);
  assert.deepEqual(Object.keys(statuses).filter((status) => !["401", "503"].includes(status)), [], "other responses");
  assert.equal(retryable, statuses[503] ?? 0, "every 503 says when to retry");
  const began = performance.now();
  owner.keepSession(await owner.sendSignIn());
  const ms = (times, share) => quantile(times, share).toFixed(1);
  console.log(
    `${SIGN_INS_PER_SECOND} sign-ins a second for ${OVERLOAD_SECONDS} s: ${JSON.stringify(statuses)}; reads at ` +
      `${READS_PER_SECOND}/s, p50 ${ms(normal, 0.5)} → ${ms(loaded, 0.5)} ms, p99 ${ms(normal, 0.99)} → ` +
      `${ms(loaded, 0.99)} ms; a sign-in right after it takes ${(performance.now() - began).toFixed(0)} ms`,
  );
  const [before, during] = [normal, loaded].map((times) => quantile(times, 0.99));
  assert(during < 2 * Math.max(before, NOISE_MS), "the sign-ins slow down other customers");
}
