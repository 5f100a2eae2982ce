// hostile-input.mjs PROGRAM: memory and processor time that hostile bodies, pictures and texts cost the built shop.
// Goals: a body 32 MiB, a picture 96 MiB and one second, a text ten milliseconds.
import assert from "node:assert/strict";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { parseArguments } from "./harness/program.mjs";
import { Shop } from "./harness/shop.mjs";
import { peakMemory, processorMs, untilIdle } from "./harness/usage.mjs";

const MIB = 1024 * 1024;
const [program] = parseArguments("PROGRAM");
const shop = await Shop.open(program);
const missed = [];
const check = (what, isMet) => {
  if (!isMet) missed.push(what);
};
const { authorization } = shop.owner.credentials;

/** Sends a head and a body. Returns the status, or `closed` if the connection ended without a response. */
async function raw(head, body = []) {
  const socket = connect(shop.port, "127.0.0.1");
  let received = "";
  const answered = new Promise((resolve) => {
    socket.on("data", (part) => resolve((received += part.subarray(0, 64))));
    socket.on("close", resolve);
    socket.on("error", resolve);
    setTimeout(resolve, 60_000).unref();
  });
  socket.write(`${head}\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`);
  const sending = Readable.from(body);
  sending.pipe(socket, { end: false });
  await answered;
  sending.destroy();
  socket.destroy();
  return /^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? "closed";
}

function* chunks(count, content) {
  const chunk = Buffer.from(`${content.length.toString(16)}\r\n${content}\r\n`);
  for (let n = 0; n < count; n += 1) yield chunk;
}
function* parts(count, content) {
  const part = Buffer.from(content);
  for (let n = 0; n < count; n += 1) yield part;
}

const json = (framing) => `POST /api/orders HTTP/1.1\r\nContent-Type: application/json\r\n${framing}`;
const ticket = async () => {
  await turn(); // lets the client notice that a kept connection was closed
  return (await shop.owner.call("POST", "/images/ticket")).json.key;
};
const form = (key, framing) =>
  `POST /api/images?key=${key} HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=x\r\n${framing}`;
const opening = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n';

const deep = `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
const key = await ticket();
const BODIES = [
  ["endless JSON, in chunks", 64, ["413"], () =>
    raw(json("Transfer-Encoding: chunked"), chunks(4_096, " ".repeat(16_384)))],
  ["64 MiB of JSON, announced", 64, ["413"], () =>
    raw(json(`Content-Length: ${64 * MIB}`), parts(1_024, " ".repeat(65_536)))],
  ["60,000 brackets", 64, ["400"], () => raw(json(`Content-Length: ${deep.length}`), [Buffer.from(deep)])],
  ["a gzip bomb as JSON", 64, ["415"], () => {
    const bomb = deflateSync(Buffer.alloc(40 * MIB)).subarray(0, 60_000);
    return raw(json(`Content-Encoding: gzip\r\nContent-Length: ${bomb.length}`), [bomb]);
  }],
  ["an endless picture, in chunks", 8, ["413", "503"], () =>
    raw(form(key, "Transfer-Encoding: chunked"), [...chunks(1, opening), ...chunks(3_000, "x".repeat(16_384))])],
  ["a terabyte of picture, announced", 64, ["413", "503"], () => raw(form(key, "Content-Length: 1000000000000"), [])],
  ["a picture with an unknown ticket, in chunks", 64, ["403"], () =>
    raw(form("unknown", "Transfer-Encoding: chunked"), chunks(3_000, "x".repeat(16_384)))],
];
for (const [what, count, expected, send] of BODIES) {
  const { result, mib } = await peakMemory(shop.pid, () => Promise.all(Array.from({ length: count }, send)));
  const statuses = [...new Set(result)];
  const isRefused = statuses.every((status) => [...expected, "closed"].includes(status));
  console.log(`${what}, ${count} at once: ${statuses.join(" ")}, +${mib.toFixed(1)} MiB`);
  check(`${what}: ${statuses}, +${mib.toFixed(1)} MiB`, isRefused && mib <= 32);
}

function chunk(kind, content) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const named = Buffer.concat([Buffer.from(kind), content]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
/** A square PNG whose pixels decompress to `bytes` zeros, with the chunks `extra` in front of them. */
function png(side, depth, colour, bytes, { interlaced = 0, extra = [] } = {}) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([depth, colour, 0, 0, interlaced], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(bytes)));
  return Buffer.concat([signature, chunk("IHDR", head), ...extra, pixels, chunk("IEND", Buffer.alloc(0))]);
}
const compressed = (kind, name, size) => ({
  extra: [chunk(kind, Buffer.concat([Buffer.from(name), deflateSync(Buffer.alloc(size))]))],
});
const rows = (side, bytes) => side * (side * bytes + 1);
const PICTURES = [
  ["a PNG of 4096² in three colours", png(4_096, 8, 2, rows(4_096, 3))],
  ["a PNG of 4096² with transparency", png(4_096, 8, 6, rows(4_096, 4))],
  ["the same, interlaced", png(4_096, 8, 6, rows(4_096, 4) + 70_000, { interlaced: 1 })],
  ["a PNG of 4096² in 16 bits", png(4_096, 16, 6, rows(4_096, 8))],
  ["a PNG of 65,535²", png(65_535, 8, 2, MIB)],
  ["a PNG that decompresses to 300 MiB", png(64, 8, 2, 300 * MIB)],
  ["a profile that decompresses to 300 MiB", png(64, 8, 2, rows(64, 3), compressed("iCCP", "a\0\0", 300 * MIB))],
  ["a text that decompresses to 300 MiB", png(64, 8, 2, rows(64, 3), compressed("zTXt", "Comment\0\0", 300 * MIB))],
  ["an international text of 300 MiB", png(64, 8, 2, rows(64, 3), compressed("iTXt", "Comment\0\x01\0\0\0", 300 * MIB))],
];
for (const [what, picture] of PICTURES) {
  const own = await ticket();
  const body = Buffer.concat([Buffer.from(opening), picture, Buffer.from("\r\n--x--\r\n")]);
  const began = await processorMs(shop.pid);
  const framing = `Content-Length: ${body.length}\r\nConnection: close`;
  const { result, mib } = await peakMemory(shop.pid, () => raw(form(own, framing), parts(1, body)));
  const ms = (await processorMs(shop.pid)) - began;
  const figures = `${result}, ${ms.toFixed(0)} ms, +${mib.toFixed(1)} MiB`;
  console.log(`${what} (${(body.length / 1024).toFixed(0)} kB): ${figures}`);
  check(`${what}: ${figures}`, /^(200|4..)$/.test(result) && ms <= 1_000 && mib <= 96);
}

// Background work of the uploads must not count as the cost of a text.
await untilIdle(shop.pid);
const TIMES = 5;
const FILLERS = ["a", "../", "%2e%2e%2f", "%00", "'+OR+1=1--", "%0d%0aSet-Cookie:x=1;", "%1b[31m", "((((((((", "%25", "\u00e9"];
const places = [
  ["a path", (long) => `GET /api/tools/${long} HTTP/1.1`],
  ["an address", (long) => `GET /api/profiles/${long} HTTP/1.1`],
  ["a page", (long) => `GET /${long} HTTP/1.1`],
  ["a search", (long) => `GET /api/tools?q=${long} HTTP/1.1`],
  ["a cursor", (long) => `GET /api/orders?cursor=${long} HTTP/1.1`],
  ["a search of all orders", (long) => `GET /api/manageOrders?q=${long} HTTP/1.1`],
  ["a key", (long) => `POST /api/orders HTTP/1.1\r\nIdempotency-Key: ${long}`],
  ["a cookie", (long) => `GET /api/identity/session HTTP/1.1\r\nCookie: trowel_session=${long}`],
  ["a tag", (long) => `GET /api/tools HTTP/1.1\r\nIf-None-Match: ${long}`],
  ["an encoding", (long) => `GET /api/tools HTTP/1.1\r\nAccept-Encoding: ${long}`],
];
let slowest = 0;
let texts = 0;
for (const [what, head] of places) {
  // Within the limit for a request's head, and beyond it.
  for (const size of [1_000, 7_000, 60_000, MIB]) {
    for (const filler of FILLERS) {
      const long = filler.repeat(size / filler.length);
      const began = await processorMs(shop.pid);
      for (let n = 0; n < TIMES; n += 1) {
        const status = await raw(`${head(long)}\r\nConnection: close`);
        check(`${what} of ${size} bytes of ${filler}: ${status}`, status === "closed" || Number(status) < 500);
      }
      const ms = ((await processorMs(shop.pid)) - began) / TIMES;
      texts += TIMES;
      slowest = Math.max(slowest, ms);
      check(`${what} of ${size} bytes of ${filler}: ${ms.toFixed(1)} ms`, ms <= 10);
    }
  }
}
assert.equal(await shop.differences(), undefined);
console.log(`${texts} texts of up to a megabyte: at most ${slowest.toFixed(1)} ms each`);
for (const miss of missed) console.log(`MISSED ${miss}`);
console.log(`${BODIES.length} bodies, ${PICTURES.length} pictures, ${texts} texts, ${missed.length} goals missed`);
if (missed.length > 0) process.exitCode = 1;
await shop.close();
