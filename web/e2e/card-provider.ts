import { createHmac } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { ServerProcess } from "./server-process.ts";
import { type Order, read, type Shop } from "./shop.ts";

const BINARY =
  process.env.TROWEL_SANDBOX_BIN ??
  new URL("../../target/debug/examples/serve", import.meta.url).pathname;
const SECRET_KEY = "sk_test_example";
const WEBHOOK_SECRET = "whsec_example";
const HEADERS = { authorization: `Bearer ${SECRET_KEY}` };

/** The sandbox's card provider as its own process, controlled by its secret key like by an owner in the dashboard. */
export class CardProvider {
  readonly #process: ServerProcess;
  readonly #request: APIRequestContext;

  private constructor(process: ServerProcess, request: APIRequestContext) {
    this.#process = process;
    this.#request = request;
  }

  static async start(newContext: () => Promise<APIRequestContext>): Promise<CardProvider> {
    const pattern = /The sandbox is open: (http:\/\/\S+)/;
    const process = await ServerProcess.start(BINARY, ["127.0.0.1:0"], pattern);
    return new CardProvider(process, await newContext());
  }

  stop() {
    return this.#process.stop();
  }

  get #address() {
    return `${this.#process.origin}/sandbox/stripe`;
  }

  /** Settings of a shop that uses this provider. */
  get settings() {
    return {
      TROWEL_STRIPE_API: this.#address,
      TROWEL_STRIPE_JS: `${this.#address}/v3.js`,
      TROWEL_STRIPE_SECRET_KEY: SECRET_KEY,
      TROWEL_STRIPE_PUBLISHABLE_KEY: "pk_test_example",
      TROWEL_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    };
  }

  /** Refunds at the provider, without the shop. */
  async refund(transactionId: string, cents: number) {
    const form = { payment_intent: transactionId, amount: cents };
    await read(await this.#request.post(`${this.#address}/v1/refunds`, { headers: HEADERS, form }));
  }

  /** Sends the shop a signed event that the payment succeeded, whether it did or not. */
  async sendPaidEvent(shop: Shop, transactionId: string, order: Order) {
    const cents = Math.round(order.totalPrice * 100);
    const object = {
      id: transactionId,
      object: "payment_intent",
      status: "succeeded",
      amount: cents,
      amount_received: cents,
      currency: "cad",
      livemode: false,
      metadata: { order_id: order._id },
    };
    const at = Math.floor(Date.now() / 1000);
    const kind = "payment_intent.succeeded";
    const event = { id: "evt_claim", type: kind, created: at, data: { object } };
    const body = JSON.stringify(event);
    const signature = createHmac("sha256", WEBHOOK_SECRET).update(`${at}.${body}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "stripe-signature": `t=${at},v1=${signature}`,
    };
    const url = `${shop.origin}/api/webhooks/stripe`;
    const response = await this.#request.post(url, { headers, data: body });
    if (!response.ok()) throw new Error(`${response.status()} ${await response.text()}`);
  }

  /** All refunds, by the shop or by the dashboard. */
  async refunds() {
    const url = `${this.#address}/_control/state`;
    const { refunds } = await read<{ refunds: { payment_intent: string; amount: number }[] }>(
      await this.#request.get(url, { headers: HEADERS }),
    );
    return refunds.map(({ payment_intent, amount }) => ({ payment_intent, amount }));
  }

  /** Drops the next requests to these paths. */
  async dropRequests(path: string, times: number) {
    const data = { rest: [{ path_contains: path, times, action: "drop_before" }] };
    const url = `${this.#address}/_control/faults`;
    await read(await this.#request.post(url, { headers: HEADERS, data }));
  }

  async clearFaults() {
    const url = `${this.#address}/_control/faults`;
    await read(await this.#request.delete(url, { headers: HEADERS }));
  }
}
