import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerProcess } from "./server-process.ts";
import { BINARY } from "./shop-server.ts";

/** A shop for real customers on an empty folder, whose owner has done nothing yet. */
export class NewShop {
  readonly owner = {
    name: "Olive Moss",
    email: "olive@example.com",
    password: "a long phrase of the owner",
  };
  readonly origin: string;
  readonly #process: ServerProcess;
  readonly #folder: string;

  private constructor(process: ServerProcess, origin: string, folder: string) {
    this.#process = process;
    this.origin = origin;
    this.#folder = folder;
  }

  /**
   * Starts a new shop. `hasOwner` says whether the account below exists and administers the shop.
   */
  static async start({ hasOwner = true } = {}): Promise<NewShop> {
    const folder = await mkdtemp(join(tmpdir(), "trowel-e2e-"));
    const origin = `http://127.0.0.1:${await freePort()}`;
    const address = ["--listen", new URL(origin).host, "--public-url", origin];
    const args = ["serve", ...address, "--trusted-proxies", "none", "--data", folder];
    const pattern = /Trowel is open at (http:\/\/\S+)/;
    const shop = new NewShop(await ServerProcess.start(BINARY, args, pattern), origin, folder);
    if (hasOwner) await shop.#makeOwner();
    return shop;
  }

  async #makeOwner() {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify(this.owner);
    const answer = await fetch(`${this.origin}/api/identity/sign-up`, {
      method: "POST",
      headers,
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
    this.runOnHost(`trowel admin grant ${this.owner.email}`);
  }

  /** A command of the screens, with the folder that only the log names. */
  runOnHost(command: string) {
    const [, ...args] = command.split(" ");
    execFileSync(BINARY, [...args, "--data", this.#folder]);
  }

  async stop() {
    await this.#process.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The public URL has the port, so it is chosen first. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
