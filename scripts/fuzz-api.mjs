// fuzz-api.mjs PROGRAM SCHEMATHESIS EXAMPLES: see scripts/fuzz-api.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Shop } from "../faults/harness/shop.mjs";

const [file, schemathesis, examples] = process.argv.slice(2);
const DOCUMENT = resolve("openapi.json");
const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
];
/** They end the session that the other calls need. The visitor calls them. */
const SESSION_ENDING = ["sign-out", "sessions", "account/close", "password/change"].map((name) => `/identity/${name}`);
/** High limits, so that 429 is not the answer to every call after the first ten. */
const LIMITS = { TROWEL_SMS_PER_HOUR: "1000000", TROWEL_MAX_LOGIN_FAILURES: "1000000", TROWEL_MAX_REVIEWS: "1000000" };

const folder = await mkdtemp(join(tmpdir(), "trowel-fuzz-api-"));

/** Schemathesis's configuration that sets path parameters; generated ids would only get 404. */
function pathParameters(parameters) {
  const lines = Object.entries(parameters).map(([path, of]) => {
    const pairs = Object.entries(of).map(([name, value]) => `"path.${name}" = ${JSON.stringify(value)}`);
    return `[[operations]]\ninclude-path = ${JSON.stringify(path)}\n[operations.parameters]\n${pairs.join("\n")}\n`;
  });
  return lines.join("\n");
}

async function fuzz(client, { credentials = {}, ids = {}, without = [] }) {
  const config = join(folder, "schemathesis.toml");
  await writeFile(config, pathParameters(ids));
  const headers = Object.entries(credentials).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const args = [
    ...["--config-file", config, "run", DOCUMENT, "--url", `${shop.origin}/api`],
    ...["--phases", "examples,coverage,fuzzing", "--checks", CHECKS.join(","), "-n", examples, "--seed", "1"],
    ...["--generation-database", "none", "--continue-on-failure", "--request-timeout", "20", "--warnings", "off"],
    ...["--suppress-health-check", "all", "--no-color"],
    ...without.flatMap((path) => ["--exclude-path", path]),
    ...headers,
  ];
  const run = spawn(schemathesis, args, { stdio: ["ignore", "pipe", "inherit"], cwd: folder }); // it writes files there
  let output = "";
  for await (const part of run.stdout) output += part;
  const cases = Number(/(\d+) generated/.exec(output)?.[1] ?? 0);
  const failures = Number(/(\d+) found/.exec(output)?.[1] ?? 0);
  const status = run.exitCode ?? (await new Promise((ended) => run.on("close", ended)));
  if (status !== 0) console.log(output.slice(output.search(/=+ (ERRORS|FAILURES) =+/)));
  console.log(`${client}: ${cases} requests, ${failures} failures`);
  return { cases, isClean: status === 0 && cases > 0 };
}

const shop = await Shop.open(file, { cards: true, settings: LIMITS });
const customer = await shop.customer();
const [tool] = await shop.addTools(1, 1_000_000);
const placed = await customer.place(tool, "fuzz");
assert.equal(placed.status, 200, placed.text);
const ids = {
  "/tools/{id}": { id: tool._id },
  "/orders/{id}": { id: placed.json.insertedId },
  "/orders/{id}/refund": { id: placed.json.insertedId },
  "/user/{email}": { email: customer.email },
  "/profiles/{email}": { email: customer.email },
  "/admin/{email}": { email: customer.email },
};
const without = SESSION_ENDING;
const { credentials } = customer;
const owner = shop.owner.credentials;
const runs = [
  ["a visitor", { ids }],
  ["a customer, generated ids", { credentials, without }],
  ["a customer, existing ids", { credentials, ids, without }],
  ["an admin, generated ids", { credentials: owner, without }],
  ["an admin, existing ids", { credentials: owner, ids, without }],
];
let cases = 0;
const failed = [];
for (const [client, options] of runs) {
  const result = await fuzz(client, options);
  cases += result.cases;
  if (!result.isClean) failed.push(client);
}
const differences = await shop.differences();
if (differences) failed.push(differences);
await rm(folder, { recursive: true });
console.log(`fuzz-api: ${cases} requests; failed: ${failed.join(", ") || "none"}`);
if (failed.length > 0) process.exitCode = 1;
await shop.close();
