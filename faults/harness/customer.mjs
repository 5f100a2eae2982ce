// A customer with an account, a session cookie and a token, who sends what the web app sends.
import assert from "node:assert/strict";

const PASSWORD = "correct horse battery";

export class Customer {
  email;
  cookie;
  orders = 0;
  #shop;
  #token;

  constructor(shop, email) {
    this.#shop = shop;
    this.email = email;
  }

  async signUp() {
    const body = { name: "A Buyer", email: this.email, password: PASSWORD };
    await this.#start(() => this.#shop.call("POST", "/identity/sign-up", { body }));
  }

  async signIn() {
    await this.#start(() => this.sendSignIn());
  }

  /** The request alone, from the browser that signed up. */
  sendSignIn() {
    const headers = this.cookie && { cookie: this.cookie };
    return this.#shop.call("POST", "/identity/sign-in", { body: { email: this.email, password: PASSWORD }, headers });
  }

  async #start(send) {
    let response = await send();
    // The shop hashes a few passwords at a time and rejects the rest with 503.
    while (response.status === 503) response = await send();
    this.keepSession(response);
    await this.renew();
  }

  keepSession(response) {
    assert.equal(response.status, 200, response.text);
    this.cookie = response.headers["set-cookie"].map((line) => line.split(";")[0]).join("; ");
  }

  /** Gets a new token for the session. */
  async renew() {
    const response = await this.#shop.call("PUT", `/user/${this.email}`, { headers: { cookie: this.cookie } });
    assert.equal(response.status, 200, response.text);
    this.#token = response.json.token;
  }

  /** The headers that authenticate the customer. */
  get credentials() {
    return { authorization: `Bearer ${this.#token}`, cookie: this.cookie };
  }

  call(method, path, { body, key } = {}) {
    return this.#shop.call(method, path, { body, headers: this.#headers(key) });
  }

  #headers(key) {
    return { authorization: `Bearer ${this.#token}`, ...(key && { "idempotency-key": key }) };
  }

  /** What `place` sends. The order stores its idempotency key as `phone`. */
  order(tool, key, orderQuantity = 1) {
    const totalPrice = Math.round(tool.price * 100 * orderQuantity) / 100;
    const body = { toolId: tool._id, toolName: tool.name, orderQuantity, price: tool.price, totalPrice, phone: key };
    return { body, headers: this.#headers(key) };
  }

  place(tool, key, orderQuantity) {
    return this.#shop.call("POST", "/orders", this.order(tool, key, orderQuantity));
  }

  delete(order) {
    return this.call("DELETE", `/orders/${order}`);
  }

  createPayment(order, totalPrice, key) {
    return this.call("POST", "/create-payment-intent", { body: { totalPrice, orderId: order }, key });
  }

  reportPayment(order, transactionId) {
    const body = { orders: order, transactionId, status: "pending" };
    return this.call("PATCH", `/orders/${order}`, { body });
  }
}
