// Three PostgreSQL servers under Patroni with synchronous replication, one etcd, and HAProxy in front of the primary.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startHaproxy } from "./haproxy.mjs";
import { HttpClient } from "./http-client.mjs";
import { freePort, Program } from "./program.mjs";
import { TcpProxy } from "./proxy.mjs";

const SERVERS = 3;
const START_TIMEOUT_MS = 120_000;
const FIRST_CHECKS_MS = 3_000;
/** PostgreSQL refuses to run as root. */
const USER = process.getuid() === 0 && "postgres";
const idOf = (flag) => Number(execFileSync("id", [flag, USER]));
const [UID, GID] = USER ? [idOf("-u"), idOf("-g")] : [];
const AS_USER = USER ? ["setpriv", `--reuid=${UID}`, `--regid=${GID}`, "--clear-groups", "--"] : [];
const SETTINGS = {
  ttl: 8,
  loop_wait: 1,
  retry_timeout: 3,
  // A primary that crashed is replaced at once.
  master_start_timeout: 0,
  synchronous_mode: true,
  // A primary without a standby accepts no commit.
  synchronous_mode_strict: true,
  postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: "32MB", wal_keep_size: "256MB" } },
};

class Server {
  name;
  port;
  restPort;
  #folder;
  #patroni;
  #rest;
  #toEtcd;
  #frozen = false;

  constructor(name, port, restPort, folder, toEtcd, password) {
    Object.assign(this, { name, port, restPort });
    this.#toEtcd = toEtcd;
    this.#folder = folder;
    this.#rest = new HttpClient(restPort);
    const login = (username) => ({ username, password });
    const rest = `127.0.0.1:${restPort}`;
    const configuration = {
      scope: "trowel",
      name,
      restapi: { listen: rest, connect_address: rest },
      // Without `use_proxies` Patroni would ask etcd for its own address.
      etcd3: { hosts: [`127.0.0.1:${toEtcd.port}`], use_proxies: true },
      bootstrap: { dcs: SETTINGS, initdb: ["no-sync", "no-locale", { encoding: "UTF8" }] },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(folder, name),
        bin_dir: process.env.TROWEL_PG_BIN,
        pgpass: join(folder, `${name}.pgpass`),
        authentication: { superuser: login("trowel"), replication: login("replicator"), rewind: login("rewinder") },
        parameters: { unix_socket_directories: "" },
        // A server that cannot follow the new primary is copied from it.
        remove_data_directory_on_rewind_failure: true,
        remove_data_directory_on_diverged_timelines: true,
        pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication replicator 127.0.0.1/32 scram-sha-256"],
      },
    };
    writeFileSync(this.#file, JSON.stringify(configuration), { mode: 0o644 });
  }

  get #file() {
    return join(this.#folder, `${this.name}.yml`);
  }

  start() {
    const [file, ...args] = [...AS_USER, "patroni", this.#file];
    this.#patroni = new Program(file, args, {});
  }

  /** The process ids of PostgreSQL, its main process first. */
  get #postgres() {
    try {
      const [pid] = readFileSync(join(this.#folder, this.name, "postmaster.pid"), "utf8").split("\n");
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
      return [pid, ...children].map(Number);
    } catch {
      return [];
    }
  }

  #signal(signal, pids) {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch (error) {
        assert.equal(error.code, "ESRCH", error.message);
      }
    }
  }

  killPostgres() {
    this.#signal("SIGKILL", this.#postgres.slice(0, 1));
  }

  async kill() {
    this.#signal("SIGKILL", this.#postgres);
    await this.#patroni.end("SIGKILL");
  }

  freeze() {
    this.#frozen = true;
    this.#signal("SIGSTOP", [this.#patroni.pid, ...this.#postgres]);
  }

  cutOff() {
    return this.#toEtcd.stop();
  }

  /** Undoes any of these faults. */
  async recover() {
    // A watchdog resets a machine whose Patroni hangs. Otherwise it would take itself for the primary for a moment.
    if (this.#frozen) await this.kill();
    this.#frozen = false;
    await this.#toEtcd.restart();
    if (this.#patroni.hasEnded) this.start();
  }

  get log() {
    return this.#patroni.log;
  }

  /** Patroni's list of servers with their roles, if this one responds. */
  members() {
    const timeout = sleep(1_000, undefined, { ref: false });
    const asked = this.#rest.call("GET", "/cluster").then(({ json }) => json?.members, () => undefined);
    return Promise.race([asked, timeout]);
  }
}

export class PatroniCluster {
  servers;
  /** Of the primary, through HAProxy. */
  url;

  static async open() {
    const cluster = new PatroniCluster();
    const folder = mkdtempSync(join(tmpdir(), "trowel-patroni-"));
    if (USER) chownSync(folder, UID, GID);
    process.on("exit", () => {
      for (const server of cluster.servers ?? []) server.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    });
    const count = 3 + 2 * SERVERS;
    const [etcd, peer, primary, ...ports] = await Promise.all(Array.from({ length: count }, freePort));
    const url = (port) => `http://127.0.0.1:${port}`;
    const store = new Program("etcd", [
      ["--data-dir", join(folder, "etcd")],
      ["--listen-client-urls", url(etcd), "--advertise-client-urls", url(etcd)],
      ["--listen-peer-urls", url(peer), "--initial-advertise-peer-urls", url(peer)],
      ["--initial-cluster", `default=${url(peer)}`, "--logger", "zap", "--log-level", "error"],
    ].flat(), {});
    const client = new HttpClient(etcd);
    await store.untilReady(() => client.call("GET", "/health").then(({ status }) => status === 200, () => false));
    const password = Math.random().toString(36).slice(2);
    const proxies = await Promise.all(Array.from({ length: SERVERS }, () => TcpProxy.open(etcd)));
    cluster.servers = proxies.map((toEtcd, n) =>
      new Server(`postgres${n + 1}`, ports[2 * n], ports[2 * n + 1], folder, toEtcd, password));
    cluster.url = `postgres://trowel:${password}@127.0.0.1:${primary}/postgres?sslmode=disable`;
    for (const server of cluster.servers) server.start();
    await cluster.untilComplete();
    const addresses = cluster.servers.flatMap(({ port, restPort }, n) => [
      [`POSTGRES${n + 1}`, `127.0.0.1:${port}`],
      [`PATRONI${n + 1}`, String(restPort)],
    ]);
    const settings = { PRIMARY: `127.0.0.1:${primary}`, ...Object.fromEntries(addresses) };
    await startHaproxy("haproxy-patroni.cfg", primary, settings);
    // HAProxy takes every server for the primary until it has checked them.
    await sleep(FIRST_CHECKS_MS);
    return cluster;
  }

  /** Waits until all servers run, and one of the standbys is synchronous. Returns the primary. */
  async untilComplete() {
    const began = performance.now();
    for (;;) {
      const lists = await Promise.all(this.servers.map((server) => server.members()));
      const members = lists.every(Boolean) ? lists[0] : [];
      const leader = members.find(({ role }) => role === "leader");
      const isSynchronous = members.some(({ role }) => role === "sync_standby");
      const isRunning = members.filter(({ state }) => /running|streaming/.test(state)).length === SERVERS;
      if (leader && isSynchronous && isRunning) return this.servers.find(({ name }) => name === leader.name);
      const logs = this.servers.map(({ log }) => log).join("\n");
      assert(performance.now() - began < START_TIMEOUT_MS, `the cluster is not complete: ${JSON.stringify(lists)}\n${logs}`);
      await sleep(200);
    }
  }
}
