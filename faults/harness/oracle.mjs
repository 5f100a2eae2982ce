// What the shop acknowledged, recorded outside of the shop and compared with what it says later.
import assert from "node:assert/strict";

export class Oracle {
  /** By id: `state` is placed, deleting or deleted; `transaction` is set when the shop acknowledged the payment. */
  #orders = new Map();
  #idOfKey = new Map();
  #initialStock;
  /** Orders whose request lost its connection before the response. */
  unanswered = [];
  connectionsLost = 0;
  /** Responses with status 503. */
  rejected = 0;

  constructor(tools) {
    this.#initialStock = new Map(tools.map((tool) => [tool._id, tool.availableQuantity]));
  }

  get placed() {
    return this.#orders.size;
  }

  get paid() {
    return [...this.#orders.values()].filter((order) => order.transaction).length;
  }

  get deleted() {
    return [...this.#orders.values()].filter((order) => order.state === "deleted").length;
  }

  recordPlaced(id, key) {
    const before = this.#idOfKey.get(key);
    assert(before === undefined || before === id, `the key ${key} made the orders ${before} and ${id}`);
    this.#idOfKey.set(key, id);
    if (!this.#orders.has(id)) this.#orders.set(id, { state: "placed" });
  }

  /** `state`: "deleting" from the request to its response, then "deleted", or "placed" if the shop refused. */
  recordState(id, state) {
    this.#orders.get(id).state = state;
  }

  recordSecret(id, clientSecret) {
    const order = this.#orders.get(id);
    assert(!order.secret || order.secret === clientSecret, `the order ${id} has two payment intents`);
    order.secret = clientSecret;
  }

  recordPaid(id, transaction) {
    this.#orders.get(id).transaction = transaction;
  }

  /** Compares all of it with the shop. Returns the shop's orders. */
  async compare(shop) {
    await shop.untilNodesAgree();
    const found = await shop.allOrders();
    const byId = new Map(found.map((order) => [order._id, order]));
    for (const [id, { state, transaction }] of this.#orders) {
      const order = byId.get(id);
      if (state === "placed") assert(order, `order ${id} was acknowledged and is gone`);
      if (state === "deleted") assert(!order, `order ${id} was deleted and exists`);
      if (!transaction) continue;
      assert(order?.paid && order.transactionId === transaction, `order ${id} was acknowledged as paid and is unpaid`);
    }
    const keys = new Set();
    const ordered = new Map();
    for (const { _id, phone: key, toolId, orderQuantity } of found) {
      assert(!keys.has(key), `the key ${key} made two orders`);
      keys.add(key);
      assert((this.#idOfKey.get(key) ?? _id) === _id, `the response to the key ${key} named another order`);
      ordered.set(toolId, (ordered.get(toolId) ?? 0) + orderQuantity);
    }
    for (const [id, initial] of this.#initialStock) {
      const { availableQuantity } = await shop.tool(id);
      assert(availableQuantity >= 0, `the tool ${id} has ${availableQuantity}`);
      assert.equal(availableQuantity + (ordered.get(id) ?? 0), initial, `stock and orders of the tool ${id} do not add up`);
    }
    return found;
  }
}

/** Each payment at the provider either paid exactly one order or was refunded. */
export function compareWithProvider(orders, intents) {
  const byTransaction = new Map(orders.filter((order) => order.paid).map((order) => [order.transactionId, order]));
  let charged = 0;
  for (const { id, order: orderId, cents, isRefunded } of intents.filter(({ isPaid }) => isPaid)) {
    const order = byTransaction.get(id);
    byTransaction.delete(id);
    if (isRefunded) {
      assert(!order, `the payment ${id} was refunded, and its order ${order?._id} is paid by it`);
      continue;
    }
    assert(order, `the payment ${id} for order ${orderId} succeeded, and no order is paid by it`);
    assert.equal(order._id, orderId, `the payment ${id} pays another order`);
    assert.equal(Math.round(order.totalPrice * 100), cents, `the payment ${id} has another amount`);
    charged += 1;
  }
  assert.equal(byTransaction.size, 0, `paid without a payment: ${[...byTransaction.keys()].slice(0, 5)}`);
  return { charged, refunded: intents.filter(({ isRefunded }) => isRefunded).length };
}
