// another-card-provider.mjs PROGRAM PYTHON: the shop under `serve` against localstripe, which nobody here wrote. Only addresses
// and keys of the shop's settings name it. Each step is told with what was seen; the first that differs ends the run with 1.
// What localstripe leaves out of the wire is in docs/card-provider.md; the one member without which the shop rightly takes no
// payment for a payment, `amount_received`, is put into its answers on their way (Relay).
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Calls } from "./shop-under-test/calls.mjs";
import { freePort, Program } from "./shop-under-test/program.mjs";
import { intentOf } from "./shop-under-test/provider.mjs";
import { Shop } from "./shop-under-test/shop.mjs";

const [program, python] = process.argv.slice(2);
assert(program && python, "usage: another-card-provider.mjs PROGRAM PYTHON");
const SECRET = "sk_test_another_provider";
const WEBHOOK_SECRET = "whsec_another_provider";
/** Two rounds of the shop's, and the minute after which it asks about an event. */
const ROUNDS_MS = 200_000;
const GOOD_CARD = { "card[number]": "4242424242424242", "card[exp_month]": "12", "card[exp_year]": "2040", "card[cvc]": "123" };
let steps = 0;

/** localstripe's own start listens on every address of the machine. */
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
    const it = new Localstripe();
    it.port = await freePort();
    it.calls = new Calls(it.port);
    it.program = new Program(python, ["-c", ON_LOOPBACK, String(it.port)], {});
    it.program.child.stderr.on("data", (text) => {
      it.log += text;
    });
    await it.program.ready(() => it.calls.call("GET", "/js.stripe.com/v3/").then(() => true, () => false));
    return it;
  }

  async call(method, path, form) {
    return this.calls.call(method, path, { form, headers: { authorization: `Bearer ${SECRET}` } });
  }

  /** As a browser would, in localstripe's two steps: sets the card, then confirms. */
  async pay(intent, method) {
    const set = await this.call("POST", `/v1/payment_intents/${intent}`, { payment_method: method });
    assert.equal(set.status, 200, set.text);
    return this.call("POST", `/v1/payment_intents/${intent}/confirm`);
  }

  async goodCard() {
    const { status, json, text } = await this.call("POST", "/v1/payment_methods", { type: "card", ...GOOD_CARD });
    assert.equal(status, 200, text);
    return json.id;
  }

  async intent(id) {
    return (await this.call("GET", `/v1/payment_intents/${id}`)).json;
  }

  async refundsOf(intent) {
    const { status, json, text } = await this.call("GET", "/v1/refunds?limit=100");
    assert.equal(status, 200, text);
    return json.data.filter((refund) => refund.payment_intent === intent);
  }
}

/** Between the shop and localstripe: says of an intent what its charge took. Nothing else is touched, and no event. */
async function relay(to) {
  const server = createServer((asked, answer) => {
    const parts = [];
    const { method, url, headers } = asked;
    const onward = request({ host: "127.0.0.1", port: to, method, path: url, headers }, (got) => {
      got.on("data", (part) => parts.push(part));
      got.on("end", () => {
        const text = completed(Buffer.concat(parts).toString());
        const { "content-length": _, "transfer-encoding": __, ...kept } = got.headers;
        answer.writeHead(got.statusCode, { ...kept, "content-length": Buffer.byteLength(text) });
        answer.end(text);
      });
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  const port = await freePort();
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return { port, close: () => server.close() };
}

function completed(text) {
  const object = JSON.parse(text);
  if (object.object !== "payment_intent") return text;
  const charge = object.latest_charge;
  return JSON.stringify({ ...object, amount_received: charge?.status === "succeeded" && charge.captured ? charge.amount : 0 });
}

function seen(what) {
  steps += 1;
  console.log(`${String(steps).padStart(2)}. ${what}`);
}

async function until(what, isSo, withinMs = ROUNDS_MS) {
  const began = performance.now();
  while (!(await isSo())) {
    assert(performance.now() - began < withinMs, `not within ${withinMs} ms: ${what}`);
    await sleep(500);
  }
  return `${Math.round((performance.now() - began) / 1_000)} s`;
}

const stripe = await Localstripe.open();
const between = await relay(stripe.port);
const CARDS = {
  TROWEL_STRIPE_API: `http://127.0.0.1:${between.port}`,
  TROWEL_STRIPE_JS: `http://127.0.0.1:${stripe.port}/js.stripe.com/v3/`,
  TROWEL_STRIPE_SECRET_KEY: SECRET,
  TROWEL_STRIPE_PUBLISHABLE_KEY: "pk_test_another_provider",
  TROWEL_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
};
const shop = await Shop.open(program, { settings: CARDS });
const hook = { url: `${shop.origin}/api/webhooks/stripe`, secret: WEBHOOK_SECRET };
assert.equal((await stripe.call("POST", "/_config/webhooks/trowel", hook)).status, 200);
seen(`localstripe and the shop run; ${shop.owner.email} was granted the shop, and events go to ${new URL(hook.url).pathname}`);

const [tool] = await shop.stock(1, 100);
const customer = await shop.customer();
const stockIs = async (expected) => assert.equal((await shop.tool(tool._id)).availableQuantity, expected);
const orderOf = async (id) => (await customer.call("GET", `/orders/${id}`)).json;

async function begin(key) {
  const placed = await customer.place(tool, key, 2);
  assert.equal(placed.status, 200, placed.text);
  const order = placed.json.insertedId;
  const { totalPrice } = customer.order(tool, key, 2).body;
  const begun = await customer.beginPayment(order, totalPrice);
  assert.equal(begun.status, 200, begun.text);
  return { order, totalPrice, intent: intentOf(begun.json.clientSecret) };
}

const poor = await begin("poor");
const declined = await stripe.pay(poor.intent, "pm_card_chargeCustomerFail");
assert.equal(declined.status, 402, declined.text);
const refused = await customer.reportPayment(poor.order, poor.intent);
assert.deepEqual([refused.status, refused.json.code], [409, "payment_not_succeeded"]);
seen(`a card was declined (402 ${declined.json.error.code}); reported all the same: 409 ${refused.json.code}`);

const first = await begin("first");
const made = await stripe.intent(first.intent);
assert.deepEqual([made.amount, made.currency, made.metadata.order_id], [Math.round(first.totalPrice * 100), "cad", first.order]);
seen(`the shop made ${first.intent} over ${made.amount} ${made.currency} for order ${first.order}: ${made.status}`);

const again = await customer.beginPayment(first.order, first.totalPrice);
assert.equal(intentOf(again.json.clientSecret), first.intent);
const paid = await stripe.pay(first.intent, await stripe.goodCard());
assert.equal(paid.json.status, "succeeded", paid.text);
const reports = [await customer.reportPayment(first.order, first.intent), await customer.reportPayment(first.order, first.intent)];
assert.deepEqual(reports.map(({ status, json }) => [status, json.modifiedCount]), [[200, 1], [200, 0]]);
await until("localstripe delivers", () => wasTaken("payment_intent.succeeded", 1), 20_000);
const body = await orderOf(first.order);
assert.deepEqual([body.paid, body.status, body.transactionId], [true, "pending", first.intent]);
seen(`asked for a secret again, the shop gave the same; paid, the browser's PATCH paid the order (modified 1, then 0), the signed webhook came after it: paid once`);

const second = await begin("second");
assert.equal((await stripe.pay(second.intent, await stripe.goodCard())).json.status, "succeeded");
await until("localstripe delivers", () => wasTaken("payment_intent.succeeded", 2), 20_000);
const waited = await until("paid without the browser", async () => (await orderOf(second.order)).paid);
seen(`the browser stayed away: the signed webhook was taken (200), and as it says no amount_received the shop asked about the payment; paid after ${waited}`);

const event = { id: "evt_forged", type: "payment_intent.succeeded", created: 0, data: { object: { ...made, status: "succeeded", amount_received: made.amount } } };
const text = JSON.stringify(event);
for (const [name, secret, age] of [["another secret", "whsec_other", 0], ["a signature an hour old", WEBHOOK_SECRET, 3_600]]) {
  const at = Math.floor(Date.now() / 1_000) - age;
  const signature = createHmac("sha256", secret).update(`${at}.${text}`).digest("hex");
  const forged = await shop.call("POST", "/webhooks/stripe", { body: event, headers: { "stripe-signature": `t=${at},v1=${signature}` } });
  assert.deepEqual([forged.status, forged.json.code], [400, "bad_signature"], name);
}
seen("events signed with another secret, or an hour ago: 400 bad_signature");

await stockIs(94);
const refund = () => shop.owner.call("POST", `/orders/${first.order}/refund`, { body: { returnStock: true } });
const refunds = [await refund(), await refund()];
assert.deepEqual(refunds.map(({ status, json }) => [status, json.modifiedCount]), [[200, 1], [200, 0]], refunds[0].text);
assert.equal((await orderOf(first.order)).status, "Refunded");
const given = await stripe.refundsOf(first.intent);
assert.deepEqual(given.map(({ amount }) => amount), [made.amount]);
await stockIs(96);
seen(`an administrator refunded the first order twice: one refund of ${given[0].amount} at localstripe, the order says Refunded, two pieces are back`);

const third = await begin("third");
assert.equal((await customer.remove(third.order)).status, 200);
assert.equal((await stripe.intent(third.intent)).status, "canceled");
assert.notEqual((await stripe.call("POST", `/v1/payment_intents/${third.intent}/confirm`)).status, 200);
await stockIs(96);
seen("an unpaid order was deleted: its intent is canceled at localstripe, and nobody can pay with it");

const fourth = await begin("fourth");
assert.equal(await shop.stop(), 0);
await shop.start(Object.fromEntries(Object.keys(CARDS).map((name) => [name, ""])));
await customer.renew();
assert.equal((await customer.remove(fourth.order)).status, 200);
await shop.stop();
await shop.start();
await Promise.all([customer.renew(), shop.owner.renew()]);
assert.equal((await stripe.pay(fourth.intent, await stripe.goodCard())).json.status, "succeeded");
const late = await until("the money goes back", async () => (await stripe.refundsOf(fourth.intent)).length > 0);
assert.equal((await stripe.refundsOf(fourth.intent)).length, 1);
await stockIs(96);
seen(`an order was deleted while payment was off, and paid in a tab that was still open: all of it went back by itself after ${late}`);

assert.equal(await shop.disagreement(), undefined);
seen("trowel verify: stock, orders and payments agree");
await shop.close();
between.close();
await stripe.program.end("SIGTERM");
console.log(`another card provider: ${steps} steps seen, 2 orders paid once each, 2 refunds, 1 declined card, 1 cancelled intent`);
process.exit(0);

/** Whether the shop has answered so many of these events with 2xx, by localstripe's log. */
function wasTaken(kind, times) {
  return stripe.log.split(`webhook "${kind}" successfully delivered`).length > times;
}
