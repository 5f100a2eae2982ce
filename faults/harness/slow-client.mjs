// A customer whose connection carries half of an order and delays the rest.
import { once } from "node:events";
import { connect } from "node:net";

export class SlowClient {
  #socket;
  #head;
  #body;
  #received = "";

  static async open(shop, customer, tool, key) {
    const client = new SlowClient();
    const order = customer.order(tool, key);
    client.#body = JSON.stringify(order.body);
    const length = { "content-type": "application/json", "content-length": client.#body.length };
    const headers = Object.entries({ host: "shop", ...length, ...order.headers });
    client.#head = `POST /api/orders HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
    client.#socket = connect(shop.port, "127.0.0.1");
    client.#socket.on("data", (part) => {
      client.#received += part;
    });
    client.#socket.on("error", () => {}); // the shop may close the connection
    await once(client.#socket, "connect");
    return client;
  }

  sendHalf() {
    return this.#send(this.#head + this.#body.slice(0, this.#body.length / 2));
  }

  sendRest() {
    return this.#send(this.#body.slice(this.#body.length / 2));
  }

  #send(text) {
    return new Promise((resolve) => {
      this.#socket.write(text, resolve);
    });
  }

  /** Everything that is received until the connection closes. */
  async response() {
    if (!this.#socket.closed) await once(this.#socket, "close");
    return this.#received;
  }
}
