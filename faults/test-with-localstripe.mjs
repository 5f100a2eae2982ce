// test-with-localstripe.mjs PROGRAM PYTHON: the shop under `serve` with localstripe, a card provider of another
// project. Only addresses and keys in the shop's settings name it. Prints each step; the first unexpected result ends
// the run with 1. docs/stripe-compatibility.md lists what localstripe leaves out. A relay adds the one field the shop
// needs, `amount_received`.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpClient } from "./harness/http-client.mjs";
import { freePort, Program } from "./harness/program.mjs";
import { GOOD_CARD, intentOf } from "./harness/provider.mjs";
import { Shop } from "./harness/shop.mjs";

const [program, python] = process.argv.slice(2);
assert(program && python, "usage: test-with-localstripe.mjs PROGRAM PYTHON");
const SECRET = "sk_test_another_provider_0123456789";
const WEBHOOK_SECRET = "whsec_another_provider_0123456789";
/** Two intervals of the shop's job, and the minute after which it checks a payment. */
const JOB_TIMEOUT_MS = 200_000;
let steps = 0;

/** localstripe's own command would listen on every address of the machine. */
const ON_LOOPBACK = `
import logging, sys
from aiohttp import web
from localstripe.server import app
log = logging.getLogger("aiohttp.access")
log.setLevel(logging.DEBUG)
log.addHandler(logging.StreamHandler())
web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), access_log=log, print=None)
`;

class Localstripe {
  log = "";

  static async open() {
    const stripe = new Localstripe();
    stripe.port = await freePort();
    stripe.client = new HttpClient(stripe.port);
    stripe.program = new Program(python, ["-c", ON_LOOPBACK, String(stripe.port)], {});
    stripe.program.child.stderr.on("data", (text) => {
      stripe.log += text;
    });
    await stripe.program.untilReady(() => stripe.client.call("GET", "/js.stripe.com/v3/").then(() => true, () => false));
    return stripe;
  }

  call(method, path, form) {
    return this.client.call(method, path, { form, headers: { authorization: `Bearer ${SECRET}` } });
  }

  async mustCall(method, path, form) {
    const { status, json, text } = await this.call(method, path, form);
    assert.equal(status, 200, text);
    return json;
  }

  /** Sets the card, then confirms. */
  async pay(intent, method) {
    await this.mustCall("POST", `/v1/payment_intents/${intent}`, { payment_method: method });
    return this.call("POST", `/v1/payment_intents/${intent}/confirm`);
  }

  async mustPay(intent) {
    const method = await this.mustCall("POST", "/v1/payment_methods", { type: "card", ...GOOD_CARD });
    const paid = await this.pay(intent, method.id);
    assert.equal(paid.json.status, "succeeded", paid.text);
  }

  intent(id) {
    return this.mustCall("GET", `/v1/payment_intents/${id}`);
  }

  async refundsOf(intent) {
    const { data } = await this.mustCall("GET", "/v1/refunds?limit=100");
    return data.filter((refund) => refund.payment_intent === intent);
  }

  /** Whether the shop answered more than `times` of these events with 2xx. */
  hasDelivered(type, times) {
    return this.log.split(`webhook "${type}" successfully delivered`).length > times;
  }
}

/** Forwards requests of the shop to localstripe in its own words, and completes its payment intents. */
async function relay(target) {
  const server = createServer((received, response) => {
    const { method, url } = received;
    const { "content-length": _, ...headers } = received.headers; // the body may get shorter
    const forwarded = request({ host: "127.0.0.1", port: target, method, path: url, headers }, (answer) => {
      const parts = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => {
        const text = withAmountReceived(Buffer.concat(parts).toString());
        const { "content-length": __, "transfer-encoding": ___, ...kept } = answer.headers;
        response.writeHead(answer.statusCode, { ...kept, "content-length": Buffer.byteLength(text) });
        response.end(text);
      });
    });
    forwarded.on("error", () => response.destroy());
    received.setEncoding("utf8").on("data", (part) => forwarded.write(withOldNames(part)));
    received.on("end", () => forwarded.end());
  });
  const port = await freePort();
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { port, close: () => server.close() };
}

/** localstripe knows an older name of a parameter, and no Link. */
function withOldNames(form) {
  return form
    .replace(/&allowed_payment_method_types(%5B%5D|\[\])=link/, "")
    .replace("allowed_payment_method_types", "payment_method_types");
}

function withAmountReceived(text) {
  const object = JSON.parse(text);
  if (object.object !== "payment_intent") return text;
  const charge = object.latest_charge;
  const amount_received = charge?.status === "succeeded" && charge.captured ? charge.amount : 0;
  return JSON.stringify({ ...object, amount_received });
}

function step(what) {
  steps += 1;
  console.log(`${String(steps).padStart(2)}. ${what}`);
}

async function until(what, isTrue, withinMs = JOB_TIMEOUT_MS) {
  const began = performance.now();
  while (!(await isTrue())) {
    assert(performance.now() - began < withinMs, `not within ${withinMs} ms: ${what}`);
    await sleep(500);
  }
  return `${Math.round((performance.now() - began) / 1_000)} s`;
}

const stripe = await Localstripe.open();
const proxy = await relay(stripe.port);
const PAYMENT_SETTINGS = {
  TROWEL_STRIPE_API: `http://127.0.0.1:${proxy.port}`,
  TROWEL_STRIPE_JS: `http://127.0.0.1:${stripe.port}/js.stripe.com/v3/`,
  TROWEL_STRIPE_SECRET_KEY: SECRET,
  TROWEL_STRIPE_PUBLISHABLE_KEY: "pk_test_another_provider_0123456789",
  TROWEL_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};
const shop = await Shop.open(program, { settings: PAYMENT_SETTINGS });
const webhook = { url: `${shop.origin}/api/webhooks/stripe`, secret: WEBHOOK_SECRET };
await stripe.mustCall("POST", "/_config/webhooks/trowel", webhook);
step("localstripe and the shop run, and localstripe sends events to the shop");

const [tool] = await shop.addTools(1, 100);
const customer = await shop.customer();
const assertStock = async (expected) => assert.equal((await shop.tool(tool._id)).availableQuantity, expected);
const orderOf = async (id) => (await customer.call("GET", `/orders/${id}`)).json;

/** Orders two pieces and creates the payment. */
async function begin(key) {
  const placed = await customer.place(tool, key, 2);
  assert.equal(placed.status, 200, placed.text);
  const order = placed.json.insertedId;
  const { totalPrice } = customer.order(tool, key, 2).body;
  const created = await customer.createPayment(order, totalPrice);
  assert.equal(created.status, 200, created.text);
  return { order, totalPrice, intent: intentOf(created.json.clientSecret) };
}

const unpaid = await begin("declined");
const declined = await stripe.pay(unpaid.intent, "pm_card_chargeCustomerFail");
assert.equal(declined.status, 402, declined.text);
const refused = await customer.reportPayment(unpaid.order, unpaid.intent);
assert.deepEqual([refused.status, refused.json.code], [409, "payment_not_succeeded"]);
step(`a card was declined (402 ${declined.json.error.code}); a report of the payment got 409 ${refused.json.code}`);

const first = await begin("first");
const made = await stripe.intent(first.intent);
const cents = Math.round(first.totalPrice * 100);
assert.deepEqual([made.amount, made.currency, made.metadata.order_id], [cents, "cad", first.order]);
step(`the shop created ${first.intent} over ${made.amount} ${made.currency} for order ${first.order}: ${made.status}`);

const again = await customer.createPayment(first.order, first.totalPrice);
assert.equal(intentOf(again.json.clientSecret), first.intent);
await stripe.mustPay(first.intent);
for (const modified of [1, 0]) {
  const reported = await customer.reportPayment(first.order, first.intent);
  assert.deepEqual([reported.status, reported.json.modifiedCount], [200, modified]);
}
await until("localstripe delivers", () => stripe.hasDelivered("payment_intent.succeeded", 1), 20_000);
const paid = await orderOf(first.order);
assert.deepEqual([paid.paid, paid.status, paid.transactionId], [true, "pending", first.intent]);
step("a second request returned the same secret; two browser reports and the webhook paid the order once");

const second = await begin("second");
await stripe.mustPay(second.intent);
await until("localstripe delivers", () => stripe.hasDelivered("payment_intent.succeeded", 2), 20_000);
const paidAfter = await until("paid without the browser", async () => (await orderOf(second.order)).paid);
step(`without a browser's report the webhook was accepted, and the shop asked for the amount; paid after ${paidAfter}`);

const object = { ...made, status: "succeeded", amount_received: made.amount };
const event = { id: "evt_forged", type: "payment_intent.succeeded", created: 0, data: { object } };
for (const [name, secret, age] of [["another secret", "whsec_other", 0], ["an hour old", WEBHOOK_SECRET, 3_600]]) {
  const at = Math.floor(Date.now() / 1_000) - age;
  const signature = createHmac("sha256", secret).update(`${at}.${JSON.stringify(event)}`).digest("hex");
  const headers = { "stripe-signature": `t=${at},v1=${signature}` };
  const forged = await shop.call("POST", "/webhooks/stripe", { body: event, headers });
  assert.deepEqual([forged.status, forged.json.code], [400, "bad_signature"], name);
}
step("events signed with another secret, or an hour ago: 400 bad_signature");

await assertStock(94);
for (const modified of [1, 0]) {
  const refunded = await shop.owner.call("POST", `/orders/${first.order}/refund`, { body: { returnStock: true } });
  assert.deepEqual([refunded.status, refunded.json.modifiedCount], [200, modified], refunded.text);
}
assert.equal((await orderOf(first.order)).status, "Refunded");
const refunds = await stripe.refundsOf(first.intent);
assert.deepEqual(refunds.map(({ amount }) => amount), [made.amount]);
await assertStock(96);
step(`an admin refunded the first order twice: one refund of ${refunds[0].amount}, and two pieces are back`);

const third = await begin("third");
assert.equal((await customer.delete(third.order)).status, 200);
assert.equal((await stripe.intent(third.intent)).status, "canceled");
assert.notEqual((await stripe.call("POST", `/v1/payment_intents/${third.intent}/confirm`)).status, 200);
await assertStock(96);
step("an unpaid order was deleted: its intent is canceled and cannot be paid");

const fourth = await begin("fourth");
assert.equal(await shop.stop(), 0);
await shop.start(Object.fromEntries(Object.keys(PAYMENT_SETTINGS).map((name) => [name, ""])));
await customer.renew();
assert.equal((await customer.delete(fourth.order)).status, 200);
await shop.stop();
await shop.start();
await Promise.all([customer.renew(), shop.owner.renew()]);
await stripe.mustPay(fourth.intent);
const refundedAfter = await until("the refund", async () => (await stripe.refundsOf(fourth.intent)).length > 0);
assert.equal((await stripe.refundsOf(fourth.intent)).length, 1);
await assertStock(96);
step(`an order was deleted while payment was off, then paid in an open tab: refunded after ${refundedAfter}`);

assert.equal(await shop.differences(), undefined);
step("trowel verify: stock, orders and payments agree");
await shop.close();
proxy.close();
await stripe.program.end("SIGTERM");
console.log(`localstripe: ${steps} steps, 2 orders paid once each, 2 refunds, 1 declined card, 1 cancelled intent`);
process.exit(0);
