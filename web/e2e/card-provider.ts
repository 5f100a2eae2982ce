import { createHmac } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { Program } from "./program.ts";
import { type Order, read, type Shop } from "./shop.ts";

const BINARY =
  process.env.TROWEL_SANDBOX_BIN ??
  new URL("../../target/debug/examples/serve", import.meta.url).pathname;
const SECRET_KEY = "sk_test_example";
const WEBHOOK_SECRET = "whsec_example";
const HEADERS = { authorization: `Bearer ${SECRET_KEY}` };

/** The card provider in a process of its own, whose secret key is at hand: what an owner could do in its dashboard. */
export class CardProvider {
  readonly #program: Program;
  readonly #request: APIRequestContext;

  private constructor(program: Program, request: APIRequestContext) {
    this.#program = program;
    this.#request = request;
  }

  static async start(newContext: () => Promise<APIRequestContext>): Promise<CardProvider> {
    const sign = /The sandbox is open: (http:\/\/\S+)/;
    const program = await Program.start(BINARY, ["127.0.0.1:0"], sign);
    return new CardProvider(program, await newContext());
  }

  stop() {
    return this.#program.stop();
  }

  get #address() {
    return `${this.#program.origin}/sandbox/stripe`;
  }

  /** For a shop that takes its cards there. */
  get settings() {
    return {
      TROWEL_STRIPE_API: this.#address,
      TROWEL_STRIPE_JS: `${this.#address}/v3.js`,
      TROWEL_STRIPE_SECRET_KEY: SECRET_KEY,
      TROWEL_STRIPE_PUBLISHABLE_KEY: "pk_test_example",
      TROWEL_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    };
  }

  /** Past the shop. */
  async giveBack(transactionId: string, cents: number) {
    const form = { payment_intent: transactionId, amount: cents };
    await read(await this.#request.post(`${this.#address}/v1/refunds`, { headers: HEADERS, form }));
  }

  /** A signed event that this payment of an order was paid, whether it was or not. */
  async claimPaid(shop: Shop, transactionId: string, order: Order) {
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
    const seal = createHmac("sha256", WEBHOOK_SECRET).update(`${at}.${body}`).digest("hex");
    const headers = {
      "content-type": "application/json",
      "stripe-signature": `t=${at},v1=${seal}`,
    };
    const url = `${shop.origin}/api/webhooks/stripe`;
    const answer = await this.#request.post(url, { headers, data: body });
    if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
  }

  /** Every refund, by whomever. */
  async givenBack() {
    const url = `${this.#address}/_control/state`;
    const { refunds } = await read<{ refunds: { payment_intent: string; amount: number }[] }>(
      await this.#request.get(url, { headers: HEADERS }),
    );
    return refunds.map(({ payment_intent, amount }) => ({ payment_intent, amount }));
  }

  /** The next so many calls to these paths are not answered. */
  async fallSilent(path: string, times: number) {
    const data = { rest: [{ path_contains: path, times, action: "drop_before" }] };
    const url = `${this.#address}/_control/faults`;
    await read(await this.#request.post(url, { headers: HEADERS, data }));
  }

  async recover() {
    const url = `${this.#address}/_control/faults`;
    await read(await this.#request.delete(url, { headers: HEADERS }));
  }
}
