// A shop under `trowel serve` on a free port, with its own data: in TROWEL_TEST_POSTGRES's database, else in a file.
// With several nodes, HAProxy has that port.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Customer } from "./customer.mjs";
import { HttpClient } from "./http-client.mjs";
import { startHaproxy } from "./haproxy.mjs";
import { Node } from "./node.mjs";
import { environment, freePort } from "./program.mjs";
import { Provider } from "./provider.mjs";
import { TcpProxy } from "./proxy.mjs";
import { concurrently } from "./rate.mjs";

const run = promisify(execFile);
const POSTGRES = process.env.TROWEL_TEST_POSTGRES && new URL(process.env.TROWEL_TEST_POSTGRES);
export const ENGINE = POSTGRES ? "PostgreSQL" : "SQLite";
const CONCURRENT_SIGN_UPS = 8;
/** Within this time a change of the catalogue is visible on all nodes, and HAProxy uses a node that is ready. */
const NODE_DELAY_MS = 2_000;
/** All customers come from one address here. */
const LIMITS = {
  TROWEL_MAX_UNPAID_ORDERS: "10000000",
  TROWEL_NEW_CUSTOMER_UNPAID_ORDERS: "10000000",
  TROWEL_NEW_CUSTOMER_ORDER_MINUTES: "0",
  TROWEL_NEW_CUSTOMER_LARGE_ORDER_MINUTES: "0",
  TROWEL_NEW_CUSTOMER_ORDERS_PER_HOUR: "0",
  TROWEL_MAX_ORDERS_PER_HOUR: "10000000",
  TROWEL_MAX_PAYMENT_INTENTS: "10000000",
  TROWEL_SIGN_IN_RATE_LIMIT: "10000000",
  TROWEL_WRITE_RATE_LIMIT: "10000000",
};

export class Shop {
  folder;
  port;
  owner;
  /** `undefined` if the shop takes no cards. */
  provider;
  /** The proxy to PostgreSQL, if one was requested. */
  database;
  #file;
  #settings;
  nodes;
  #proxy;
  #client;
  #suffix = Math.random().toString(36).slice(2, 8);
  #customers = 0;
  #tools = 0;

  /**
   * Starts a shop with an owner. `folder`: of its data. `throughProxy`: connections to PostgreSQL can be cut. `nodes`:
   * 1, or 2 behind HAProxy.
   */
  static async open(file, options = {}) {
    const { cards = false, settings = {}, folder, connections, throughProxy = false, nodes = 1 } = options;
    const shop = new Shop();
    shop.#file = file;
    shop.folder = folder ?? (await mkdtemp(join(tmpdir(), "trowel-faults-")));
    if (!folder) process.on("exit", (code) => shop.#removeData(code));
    const ports = await Promise.all(Array.from({ length: nodes }, freePort));
    shop.nodes = ports.map((port) => new Node(port, connections));
    shop.port = nodes === 1 ? ports[0] : await freePort();
    shop.#client = new HttpClient(shop.port, { prefix: "/api", connections });
    if (cards) shop.provider = await Provider.open(file, shop.port);
    if (POSTGRES && throughProxy) shop.database = await TcpProxy.open(Number(POSTGRES.port));
    shop.#settings = {
      ...LIMITS,
      TROWEL_IMAGE_HOSTS: "i.example.com",
      TROWEL_LOG: "warn",
      NO_COLOR: "1",
      ...(nodes > 1 && { TROWEL_TRUSTED_PROXIES: "127.0.0.1" }),
      ...shop.provider?.settings,
      ...settings,
    };
    await shop.start();
    if (nodes > 1) {
      const [SHOP, NODE1, NODE2] = [shop.port, ...ports].map((port) => `127.0.0.1:${port}`);
      shop.#proxy = await startHaproxy("haproxy.cfg", shop.port, { SHOP, NODE1, NODE2 });
    }
    shop.owner = await shop.customer();
    await shop.run("admin", "grant", shop.owner.email, "--unverified");
    await shop.owner.signIn();
    return shop;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid() {
    return this.nodes[0].program.pid;
  }

  get log() {
    return this.nodes[0].program.log;
  }

  /** Returns the milliseconds until the shop is ready. `settings` apply to this start alone. */
  async start(settings) {
    return Math.max(...(await Promise.all(this.nodes.map((node) => this.startNode(node, settings)))));
  }

  startNode(node, settings = {}) {
    const args = ["--public-url", this.origin, ...this.#storage];
    return node.start(this.#file, args, { ...this.#settings, ...settings });
  }

  async isReady(query) {
    return (await Promise.all(this.nodes.map((node) => node.isReady(query)))).every(Boolean);
  }

  kill() {
    return Promise.all(this.nodes.map((node) => node.program.end("SIGKILL")));
  }

  /** Stops the shop as a service manager does. Returns the exit code. */
  async stop() {
    const codes = await Promise.all(this.nodes.map((node) => node.program.end("SIGTERM")));
    return codes.find((code) => code !== 0) ?? 0;
  }

  /** Waits until all nodes and the proxy noticed the last change. */
  async untilNodesAgree() {
    if (this.nodes.length > 1) await sleep(NODE_DELAY_MS);
  }

  /** Runs a command of the shop's program on its database. */
  async run(...args) {
    return (await run(this.#file, [...args, ...this.#storage], { env: environment() })).stdout;
  }

  call(method, path, content) {
    return this.#client.call(method, path, content);
  }

  /** Signs up a new customer. */
  async customer() {
    this.#customers += 1;
    const customer = new Customer(this, `buyer${this.#customers}${this.#suffix}@example.com`);
    await customer.signUp();
    return customer;
  }

  customers(count) {
    return concurrently(CONCURRENT_SIGN_UPS, count, () => this.customer());
  }

  /** Adds tools, and returns them as the API does. */
  async addTools(count, availableQuantity) {
    const tools = [];
    for (let n = 1; n <= count; n += 1) {
      this.#tools += 1;
      const body = {
        name: `Spade ${this.#tools} of ${this.#suffix}`,
        description: "For tests.",
        img: "https://i.example.com/spade.jpg",
        price: 5 + n / 100,
        minimumQuantity: 1,
        availableQuantity,
      };
      const added = await this.owner.call("POST", "/tools", { body });
      assert.equal(added.status, 200, added.text);
      tools.push(added.json.insertedId);
    }
    await this.untilNodesAgree();
    return Promise.all(tools.map((id) => this.tool(id)));
  }

  tool(id) {
    return this.#read(`/tools/${id}`);
  }

  allOrders() {
    return this.#read("/manageOrders");
  }

  async #read(path) {
    const { status, json, text } = await this.owner.call("GET", path);
    assert.equal(status, 200, text);
    return json;
  }

  /**
   * Runs `trowel verify`, with the card provider's list if `provider`. Returns its report, `undefined` if all agrees.
   */
  async differences({ provider = false } = {}) {
    const env = environment(provider ? this.provider.settings : {});
    const result = await run(this.#file, ["verify", ...this.#storage], { env }).catch((error) => error);
    return result.code ? `${result.stdout}${result.stderr}` : undefined;
  }

  /**
   * Waits until stock, orders and payments agree with the provider's list. The provider repeats missed events for up
   * to ten minutes, and the shop asks about payments without an event. Returns the seconds it took.
   */
  async untilReconciled(withinMs = 20 * 60_000) {
    const began = performance.now();
    for (;;) {
      const found = await this.differences({ provider: true });
      const passed = performance.now() - began;
      if (!found) return Math.round(passed / 1_000);
      assert(passed < withinMs, `shop and provider differ after ${withinMs} ms:\n${found}`);
      await sleep(Math.max(1_000, passed / 20));
    }
  }

  get #storage() {
    if (!POSTGRES) return ["--data", this.folder];
    const address = new URL(POSTGRES);
    if (this.database) address.port = this.database.port;
    return ["--data", this.folder, "--database", address.href];
  }

  /** Keeps the data of a failed run. */
  #removeData(code) {
    if (code === 1) console.error(`The shop's data is kept in ${this.folder}.`);
    else rmSync(this.folder, { recursive: true, force: true });
  }

  async close() {
    this.#client.close();
    await Promise.all([this.#proxy?.end("SIGKILL"), ...this.nodes.map((node) => node.close())]);
    await Promise.all([this.provider?.close(), this.database?.close()]);
  }
}
