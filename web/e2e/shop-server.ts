import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServerProcess } from "./server-process.ts";

export const BINARY =
  process.env.TROWEL_BIN ?? new URL("../../target/debug/trowel", import.meta.url).pathname;

/** A demo shop on a free port, with a new database that `stop` deletes. */
export class ShopServer {
  readonly origin: string;
  readonly #process: ServerProcess;
  readonly #folder: string;

  private constructor(process: ServerProcess, folder: string) {
    this.origin = process.origin;
    this.#process = process;
    this.#folder = folder;
  }

  /**
   * Starts a demo with these settings. It has no sample orders, so that a test sees what it made.
   */
  static async start(settings: Record<string, string> = {}): Promise<ShopServer> {
    const folder = await mkdtemp(join(tmpdir(), "trowel-e2e-"));
    const args = ["demo", "--listen", "127.0.0.1:0", "--data", folder];
    try {
      const pattern = /Trowel is open: (http:\/\/\S+)/;
      return new ShopServer(
        await ServerProcess.start(BINARY, args, pattern, {
          TROWEL_NO_SAMPLE_ORDERS: "true",
          ...settings,
        }),
        folder,
      );
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  async stop() {
    await this.#process.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
