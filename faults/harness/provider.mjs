// The card provider, in a process of its own that outlives the shop's: the sandbox's example, built beside the shop.
import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Calls } from "./calls.mjs";
import { freePort, Program } from "./program.mjs";
import { Wire } from "./wire.mjs";

const SECRET = "sk_test_example";
const PUBLISHABLE = "pk_test_example";
const GOOD_CARD = "4242424242424242";

export class Provider {
  #file;
  #port;
  #program;
  #calls;

  /** From the shop to the provider, and the way its events come. Customers have a wire of their own. */
  calls;
  events;

  /** `shop`: the file of the shop's program. */
  static async open(shop, shopPort) {
    const provider = new Provider();
    provider.#file = join(dirname(shop), "examples", "serve");
    await access(provider.#file).catch(() => {
      assert.fail(`${provider.#file} is missing: cargo build -p trowel-sandbox --example serve (--release)`);
    });
    provider.#port = await freePort();
    provider.calls = await Wire.open(provider.#port);
    provider.events = await Wire.open(shopPort);
    provider.#calls = new Calls(provider.#port, { prefix: "/sandbox/stripe" });
    await provider.#start();
    return provider;
  }

  async #start() {
    this.#program = new Program(this.#file, [`127.0.0.1:${this.#port}`], {
      WEBHOOK_URL: `http://127.0.0.1:${this.events.port}/api/webhooks/stripe`,
    });
    await this.#program.ready(() => this.#calls.call("GET", "/").then(({ status }) => status === 200, () => false));
  }

  /** What the shop is told of it. */
  get settings() {
    return {
      TROWEL_STRIPE_API: `http://127.0.0.1:${this.calls.port}/sandbox/stripe`,
      TROWEL_STRIPE_JS: `http://127.0.0.1:${this.#port}/sandbox/stripe/v3.js`,
      TROWEL_STRIPE_SECRET_KEY: SECRET,
      TROWEL_STRIPE_PUBLISHABLE_KEY: PUBLISHABLE,
      TROWEL_STRIPE_WEBHOOK_SECRET: "whsec_example",
    };
  }

  /** As the browser's script does: makes a payment method of the card and confirms the intent with it. */
  async pay(clientSecret) {
    const headers = { authorization: `Bearer ${PUBLISHABLE}` };
    const card = { "card[number]": GOOD_CARD, "card[exp_month]": "12", "card[exp_year]": "2040", "card[cvc]": "123" };
    const method = await this.#calls.call("POST", "/v1/payment_methods", { form: { type: "card", ...card }, headers });
    assert.equal(method.status, 200, method.text);
    const form = { client_secret: clientSecret, payment_method: method.json.id };
    return this.#calls.call("POST", `/v1/payment_intents/${intentOf(clientSecret)}/confirm`, { form, headers });
  }

  /** See the sandbox's `_control/faults`. */
  async misbehave(faults) {
    const answer = await this.#control("POST", "/faults", faults);
    assert.equal(answer.status, 200, answer.text);
  }

  async behave() {
    await this.#control("DELETE", "/faults");
  }

  /** Intents and refunds, as the provider has them. */
  async books() {
    const { json } = await this.#control("GET", "/state");
    const givenBack = new Set(json.refunds.map((refund) => refund.payment_intent));
    return json.intents.map((intent) => ({
      id: intent.id,
      order: intent.metadata.order_id,
      cents: intent.amount_received,
      isPaid: intent.status === "succeeded",
      isGivenBack: givenBack.has(intent.id),
    }));
  }

  #control(method, path, body) {
    return this.#calls.call(method, `/_control${path}`, { body, headers: { authorization: `Bearer ${SECRET}` } });
  }

  async close() {
    this.#calls.close();
    await Promise.all([this.calls.close(), this.events.close()]);
    await this.#program.end("SIGKILL");
  }
}

export function intentOf(clientSecret) {
  return clientSecret.split("_secret_")[0];
}
