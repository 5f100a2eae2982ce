// schema-hunt.mjs PROGRAM ST EXAMPLES: see scripts/schema-hunt.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Shop } from "./shop-under-test/shop.mjs";

const [file, st, examples = "30"] = process.argv.slice(2);
const DOCUMENT = resolve("openapi.json");
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** They end the proof that the others need; whoever has none may call them. */
const LAST_CALLS = ["/identity/sign-out", "/identity/sessions", "/identity/account/close", "/identity/password/change"];
/** So that 429 is an answer of a limit, and not of every call after the first ten. */
const LIMITS = { TROWEL_MAX_TEXTS: "1000000", TROWEL_FREE_GUESSES: "1000000", TROWEL_MAX_REVIEWS: "1000000" };

const folder = await mkdtemp(join(tmpdir(), "trowel-hunt-"));

/** What there is to be found under the ids of paths: a hunter who makes them up finds nothing. */
function named(parameters) {
  const lines = Object.entries(parameters).map(([path, of]) => {
    const pairs = Object.entries(of).map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`);
    return `[[operations]]\ninclude-path = ${JSON.stringify(path)}\n[operations.parameters]\n${pairs.join("\n")}\n`;
  });
  return lines.join("\n");
}

async function hunt(who, shop, { proof = {}, things = {}, without = [] }) {
  const config = join(folder, "schemathesis.toml");
  await writeFile(config, named(things));
  const headers = Object.entries(proof).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = [
    ...["--config-file", config, "run", DOCUMENT, "--url", `${shop.origin}/api`],
    ...["--phases", "examples,coverage,fuzzing", "--checks", CHECKS.join(","), "-n", examples, "--seed", "1"],
    ...["--generation-database", "none", "--continue-on-failure", "--request-timeout", "20", "--warnings", "off"],
    ...["--suppress-health-check", "all", "--no-color"],
    ...without.flatMap((path) => ["--exclude-path", path]),
    ...headers,
  ];
  const hunter = spawn(st, args, { stdio: ["ignore", "pipe", "inherit"], cwd: folder }); // it leaves what it learned there
  let told = "";
  for await (const part of hunter.stdout) told += part;
  const cases = Number(/(\d+) generated/.exec(told)?.[1] ?? 0);
  const failures = Number(/(\d+) found/.exec(told)?.[1] ?? 0);
  const status = hunter.exitCode ?? (await new Promise((ended) => hunter.on("close", ended)));
  if (status !== 0) console.log(told.slice(told.search(/=+ (ERRORS|FAILURES) =+/)));
  console.log(`${who}: ${cases} requests, ${failures} failures`);
  return { cases, isClean: status === 0 && cases > 0 };
}

const shop = await Shop.open(file, { cards: true, settings: LIMITS });
const customer = await shop.customer();
const [tool] = await shop.stock(1, 1_000_000);
const placed = await customer.place(tool, "hunt");
assert.equal(placed.status, 200, placed.text);
const things = {
  "/tools/{id}": { id: tool._id },
  "/orders/{id}": { id: placed.json.insertedId },
  "/orders/{id}/refund": { id: placed.json.insertedId },
  "/user/{email}": { email: customer.email },
  "/profiles/{email}": { email: customer.email },
  "/admin/{email}": { email: customer.email },
};
const ended = { without: LAST_CALLS };
const hunts = [
  ["a visitor", { things }],
  ["a customer, anything", { proof: customer.proof, ...ended }],
  ["a customer, what is there", { proof: customer.proof, things, ...ended }],
  ["an administrator, anything", { proof: shop.owner.proof, ...ended }],
  ["an administrator, what is there", { proof: shop.owner.proof, things, ...ended }],
];
let cases = 0;
const unclean = [];
for (const [who, about] of hunts) {
  const hunted = await hunt(who, shop, about);
  cases += hunted.cases;
  if (!hunted.isClean) unclean.push(who);
}
const said = await shop.disagreement();
if (said) unclean.push(`the books: ${said}`);
await rm(folder, { recursive: true });
console.log(`schema hunt: ${cases} requests, ${unclean.length} of ${hunts.length} hunts with findings`);
if (unclean.length > 0) process.exitCode = 1;
await shop.close();
