// A shop under `serve`, on a free port, with data of its own: started, killed, stopped, started again, and its books
// checked. With TROWEL_TEST_POSTGRES the data is in the database there, else in a file.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Calls } from "./calls.mjs";
import { Customer } from "./customer.mjs";
import { atOnce } from "./pace.mjs";
import { environment, freePort, Program } from "./program.mjs";
import { Provider } from "./provider.mjs";
import { Wire } from "./wire.mjs";

const run = promisify(execFile);
const POSTGRES = process.env.TROWEL_TEST_POSTGRES && new URL(process.env.TROWEL_TEST_POSTGRES);
export const ENGINE = POSTGRES ? "PostgreSQL" : "SQLite";

const SIGN_UPS_AT_ONCE = 8;

/** One address stands for thousands of customers here. */
const LIMITS = {
  TROWEL_MAX_UNPAID_ORDERS: "10000000",
  TROWEL_MAX_NEW_INTENTS: "10000000",
  TROWEL_MAX_SIGN_INS: "10000000",
};

export class Shop {
  folder;
  port;
  /** `undefined`: it takes no cards. */
  provider;
  /** From the shop to PostgreSQL, where that was asked for. */
  database;
  #file;
  #settings;
  #program;
  #calls;
  #name = Math.random().toString(36).slice(2, 8);
  #people = 0;
  #tools = 0;

  /**
   * Opens it with an owner; `folder` if its data must lie in a certain place, `hasWire` if its way to PostgreSQL is to be
   * torn: all of it goes through this program then, which takes its time.
   */
  static async open(file, { cards = false, settings = {}, folder, connections, hasWire = false } = {}) {
    const shop = new Shop();
    shop.#file = file;
    shop.folder = folder ?? (await mkdtemp(join(tmpdir(), "trowel-faults-")));
    if (!folder) process.on("exit", (code) => shop.#leave(code));
    shop.port = await freePort();
    shop.#calls = new Calls(shop.port, { prefix: "/api", connections });
    if (cards) {
      shop.provider = await Provider.open(file, shop.port);
    }
    if (POSTGRES && hasWire) shop.database = await Wire.open(Number(POSTGRES.port));
    shop.#settings = {
      ...LIMITS,
      TROWEL_IMAGE_HOSTS: "i.example.com",
      TROWEL_LOG: "warn",
      NO_COLOR: "1",
      ...shop.provider?.settings,
      ...settings,
    };
    await shop.start();
    shop.owner = await shop.customer();
    await run(file, ["admin", "grant", shop.owner.email, ...shop.#place], { env: environment() });
    await shop.owner.signIn();
    return shop;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.#program.pid;
  }

  get said() {
    return this.#program.said;
  }

  /** Milliseconds until it takes customers. `settings`: what is different this time. */
  start(settings = {}) {
    const args = ["serve", "--listen", `127.0.0.1:${this.port}`, "--public-url", this.origin, ...this.#place];
    this.#program = new Program(this.#file, args, { ...this.#settings, ...settings });
    return this.#program.ready(() => this.isReady());
  }

  isReady() {
    const probe = new Calls(this.port);
    const asked = probe.call("GET", "/readyz").then(({ status }) => status === 200, () => false);
    return asked.finally(() => probe.close());
  }

  /** At once, in the middle of whatever it does. */
  kill() {
    return this.#program.end("SIGKILL");
  }

  /** As a service manager does; answers the exit code. */
  stop() {
    return this.#program.end("SIGTERM");
  }

  call(method, path, about) {
    return this.#calls.call(method, path, about);
  }

  /** Somebody new, signed up and in. */
  async customer() {
    this.#people += 1;
    const customer = new Customer(this, `buyer${this.#people}${this.#name}@example.com`);
    await customer.signUp();
    return customer;
  }

  customers(count) {
    return atOnce(SIGN_UPS_AT_ONCE, count, () => this.customer());
  }

  /** Puts tools on the shelf, and answers them as the shop does. */
  async stock(count, availableQuantity) {
    const tools = [];
    for (let n = 1; n <= count; n += 1) {
      this.#tools += 1;
      const body = {
        name: `Spade ${this.#tools} of ${this.#name}`,
        description: "For tests.",
        img: "https://i.example.com/spade.jpg",
        price: 5 + n / 100,
        minimumQuantity: 1,
        availableQuantity,
      };
      const added = await this.owner.call("POST", "/tools", { body });
      assert.equal(added.status, 200, added.text);
      tools.push(await this.tool(added.json.insertedId));
    }
    return tools;
  }

  async tool(id) {
    const { status, json, text } = await this.owner.call("GET", `/tools/${id}`);
    assert.equal(status, 200, text);
    return json;
  }

  /** Every order there is. */
  async orders() {
    const { status, json, text } = await this.owner.call("GET", "/manageOrders");
    assert.equal(status, 200, text);
    return json;
  }

  /** `trowel verify`: `undefined` if the books agree, else what it says. `provider` has it ask the card provider as well. */
  async disagreement({ provider = false } = {}) {
    const env = environment(provider ? this.provider.settings : {});
    const told = await run(this.#file, ["verify", ...this.#place], { env }).catch((error) => error);
    return told.code ? `${told.stdout}${told.stderr}` : undefined;
  }

  get #place() {
    if (!POSTGRES) return ["--data", this.folder];
    const address = new URL(POSTGRES);
    if (this.database) address.port = this.database.port;
    return ["--data", this.folder, "--database", address.href];
  }

  /** After a run that did not go well, the data stays to be looked at. */
  #leave(code) {
    if (code === 1) console.error(`The shop's data stays in ${this.folder}.`);
    else rmSync(this.folder, { recursive: true, force: true });
  }

  async close() {
    this.#calls.close();
    await this.kill();
    await Promise.all([this.provider?.close(), this.database?.close()]);
  }
}

/**
 * Milliseconds until the shop's records agree with the provider's. The provider sends a missed event again within ten
 * minutes. The shop asks about quiet payments after two minutes, fifty in each half minute.
 */
export async function agreement(shop, withinMs = 20 * 60_000) {
  const began = performance.now();
  const passed = () => performance.now() - began;
  let said = await shop.disagreement({ provider: true });
  while (said) {
    assert(passed() < withinMs, `the books do not agree after ${withinMs} ms:\n${said}`);
    await sleep(Math.max(1_000, passed() / 20));
    said = await shop.disagreement({ provider: true });
  }
  return passed();
}
