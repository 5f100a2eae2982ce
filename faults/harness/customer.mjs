// Somebody with an account, a cookie and a token, who buys as the web app does.
import assert from "node:assert/strict";

const PASSWORD = "correct horse battery";

export class Customer {
  email;
  #shop;
  #cookie;
  #token;

  constructor(shop, email) {
    this.#shop = shop;
    this.email = email;
  }

  signUp() {
    return this.#enter("/identity/sign-up", { name: "A Buyer", email: this.email, password: PASSWORD });
  }

  signIn() {
    return this.#enter("/identity/sign-in", { email: this.email, password: PASSWORD });
  }

  async #enter(path, body) {
    let entered = await this.#shop.call("POST", path, { body });
    // Passwords are looked at few at a time; who is turned away comes back.
    while (entered.status === 503) entered = await this.#shop.call("POST", path, { body });
    assert.equal(entered.status, 200, entered.text);
    this.#cookie = entered.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");
    await this.renew();
  }

  /** A new token for the session there is. */
  async renew() {
    const answer = await this.#shop.call("PUT", `/user/${this.email}`, { headers: { cookie: this.#cookie } });
    assert.equal(answer.status, 200, answer.text);
    this.#token = answer.json.token;
  }

  /** The headers that show who it is. */
  get proof() {
    return { authorization: `Bearer ${this.#token}`, cookie: this.#cookie };
  }

  call(method, path, { body, key } = {}) {
    return this.#shop.call(method, path, { body, headers: this.#headers(key) });
  }

  #headers(key) {
    return { authorization: `Bearer ${this.#token}`, ...(key && { "idempotency-key": key }) };
  }

  /** What `place` sends. `phone` holds the key, so that an order tells under which it was placed. */
  order(tool, key, orderQuantity = 1) {
    const totalPrice = Math.round(tool.price * 100 * orderQuantity) / 100;
    const body = { toolId: tool._id, toolName: tool.name, orderQuantity, price: tool.price, totalPrice, phone: key };
    return { body, headers: this.#headers(key) };
  }

  place(tool, key, orderQuantity) {
    return this.#shop.call("POST", "/orders", this.order(tool, key, orderQuantity));
  }

  remove(order) {
    return this.call("DELETE", `/orders/${order}`);
  }

  beginPayment(order, totalPrice, key) {
    return this.call("POST", "/create-payment-intent", { body: { totalPrice, orderId: order }, key });
  }

  reportPayment(order, transactionId) {
    const body = { orders: order, transactionId, status: "pending" };
    return this.call("PATCH", `/orders/${order}`, { body });
  }
}
