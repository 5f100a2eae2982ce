// HTTP to one server over kept connections. `fetch` would take more processor time than the measured server.
import { Agent, request } from "node:http";

/** The connection ended before the response. The server may or may not have done what was requested. */
export class ConnectionLost extends Error {
  constructor(what, cause) {
    super(`${what}: ${cause.message}`, { cause });
  }

  /** The server did not listen, so it received nothing. */
  get isRefused() {
    return this.cause.code === "ECONNREFUSED";
  }
}

export class HttpClient {
  #server;
  #agent;

  constructor(port, { prefix = "", connections = 256 } = {}) {
    this.#server = { host: "127.0.0.1", port, prefix };
    // The shop and HAProxy end idle connections after 10 s, perhaps just as one is used again. The client ends them
    // before.
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 5_000 });
  }

  /** Sends `body` as JSON or `form` as a form. `ms` of the response counts from when the request had a connection. */
  call(method, path, { body, form, headers } = {}) {
    const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const length = text && { "content-type": type, "content-length": Buffer.byteLength(text) };
    const { host, port, prefix } = this.#server;
    const options = { host, port, method, path: prefix + path, agent: this.#agent, headers: { ...length, ...headers } };
    return new Promise((resolve, reject) => {
      let began;
      const fail = (error) => reject(new ConnectionLost(`${method} ${path}`, error));
      const sent = request(options, (response) => {
        const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("error", fail);
        response.on("end", () => {
          const text = Buffer.concat(parts).toString();
          const { statusCode: status, headers } = response;
          const json = /json/.test(headers["content-type"] ?? "") && text ? JSON.parse(text) : undefined;
          resolve({ status, headers, text, json, ms: performance.now() - began });
        });
      });
      sent.on("socket", () => (began = performance.now()));
      sent.on("error", fail);
      sent.end(text);
    });
  }

  close() {
    this.#agent.destroy();
  }
}
