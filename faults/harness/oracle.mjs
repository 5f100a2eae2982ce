// What the shop has acknowledged, and whether it still says so. Kept outside of the shop, so that it cannot forget both.
import assert from "node:assert/strict";

export class Promises {
  /** By id: `standing` is placed, deleting or deleted; `transaction` is there once the shop said that it is paid. */
  #orders = new Map();
  #idOfKey = new Map();
  /** Sent, and cut off before the answer. */
  unanswered = [];
  /** How many calls ended without an answer. */
  cutOff = 0;
  /** How many were answered with 503. */
  turnedAway = 0;
  #startStock;

  constructor(tools) {
    this.#startStock = new Map(tools.map((tool) => [tool._id, tool.availableQuantity]));
  }

  get placed() {
    return this.#orders.size;
  }

  get paid() {
    return [...this.#orders.values()].filter((order) => order.transaction).length;
  }

  get deleted() {
    return [...this.#orders.values()].filter((order) => order.standing === "deleted").length;
  }

  isPlaced(id, key) {
    const before = this.#idOfKey.get(key);
    assert(before === undefined || before === id, `the key ${key} made the orders ${before} and ${id}`);
    this.#idOfKey.set(key, id);
    if (!this.#orders.has(id)) this.#orders.set(id, { standing: "placed" });
  }

  /** Nobody knows until the answer. */
  isBeingDeleted(id) {
    this.#orders.get(id).standing = "deleting";
  }

  isDeleted(id) {
    this.#orders.get(id).standing = "deleted";
  }

  /** The deletion was refused. */
  isKept(id) {
    this.#orders.get(id).standing = "placed";
  }

  hasSecret(id, clientSecret) {
    const order = this.#orders.get(id);
    assert(!order.secret || order.secret === clientSecret, `the order ${id} was given two payments to make`);
    order.secret = clientSecret;
  }

  isPaid(id, transaction) {
    this.#orders.get(id).transaction = transaction;
  }

  /** All of it against what the shop has now. */
  async compare(shop) {
    const found = await shop.orders();
    const byId = new Map(found.map((order) => [order._id, order]));
    for (const [id, { standing, transaction }] of this.#orders) {
      const order = byId.get(id);
      if (standing === "placed") assert(order, `order ${id} was acknowledged and is gone`);
      if (standing === "deleted") assert(!order, `order ${id} was deleted and is back`);
      if (transaction) {
        assert(order?.paid && order.transactionId === transaction, `order ${id} was acknowledged as paid and is not`);
      }
    }
    const keys = new Set();
    for (const { _id, phone: key } of found) {
      assert(!keys.has(key), `the key ${key} made two orders`);
      keys.add(key);
      assert((this.#idOfKey.get(key) ?? _id) === _id, `the key ${key} was answered with another order`);
    }
    const ordered = new Map();
    for (const { toolId, orderQuantity } of found) ordered.set(toolId, (ordered.get(toolId) ?? 0) + orderQuantity);
    for (const [id, start] of this.#startStock) {
      const { availableQuantity } = await shop.tool(id);
      const holds = ordered.get(id) ?? 0;
      assert(availableQuantity >= 0, `the tool ${id} has ${availableQuantity}`);
      assert.equal(availableQuantity + holds, start, `stock and orders of the tool ${id} do not add up`);
    }
    return found;
  }
}

/** Every cent the provider took belongs to the one order that is paid by it, or went back. */
export function compareWithProvider(found, intents) {
  const byTransaction = new Map(found.filter((order) => order.paid).map((order) => [order.transactionId, order]));
  let settled = 0;
  for (const intent of intents.filter(({ isPaid }) => isPaid)) {
    const order = byTransaction.get(intent.id);
    byTransaction.delete(intent.id);
    if (intent.isGivenBack) {
      assert(!order, `the payment ${intent.id} went back, and its order ${order?._id} is paid by it`);
      continue;
    }
    assert(order, `the payment ${intent.id} for order ${intent.order} was taken, and no order is paid by it`);
    assert.equal(order._id, intent.order, `the payment ${intent.id} pays another order`);
    assert.equal(Math.round(order.totalPrice * 100), intent.cents, `the payment ${intent.id} is of another amount`);
    settled += 1;
  }
  assert.equal(byTransaction.size, 0, `paid without a payment: ${[...byTransaction.keys()].slice(0, 5)}`);
  return { settled, givenBack: intents.filter(({ isGivenBack }) => isGivenBack).length };
}
