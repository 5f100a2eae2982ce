// A shop with buyers who place, delete and pay orders, and the oracle that records what the shop acknowledged.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionLost } from "./http-client.mjs";
import { compareWithProvider, Oracle } from "./oracle.mjs";
import { intentOf } from "./provider.mjs";
import { quantile } from "./rate.mjs";
import { ENGINE, Shop } from "./shop.mjs";

const PAUSE_MS = 5;
/** The shop takes 1,000 idempotency keys of a customer in a day. */
const MAX_ORDERS_OF_CUSTOMER = 200;

export class Load {
  shop;
  customers;
  tools;
  oracle;

  static async open(program, { buyers, tools = 10, ...options }) {
    const load = new Load();
    load.shop = await Shop.open(program, { cards: true, ...options });
    load.customers = await load.shop.customers(buyers);
    await load.addTools(tools);
    return load;
  }

  async addTools(count) {
    this.tools = await this.shop.addTools(count, 1_000_000);
    this.oracle = new Oracle(this.tools);
  }

  /** Buyers order until `stop`. An unexpected response ends the process. */
  start(name, options) {
    const running = { on: true };
    const buy = (_, n) => this.#buy(n, `${name}-${n}`, running, options);
    const buyers = Promise.all(this.customers.map(buy));
    return {
      stop() {
        running.on = false;
        return buyers;
      },
    };
  }

  async #buy(n, name, running, options) {
    for (let turn = 0; running.on; turn += 1) {
      const tool = this.tools[Math.floor(Math.random() * this.tools.length)];
      try {
        if (options?.accept503 !== "always") await this.#replaceBusy(n);
        await this.buyOnce(this.customers[n], tool, `${name}-${turn}`, options);
      } catch (error) {
        if (!(error instanceof ConnectionLost)) throw error;
        if (error.isRefused) return;
        this.oracle.connectionsLost += 1;
      }
    }
  }

  /**
   * Places an order. Then leaves it, deletes it, pays it, or deletes it while paying. `pays`: whether buyers pay;
   * `accept503`: which requests may get a 503, "never", "payments" or "always". `acceptUnknown`: whether the response
   * to a deletion or a payment may say that the outcome is unknown, which counts as a lost connection. An order has a
   * key, so its outcome is always known.
   */
  async buyOnce(customer, tool, key, { accept503 = "never", acceptUnknown = false, pays = true } = {}) {
    const checker = (accepts503) => (response, ...statuses) => {
      if (acceptUnknown && response.json?.code === "outcome_unknown") throw new ConnectionLost("outcome", response.json);
      return this.#check(response, accepts503, statuses);
    };
    const [check, checkPayment] = [checker(accept503 === "always"), checker(accept503 !== "never")];
    const order = { customer, tool, key };
    if (!(await this.#place(order, (response) => this.#check(response, accept503 === "always", [200])))) return;
    const choice = Math.random();
    if (choice < 0.35) await this.#delete(order, check);
    else if (pays && choice < 0.8) await this.#pay(order, checkPayment);
    // One of the two wins; a payment that comes too late is refunded.
    else if (pays && choice < 0.85) {
      await Promise.all([this.#pay(order, checkPayment, 409, 404), this.#delete(order, checkPayment, 409)]);
    }
  }

  /** Whether the response has the first of the statuses. The others and, if accepted, 503 are allowed. */
  #check(response, accepts503, statuses) {
    const isRejected = accepts503 && response.status === 503;
    assert(isRejected || statuses.includes(response.status), `unexpected ${response.status}: ${response.text}`);
    if (isRejected) {
      assertRetryable(response);
      this.oracle.rejected += 1;
    }
    return response.status === statuses[0];
  }

  async #place(order, check) {
    const { unanswered } = this.oracle;
    order.customer.orders += 1;
    unanswered.push(order);
    const response = await order.customer.place(order.tool, order.key);
    const isPlaced = check(response);
    unanswered.splice(unanswered.indexOf(order), 1);
    if (!isPlaced) {
      await sleep(PAUSE_MS);
      return false;
    }
    order.id = response.json.insertedId;
    this.oracle.recordPlaced(order.id, order.key);
    return true;
  }

  async #delete({ customer, id }, check, ...others) {
    this.oracle.recordState(id, "deleting");
    const isDeleted = check(await customer.delete(id), 200, ...others);
    this.oracle.recordState(id, isDeleted ? "deleted" : "placed");
  }

  async #pay({ customer, id, key, tool }, check, ...others) {
    const created = await customer.createPayment(id, tool.price, `pay-${key}`);
    if (!check(created, 200, ...others)) return;
    const { clientSecret } = created.json;
    this.oracle.recordSecret(id, clientSecret);
    const confirmed = await this.shop.provider.pay(clientSecret);
    if (confirmed.status !== 200) {
      assert(others.length > 0, `the card provider refused: ${confirmed.text}`);
      return;
    }
    // Some browsers close before they report; then the provider's event pays the order.
    if (Math.random() < 0.3) return;
    const reported = await customer.reportPayment(id, intentOf(clientSecret));
    if (check(reported, 200, ...others)) this.oracle.recordPaid(id, intentOf(clientSecret));
  }

  /** Places an order that must succeed, and returns its id. */
  async mustPlace(customer, key) {
    const { status, json, text } = await customer.place(this.tools[0], key);
    assert.equal(status, 200, text);
    this.oracle.recordPlaced(json.insertedId, key);
    return json.insertedId;
  }

  /** Whether an order is accepted now; a refusal must be a 503 that says when to retry. */
  async isAccepting(customer, key) {
    const response = await customer.place(this.tools[0], key);
    if (response.status === 200) this.oracle.recordPlaced(response.json.insertedId, key);
    else assertRetryable(response);
    return response.status === 200;
  }

  /** Sends lost orders again under their keys, then compares the shop with the oracle. Returns how many it sent. */
  async check() {
    const orders = this.oracle.unanswered.splice(0);
    for (const order of orders) await this.#place(order, (response) => this.#check(response, false, [200]));
    await this.oracle.compare(this.shop);
    assert.equal(await this.shop.differences(), undefined);
    for (const n of this.customers.keys()) await this.#replaceBusy(n);
    return orders.length;
  }

  async #replaceBusy(n) {
    if (this.customers[n].orders > MAX_ORDERS_OF_CUSTOMER) this.customers[n] = await this.shop.customer();
  }

  /** Compares with the provider once all events arrived, closes the shop, and prints the figures of the run. */
  async finish(figures) {
    const reconciledAfterSeconds = await this.shop.untilReconciled();
    const provider = compareWithProvider(await this.oracle.compare(this.shop), await this.shop.provider.intents());
    await this.shop.close();
    const { placed, deleted, paid, rejected } = this.oracle;
    report({ ...figures, placed, deleted, paid, rejected, ...provider, reconciledAfterSeconds });
  }
}

export function assertRetryable({ status, headers, json, text }) {
  assert.equal(status, 503, text);
  assert(headers["retry-after"] && json.detail.endsWith("."), text);
}

/** Prints one line: `SQLite: kills 5, readyAfterMs { median: 57, slowest: 123 }, …`. */
export function report(figures) {
  const print = (value) => (typeof value === "number" ? Math.round(value) : JSON.stringify(value));
  console.log(`${ENGINE}: ${Object.entries(figures).map(([name, value]) => `${name} ${print(value)}`).join(", ")}`);
}

export function summary(times) {
  return { median: Math.round(quantile(times, 0.5)), slowest: Math.round(quantile(times, 1)) };
}
