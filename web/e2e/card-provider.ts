import type { APIRequestContext } from "@playwright/test";
import { Program } from "./program.ts";
import { read } from "./shop.ts";

const BINARY =
  process.env.TROWEL_SANDBOX_BIN ??
  new URL("../../target/debug/examples/serve", import.meta.url).pathname;
const SECRET_KEY = "sk_test_example";
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
      TROWEL_STRIPE_WEBHOOK_SECRET: "whsec_example",
    };
  }

  /** Past the shop. */
  async giveBack(transactionId: string, cents: number) {
    const form = { payment_intent: transactionId, amount: cents };
    await read(await this.#request.post(`${this.#address}/v1/refunds`, { headers: HEADERS, form }));
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
