// HTTP to one server over connections that are kept. Not `fetch`, which takes more of the machine than what is measured.
import { Agent, request } from "node:http";

/** The connection ended before the answer did: what was asked for may have happened or not. */
export class CutOff extends Error {
  constructor(what, cause) {
    super(`${what}: ${cause.message}`, { cause });
  }

  /** Nobody listened, so nothing was asked. */
  get isRefused() {
    return this.cause.code === "ECONNREFUSED";
  }
}

export class Calls {
  #at;
  #agent;

  constructor(port, { prefix = "", connections = 256 } = {}) {
    this.#at = { host: "127.0.0.1", port, prefix };
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * `body` goes as JSON, `form` as a form. Answers status, headers, text, the JSON where it
   * is some, and the milliseconds since it had a connection.
   */
  call(method, path, { body, form, headers } = {}) {
    const text = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
    const type = form ? "application/x-www-form-urlencoded" : "application/json";
    const about = text === undefined ? {} : { "content-type": type, "content-length": Buffer.byteLength(text) };
    const { host, port, prefix } = this.#at;
    return new Promise((resolve, reject) => {
      let began;
      const broken = (error) => reject(new CutOff(`${method} ${path}`, error));
      const asked = request(
        { host, port, method, path: prefix + path, agent: this.#agent, headers: { ...about, ...headers } },
        (answer) => {
          const parts = [];
          answer.on("data", (part) => parts.push(part));
          answer.on("error", broken);
          answer.on("end", () => {
            const received = Buffer.concat(parts).toString();
            const isJson = /json/.test(answer.headers["content-type"] ?? "");
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              text: received,
              ms: performance.now() - began,
              json: isJson && received ? JSON.parse(received) : undefined,
            });
          });
        },
      );
      asked.on("socket", () => (began = performance.now()));
      asked.on("error", broken);
      asked.end(text);
    });
  }

  close() {
    this.#agent.destroy();
  }
}
