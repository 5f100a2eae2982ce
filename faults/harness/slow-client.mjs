// A customer whose connection carries half an order and lets everybody wait for the rest.
import { once } from "node:events";
import { connect } from "node:net";

export class SlowClient {
  #socket;
  #head;
  #body;
  #received = "";

  static async open(shop, customer, tool, key) {
    const client = new SlowClient();
    const { headers, body } = customer.order(tool, key);
    client.#body = JSON.stringify(body);
    const about = { host: "shop", "content-type": "application/json", "content-length": client.#body.length, ...headers };
    const lines = Object.entries(about).map(([name, value]) => `${name}: ${value}\r\n`);
    client.#head = `POST /api/orders HTTP/1.1\r\n${lines.join("")}\r\n`;
    client.#socket = connect(shop.port, "127.0.0.1");
    client.#socket.on("data", (part) => {
      client.#received += part;
    });
    // To be cut off is what it deserves.
    client.#socket.on("error", () => {});
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

  /** Everything until the connection is closed. */
  async answer() {
    if (!this.#socket.closed) await once(this.#socket, "close");
    return this.#received;
  }
}
