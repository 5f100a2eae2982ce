// guards-are-tested.mjs COPY [GUARD…]: the guards of money and stock can be switched off one by one in a copy of the
// source, and without each of them the test that is named beside it has to fail. A guard nobody would miss is no guard, and
// a test that cannot fail is no test.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const stories = ["simulation", "sqlite::every_seed_ends_well"];
/** In the copy: whether this guard is switched off. One build serves all. */
const without = (...guards) => `(${guards.map((guard) => `crate::is_broken("${guard}")`).join(" || ")})`;
/** Puts a statement of its own beside one of a store. */
const beside = (file, statement, looser) => ({ file, from: `    ${statement} = "`, to: `    ${looser}    ${statement} = "` });

const CATALOGUE = "server/src/catalogue/store.rs";
const ORDERING = "server/src/ordering/store.rs";
const SETTLE = "server/src/payment/settle.rs";
const DELETE = "server/src/payment/delete.rs";

/** What a guard does, what stands in its place in the copy, and the test that must notice. */
const GUARDS = [
  {
    guard: "stock is taken only where there is enough",
    edits: (off) => [
      beside(CATALOGUE, "TAKE_FROM_STOCK", `TAKE_ANYWAY = "UPDATE tools SET available = available - $2, changed_at = $4 WHERE id = $1 AND price_cents = $3 AND revision = $5 RETURNING available";\n`),
      { file: CATALOGUE, from: "(&TAKE_FROM_STOCK, values)", to: `(if ${off} { &TAKE_ANYWAY } else { &TAKE_FROM_STOCK }, values)` },
    ],
    test: ["api", "ordering::postgres::a_hundred_buyers_of_ten_pieces_are_ten_orders"],
  },
  {
    guard: "an order is paid only when the provider says so",
    edits: (off) => [
      {
        file: SETTLE,
        from: "        IntentStatus::Processing | IntentStatus::Open => Ok(",
        to: `        IntentStatus::Open if ${off} => succeeded(tx, mail, intent, now).await,\n        IntentStatus::Processing | IntentStatus::Open => Ok(`,
      },
    ],
    test: stories,
  },
  {
    guard: "amount, currency, mode and order of a payment fit",
    edits: (off) => [
      { file: SETTLE, from: "if !fits(intent, &attempt, is_live) =>", to: `if !${off} && !fits(intent, &attempt, is_live) =>` },
    ],
    test: ["api", "payment::sqlite::what_the_provider_says_must_fit_the_order"],
  },
  {
    guard: "an event counts only with its signature",
    edits: (off) => [
      { file: "server/src/payment/http.rs", from: "if !signature_is_valid(", to: `if !${off} && !signature_is_valid(` },
    ],
    test: stories,
  },
  {
    guard: "a payment pays the order it was made for",
    edits: (off) => [
      {
        file: "server/src/payment/confirm.rs",
        from: "attempt.is_none_or(|attempt| attempt.order_id != *order)",
        to: `attempt.is_none_or(|attempt| !${off} && attempt.order_id != *order)`,
      },
    ],
    test: stories,
  },
  {
    guard: "only an unpaid order is deleted",
    edits: () => [
      beside(ORDERING, "DELETE_UNPAID", `DELETE_ANY = "DELETE FROM orders WHERE id = $1 RETURNING tool_id, quantity";\n`),
      {
        file: ORDERING,
        from: "(&DELETE_UNPAID, params!",
        to: `(if ${without("only an unpaid order is deleted", "a paid order does not expire")} { &DELETE_ANY } else { &DELETE_UNPAID }, params!`,
      },
    ],
    test: stories,
  },
  {
    guard: "a paid order does not expire",
    edits: (off) => [
      beside(ORDERING, "UNPAID_BEFORE", `ALL_BEFORE = "SELECT id, created_at FROM orders WHERE created_at < $1 AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT 100";\n`),
      { file: ORDERING, from: "(&UNPAID_BEFORE, values)", to: `(if ${off} { &ALL_BEFORE } else { &UNPAID_BEFORE }, values)` },
    ],
    test: stories,
  },
  {
    guard: "a deleted order returns its stock once",
    edits: (off) => [
      {
        file: DELETE,
        from: "return_to_stock(tx, &tool, quantity, now).await?;",
        to: `return_to_stock(tx, &tool, if ${off} { 2 * quantity } else { quantity }, now).await?;`,
      },
    ],
    test: stories,
  },
  {
    guard: "an open intent is given up before its order goes",
    edits: (off) => [
      {
        file: DELETE,
        from: "return Err(Undo::Cancel(intent_id.clone()));",
        to: `if !${off} {\n                        return Err(Undo::Cancel(intent_id.clone()));\n                    }`,
      },
    ],
    test: stories,
  },
  {
    guard: "money for an order that is gone goes back",
    edits: (off) => [
      {
        file: SETTLE,
        from: "    must_advance(tx, &attempt, &AttemptState::RefundDue { intent_id }, now).await?;",
        to: `    if !${off} {\n        must_advance(tx, &attempt, &AttemptState::RefundDue { intent_id }, now).await?;\n    }`,
      },
    ],
    test: ["api", "payment::sqlite::late_money_for_a_deleted_order_goes_back"],
  },
  {
    guard: "an answer is kept under its idempotency key",
    edits: (off) => [
      {
        file: "server/src/ordering/place.rs",
        from: "idempotency::keep(tx, request, &kept, now).await?;",
        to: `if !${off} {\n                        idempotency::keep(tx, request, &kept, now).await?;\n                    }`,
      },
    ],
    test: stories,
  },
  {
    guard: "one node at a time looks after payments",
    edits: (off) => [
      { file: "server/src/lease/mod.rs", from: "Ok(is_ours.then_some(", to: `Ok((${off} || is_ours).then_some(` },
    ],
    test: ["api", "lease::sqlite::one_node_has_it_at_a_time"],
  },
  {
    guard: "a refund is decided once",
    edits: (off) => [
      {
        file: "server/src/payment/refund/mod.rs",
        from: "        Err(NotAllowed(state)) => return Ok(Decided::Not(why_not(&state, returns_stock))),",
        to: `        Err(NotAllowed(state)) => {\n            if ${off} && returns_stock && state.refund_of().is_some() {\n                catalogue::store::return_to_stock(tx, &order.tool_id, order.quantity, now).await?;\n            }\n            return Ok(Decided::Not(why_not(&state, returns_stock)));\n        }`,
      },
    ],
    test: stories,
  },
  {
    guard: "what was sent away does not go back on the shelf",
    edits: (off) => [
      {
        file: "server/src/ordering/order.rs",
        from: "Self::Shipped { payment, at } if !returns_stock =>",
        to: `Self::Shipped { payment, at } if ${off} || !returns_stock =>`,
      },
    ],
    test: ["simulation", "models::order::an_order_goes_the_way_its_model_goes"],
  },
];

const [copy, ...wanted] = process.argv.slice(2);
const chosen = GUARDS.filter(({ guard }) => wanted.length === 0 || wanted.some((word) => guard.includes(word)));
if (chosen.length === 0) fail(`No guard has ${wanted.join(" or ")} in its name.`);
const started = Date.now();

function fail(...lines) {
  process.stderr.write(`\n${lines.join("\n")}\n`);
  process.exit(1);
}

/** The folder stays the same from run to run, so that its builds replace each other in the shared cache. */
function copySource() {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(file));
  const packed = execFileSync("tar", ["--null", "--files-from=-", "--create"], { input: files.join("\0"), maxBuffer: 1e9 });
  execFileSync("tar", ["--extract", "--touch", "--directory", copy], { input: packed });
  symlinkSync(join(process.cwd(), "web/dist"), join(copy, "web/dist"));
}

function edit({ file, from, to }) {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(from).length !== 2) fail(`${file} has this not exactly once, so its guard must be found anew:`, from);
  writeFileSync(path, text.replace(from, () => to));
}

function makeBreakable() {
  for (const { guard, edits } of GUARDS) edits(without(guard)).forEach(edit);
  const root = join(copy, "server/src/lib.rs");
  const asks = 'pub fn is_broken(guard: &str) -> bool {\n    std::env::var("TROWEL_BROKEN").is_ok_and(|broken| broken == guard)\n}\n';
  writeFileSync(root, `${readFileSync(root, "utf8")}\n${asks}`);
}

function cargo(broken, ...words) {
  const env = {
    ...process.env,
    CARGO_TARGET_DIR: join(copy, "target"),
    RUSTC_WORKSPACE_WRAPPER: join(copy, "scripts/rustc-of-this-clone"),
    RUST_BACKTRACE: "0",
    TROWEL_BROKEN: broken,
    TROWEL_SEEDS: process.env.TROWEL_SEEDS ?? "60",
  };
  const call = ["test", "--locked", "--quiet", "--package", "trowel", ...words];
  const done = spawnSync("cargo", call, { cwd: copy, env, encoding: "utf8", maxBuffer: 1e9 });
  return { passed: done.status === 0, said: `${done.stdout}${done.stderr}` };
}

function run(broken, [target, test]) {
  const { passed, said } = cargo(broken, "--test", target, "--", "--exact", test);
  // A test that was not there has shown nothing.
  if (!said.includes(passed ? "1 passed" : "1 failed")) fail(said, `${target} ${test} was not run.`);
  return { passed, said };
}

copySource();
makeBreakable();
for (const target of new Set(chosen.map(({ test }) => test[0]))) {
  const { passed, said } = cargo("", "--test", target, "--no-run");
  if (!passed) fail(said, "The copy does not compile.");
}
for (const test of new Map(chosen.map(({ test }) => [test.join(" "), test])).values()) {
  const { passed, said } = run("", test);
  if (!passed) fail(said, `${test.join(" ")} fails although every guard stands.`);
}

const width = Math.max(...chosen.map(({ guard }) => guard.length));
let missed = 0;
process.stdout.write(`\n${"broken".padEnd(width)}  fails\n`);
for (const { guard, test } of chosen) {
  const { passed, said } = run(guard, test);
  missed += passed ? 1 : 0;
  const violation = /^seed \d+ on \w+: .*$/m.exec(said)?.[0];
  const failing = passed ? `NOTHING, and not ${test.join(" ")}` : test.join(" ");
  process.stdout.write(`${guard.padEnd(width)}  ${failing}${violation === undefined ? "" : ` (${violation})`}\n`);
}
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(`\n${chosen.length} guards broken, ${chosen.length - missed} noticed, ${missed} missed (${seconds}s)\n`);
process.exit(missed === 0 ? 0 : 1);
