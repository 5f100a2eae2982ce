import type { APIRequestContext } from "@playwright/test";
import { ServerProcess } from "./server-process.ts";
import { read } from "./shop.ts";

const BINARY =
  process.env.TROWEL_SANDBOX_BIN ??
  new URL("../../target/debug/examples/serve", import.meta.url).pathname;
const SECRET_KEY = "sk_test_example_0123456789abcdef";
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
      TROWEL_STRIPE_PUBLISHABLE_KEY: "pk_test_example_0123456789abcdef",
      TROWEL_STRIPE_WEBHOOK_SECRET: "whsec_example_0123456789abcdef0123",
    };
  }

  /** Refunds at the provider, without the shop. */
  async refund(transactionId: string, cents: number) {
    const form = { payment_intent: transactionId, amount: cents };
    await read(await this.#request.post(`${this.#address}/v1/refunds`, { headers: HEADERS, form }));
  }

  /** Tells the shop another amount than the paid one, until the faults are cleared. */
  async misreportAmount(transactionId: string) {
    await this.#fault({
      path_contains: transactionId,
      method: "GET",
      times: 1_000,
      action: "wrong_amount",
    });
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
    await this.#fault({ path_contains: path, times, action: "drop_before" });
  }

  async #fault(rule: object) {
    const url = `${this.#address}/_control/faults`;
    await read(await this.#request.post(url, { headers: HEADERS, data: { rest: [rule] } }));
  }

  async clearFaults() {
    const url = `${this.#address}/_control/faults`;
    await read(await this.#request.delete(url, { headers: HEADERS }));
  }
}
