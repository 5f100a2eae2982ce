// Buyers who place, delete and pay orders until they are told to go home, and write down what they were promised.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { CutOff } from "./calls.mjs";
import { intentOf } from "./provider.mjs";

const PAUSE_MS = 5;

/** One of them. */
export async function buy(shop, customer, tools, promises, name, running, how) {
  for (let turn = 0; running.on; turn += 1) {
    const tool = tools[Math.floor(Math.random() * tools.length)];
    try {
      await buyOnce(shop, customer, tool, promises, `${name}-${turn}`, how);
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      if (error.isRefused) return;
      promises.cutOff += 1;
    }
  }
}

/**
 * An order, which is left, deleted, paid, or deleted while it is being paid. `pays`: whether anybody pays; `patient`: when
 * 503 is an answer they take: "never", "paying" (whatever has to do with the card provider) or "always".
 */
export async function buyOnce(shop, customer, tool, promises, key, { patient = "never", pays = true } = {}) {
  const judged = (takes503) => (answer, ...statuses) => {
    const isTurnedAway = takes503 && answer.status === 503;
    assert(isTurnedAway || statuses.includes(answer.status), `${answer.status} was answered: ${answer.text}`);
    if (isTurnedAway) {
      assert(answer.headers["retry-after"] && answer.json.detail.endsWith("."), answer.text);
      promises.turnedAway += 1;
    }
    return answer.status === statuses[0];
  };
  const [allowed, whilePaying] = [judged(patient === "always"), judged(patient !== "never")];
  const order = { customer, tool, key };
  if (!(await place(order, promises, allowed))) return;
  const what = Math.random();
  if (what < 0.35) await remove(order, promises, allowed);
  else if (pays && what < 0.8) await pay(order, shop.provider, promises, whilePaying);
  // One of the two wins, and whose money was too late gets it back.
  else if (pays && what < 0.85) {
    const paying = pay(order, shop.provider, promises, whilePaying, 409, 404);
    await Promise.all([paying, remove(order, promises, whilePaying, 409)]);
  }
}

/** Sends once more what was cut off. */
export async function repeatUnanswered(promises) {
  const orders = promises.unanswered.splice(0);
  for (const order of orders) {
    const done = await place(order, promises, ({ status, text }) => {
      assert.equal(status, 200, `${order.key} was repeated: ${text}`);
      return true;
    });
    assert(done);
  }
  return orders.length;
}

async function place(order, promises, allowed) {
  promises.unanswered.push(order);
  const answer = await order.customer.place(order.tool, order.key);
  promises.unanswered.splice(promises.unanswered.indexOf(order), 1);
  if (!allowed(answer, 200)) {
    await sleep(PAUSE_MS);
    return false;
  }
  order.id = answer.json.insertedId;
  promises.isPlaced(order.id, order.key);
  return true;
}

async function remove({ customer, id }, promises, allowed, ...others) {
  promises.isBeingDeleted(id);
  const answer = await customer.remove(id);
  if (allowed(answer, 200, ...others)) promises.isDeleted(id);
  else promises.isKept(id);
}

async function pay({ customer, id, key, tool }, provider, promises, allowed, ...others) {
  const begun = await customer.beginPayment(id, tool.price, `pay-${key}`);
  if (!allowed(begun, 200, ...others)) return;
  const { clientSecret } = begun.json;
  promises.hasSecret(id, clientSecret);
  const confirmed = await provider.pay(clientSecret);
  if (confirmed.status !== 200) {
    assert(others.length > 0, `the card provider refused: ${confirmed.text}`);
    return;
  }
  // Some browsers are closed before they can tell; the provider's event tells.
  if (Math.random() < 0.3) return;
  const told = await customer.reportPayment(id, intentOf(clientSecret));
  if (allowed(told, 200, ...others)) promises.isPaid(id, intentOf(clientSecret));
}
