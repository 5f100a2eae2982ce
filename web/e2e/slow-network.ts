import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";

/** Slow 4G as Lighthouse has it: milliseconds from a request to its response, and bytes a second. */
const LATENCY = 150;
const THROUGHPUT = 204_800;
const PACKET = 8_192;

/**
 * A SOCKS 5 proxy between browser and shop that can be slow. The emulation of Chromium itself
 * (`Network.emulateNetworkConditions`) at times leaves requests unsent for ever on free connections.
 */
export class SlowNetwork {
  isSlow = false;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** When the line has carried what it has taken. */
  #free = 0;

  private constructor() {
    this.#server = createServer((browser) => {
      // A page that goes away closes its connections in the middle of an answer.
      void this.#carry(browser).catch(() => browser.destroy());
    });
  }

  static async start(): Promise<SlowNetwork> {
    const network = new SlowNetwork();
    await once(network.#server.listen(0, "127.0.0.1"), "listening");
    return network;
  }

  /**
   * The proxy setting for Playwright, which would reach addresses of this machine without a proxy.
   */
  get proxy() {
    const { port } = this.#server.address() as AddressInfo;
    return { server: `socks5://127.0.0.1:${port}`, bypass: "<-loopback>" };
  }

  async stop() {
    const closed = once(this.#server.close(), "close");
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #carry(browser: Socket) {
    this.#watch(browser);
    const shop = this.#watch(connect(await answerHandshake(browser)));
    const requests = async function* (this: SlowNetwork, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        if (this.isSlow) await pause(LATENCY);
        yield chunk;
      }
    };
    const responses = async function* (this: SlowNetwork, chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks)
        for (let at = 0; at < chunk.length; at += PACKET) {
          const packet = chunk.subarray(at, at + PACKET);
          if (this.isSlow) await this.#line(packet.length);
          yield packet;
        }
    };
    await Promise.all([
      pipeline(browser, requests.bind(this), shop),
      pipeline(shop, responses.bind(this), browser),
    ]);
  }

  #watch(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.once("close", () => this.#sockets.delete(socket)).setNoDelay();
  }

  /** All connections share one line. */
  async #line(bytes: number) {
    const now = performance.now();
    this.#free = Math.max(now, this.#free) + (bytes / THROUGHPUT) * 1000;
    await pause(this.#free - now);
  }
}

/** RFC 1928: no authentication, then CONNECT, by name from Chromium and by IPv4 address from Playwright. */
async function answerHandshake(browser: Socket): Promise<{ host: string; port: number }> {
  const receive = async () => ((await once(browser, "data")) as [Buffer])[0];
  await receive();
  browser.write(Buffer.from([5, 0]));
  const request = await receive();
  browser.pause().write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  const isName = request.readUInt8(3) === 3;
  const end = isName ? 5 + request.readUInt8(4) : 8;
  const host = isName ? request.toString("latin1", 5, end) : request.subarray(4, end).join(".");
  return { host, port: request.readUInt16BE(end) };
}
