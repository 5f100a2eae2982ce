// The card provider: the sandbox's example, in a process of its own that outlives the shop's.
import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { HttpClient } from "./http-client.mjs";
import { freePort, Program } from "./program.mjs";
import { TcpProxy } from "./proxy.mjs";

const SECRET = "sk_test_example_0123456789abcdef";
const PUBLISHABLE = "pk_test_example_0123456789abcdef";
export const GOOD_CARD = {
  "card[number]": "4242424242424242",
  "card[exp_month]": "12",
  "card[exp_year]": "2040",
  "card[cvc]": "123",
};

export class Provider {
  #port;
  #program;
  #client;
  /** The shop's requests to the provider, and the provider's events to the shop. Customers connect directly. */
  requests;
  events;

  /** `shop`: the file of the shop's program. */
  static async open(shop, shopPort) {
    const provider = new Provider();
    const file = join(dirname(shop), "examples", "serve");
    await access(file).catch(() => {
      assert.fail(`${file} is missing: cargo build -p trowel-sandbox --example serve (--release)`);
    });
    provider.#port = await freePort();
    provider.requests = await TcpProxy.open(provider.#port);
    provider.events = await TcpProxy.open(shopPort);
    provider.#client = new HttpClient(provider.#port, { prefix: "/sandbox/stripe" });
    provider.#program = new Program(file, [`127.0.0.1:${provider.#port}`], {
      WEBHOOK_URL: `http://127.0.0.1:${provider.events.port}/api/webhooks/stripe`,
    });
    const answers = () => provider.#client.call("GET", "/").then(({ status }) => status === 200, () => false);
    await provider.#program.untilReady(answers);
    return provider;
  }

  /** The shop's settings for this provider. */
  get settings() {
    return {
      TROWEL_STRIPE_API: `http://127.0.0.1:${this.requests.port}/sandbox/stripe`,
      TROWEL_STRIPE_JS: `http://127.0.0.1:${this.#port}/sandbox/stripe/v3.js`,
      TROWEL_STRIPE_SECRET_KEY: SECRET,
      TROWEL_STRIPE_PUBLISHABLE_KEY: PUBLISHABLE,
      TROWEL_STRIPE_WEBHOOK_SECRET: "whsec_example_0123456789abcdef0123",
    };
  }

  /** Confirms the payment intent with a card, as the browser's script does. */
  async pay(clientSecret) {
    const headers = { authorization: `Bearer ${PUBLISHABLE}` };
    const method = await this.#client.call("POST", "/v1/payment_methods", { form: { type: "card", ...GOOD_CARD }, headers });
    assert.equal(method.status, 200, method.text);
    const form = { client_secret: clientSecret, payment_method: method.json.id };
    return this.#client.call("POST", `/v1/payment_intents/${intentOf(clientSecret)}/confirm`, { form, headers });
  }

  /** `faults`: see `_control/faults` in sandbox/README.md. */
  async setFaults(faults) {
    const response = await this.#control("POST", "/faults", faults);
    assert.equal(response.status, 200, response.text);
  }

  async clearFaults() {
    await this.#control("DELETE", "/faults");
  }

  /** The provider's payment intents, and whether each was refunded. */
  async intents() {
    const { json } = await this.#control("GET", "/state");
    const refunded = new Set(json.refunds.map((refund) => refund.payment_intent));
    return json.intents.map((intent) => ({
      id: intent.id,
      order: intent.metadata.order_id,
      cents: intent.amount_received,
      isPaid: intent.status === "succeeded",
      isRefunded: refunded.has(intent.id),
    }));
  }

  #control(method, path, body) {
    return this.#client.call(method, `/_control${path}`, { body, headers: { authorization: `Bearer ${SECRET}` } });
  }

  async close() {
    this.#client.close();
    await Promise.all([this.requests.close(), this.events.close()]);
    await this.#program.end("SIGKILL");
  }
}

export function intentOf(clientSecret) {
  return clientSecret.split("_secret_")[0];
}
