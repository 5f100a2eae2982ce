// mutation-test.mjs FOLDER [WORD…]: compiles a copy of the source in which each check of money and stock can be
// disabled, then disables them one by one. The test named beside a check must fail without it.
// With --check it only finds out whether every edit still fits the source.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";

const SIMULATION = ["simulation", "sqlite::every_seed_ends_well"];
/** Rust, in the copy: whether one of these checks is disabled. One build serves all of them. */
const disabled = (...names) => `(${names.map((name) => `crate::is_disabled("${name}")`).join(" || ")})`;
/** Gives a query of a store a second one without the check, and chooses between them. */
const switched = (file, off, { query, parameters, rows, result, sql, values = "" }) => {
  const names = parameters.split(", ").map((parameter) => parameter.split(":")[0]);
  const call = (end) => `${query}_${end}(tx, ${names.join(", ")})`;
  return [
    [
      file,
      `fn ${query}(${parameters}) -> ${rows} =`,
      `fn ${query}_anyway(${parameters}) -> ${rows} = "${sql}"${values};\n    fn ${query}_checked(${parameters}) -> ${rows} =`,
    ],
    [
      file,
      "\nqueries! {",
      `\npub fn ${query}<'t>(tx: &'t Tx<'t>, ${parameters}) -> crate::db::TxFuture<'t, Result<${result}, Error>> {\n    ` +
        `if ${off} { ${call("anyway")} } else { ${call("checked")} }\n}\n\nqueries! {`,
    ],
  ];
};

const CATALOGUE = "server/src/catalogue/tools/store.rs";
const ORDERS = "server/src/sales/orders/store.rs";
const APPLY = "server/src/sales/payments/apply_intent.rs";
const DELETE = "server/src/sales/payments/delete_order.rs";
const QUOTE = "server/src/sales/quote/mod.rs";
const SHARES = "server/src/values/taxes/shares.rs";
const TAXES = ["properties", "taxes::a_second_program_calculates_the_same_taxes"];

/** The name of each check, [file, text, replacement] of its edits, and the test that must fail. */
const CHECKS = [
  {
    name: "stock is taken only where there is enough",
    edits: (off) =>
      switched(CATALOGUE, off, {
        query: "take",
        parameters: "tool: &SoldTool<'_>, quantity: i64, second: i64, min_left: i64",
        rows: "Last",
        result: "()",
        sql:
          "UPDATE tools SET available = available - $2, changed_at = $4 \\\n" +
          "WHERE id = $1 AND price_cents = $3 AND revision = $5 AND $6 >= 0 RETURNING available",
        values: ", [tool.id, quantity, tool.price, second, tool.revision, min_left]",
      }),
    test: ["api", "sales::orders::postgres::a_hundred_buyers_of_ten_pieces_are_ten_orders"],
  },
  {
    name: "an order is paid only when the provider says so",
    edits: (off) => {
      const others = "        IntentStatus::Processing | IntentStatus::RequiresAction | IntentStatus::Open => {";
      return [[APPLY, others, `        IntentStatus::Open if ${off} => apply_succeeded(tx, owner, webhooks, intent, now).await,\n${others}`]];
    },
    test: SIMULATION,
  },
  {
    name: "amount, currency, mode and order of a payment fit",
    edits: (off) => [[APPLY, "if !matches_payment(intent, &payment, is_live) =>", `if !${off} && !matches_payment(intent, &payment, is_live) =>`]],
    test: ["api", "sales::payment::sqlite::what_the_provider_says_must_fit_the_order"],
  },
  {
    name: "an event counts only with its signature",
    edits: (off) => [["server/src/sales/payments/http.rs", "if !signature_is_valid(", `if !${off} && !signature_is_valid(`]],
    test: SIMULATION,
  },
  {
    name: "a payment pays the order it was made for",
    edits: (off) => {
      const start = "payment.is_none_or(|payment| ";
      const rest = "payment.order_id != found.line.purchase_id)";
      return [["server/src/sales/payments/confirm.rs", start + rest, `${start}!${off} && ${rest}`]];
    },
    test: SIMULATION,
  },
  {
    name: "only an unpaid order is deleted",
    edits: (off) => {
      const either = `(${off} || ${disabled("a paid order does not expire")})`;
      return [
        [DELETE, ".find(|state| **state != OrderState::Unpaid)", `.find(|state| !${either} && **state != OrderState::Unpaid)`],
        ...switched(ORDERS, either, {
          query: "delete_unpaid",
          parameters: "id: &Id",
          rows: "Option<DeletedOrder>",
          result: "Option<DeletedOrder>",
          sql: "DELETE FROM orders WHERE id = $1 RETURNING tool_id, quantity, created_at",
        }),
      ];
    },
    test: SIMULATION,
  },
  {
    name: "a paid order does not expire",
    edits: (off) =>
      switched(ORDERS, off, {
        query: "unpaid_before",
        parameters: "moment: Timestamp, after: &PageCursor",
        rows: "Vec<(Id, Timestamp, Id)>",
        result: "Vec<(Id, Timestamp, Id)>",
        sql:
          "SELECT id, created_at, purchase_id FROM orders WHERE created_at < $1 \\\n" +
          "AND (created_at, id) > ($2, $3) ORDER BY created_at, id LIMIT 100",
        values: ", [moment, after.created_at, after.id]",
      }),
    test: SIMULATION,
  },
  {
    name: "a deleted order returns its stock once",
    edits: (off) => {
      const [start, rest] = ["add_to_stock(tx, tool_id, ", ", now).await?;"];
      const twice = `${start}if ${off} { 2 * quantity } else { *quantity }${rest}`;
      return [[CATALOGUE, `${start}*quantity${rest}`, twice]];
    },
    test: SIMULATION,
  },
  {
    name: "an open intent is cancelled before its order is deleted",
    edits: (off) => {
      const cancel = "return Err(RollbackReason::Cancel(intent_id.clone()));";
      return [[DELETE, cancel, `if !${off} { ${cancel} }`]];
    },
    test: SIMULATION,
  },
  {
    name: "a payment for a deleted order is refunded",
    edits: (off) => {
      const refund = "    transition_or_retry(tx, &payment, &PaymentState::RefundDue { intent_id }, now).await?;";
      return [[APPLY, refund, `    if !${off} { ${refund} }`]];
    },
    test: ["api", "sales::payment::sqlite::late_money_for_a_deleted_order_goes_back"],
  },
  {
    name: "a response is stored under its idempotency key",
    edits: (off) => {
      const store = "idempotency::store_response(tx, request, &kept, now).await?;";
      return [["server/src/sales/orders/place_order.rs", store, `if !${off} { ${store} }`]];
    },
    test: SIMULATION,
  },
  {
    name: "one node at a time runs the jobs of payments",
    edits: (off) => [["server/src/base/lease/mod.rs", "Ok(is_ours.then_some(", `Ok((${off} || is_ours).then_some(`]],
    test: ["api", "base::lease::sqlite::one_node_has_it_at_a_time"],
  },
  {
    name: "a refund is decided once",
    edits: (off) => {
      const decide = "let selection = self.selection(&purchase)?;";
      const again = "crate::catalogue::tools::store::add_to_stock(tx, &first.tool_id, first.quantity, self.at).await?;";
      const refused = `if ${off} && first.state.order_refund().is_some()
            && self.selection(&purchase).is_err()
            && let Some(refund) = purchase.refunds.last()
            && let Some(payment) = payments::by_intent(tx, &intent_id).await?
        {
            ${again}
            return Ok(Decided { refund: refund.clone(), payment, restocked: Vec::new() });
        }`;
      return [["server/src/sales/payments/refund/decide.rs", decide, `${refused}\n        ${decide}`]];
    },
    test: SIMULATION,
  },
  {
    name: "a shipped order does not return stock",
    edits: (off) => {
      const [start, rest] = ["Self::Shipped { payment, at } if ", "!returns_stock =>"];
      return [["server/src/sales/orders/order.rs", start + rest, `${start}${off} || ${rest}`]];
    },
    test: ["simulation", "models::order::an_order_goes_the_way_its_model_goes"],
  },
  {
    name: "a rest is stored as it is quoted",
    edits: (off) => [
      ["server/src/sales/payments/purchase/requote.rs", "    purchases::store::update(tx, &purchase).await?;", `    if !${off} { purchases::store::update(tx, &purchase).await?; }`],
    ],
    test: SIMULATION,
  },
  {
    name: "a pick-up is taxed where the shop is",
    edits: (off) => [
      [QUOTE, "charges.home.filter(|_| is_pick_up)", `charges.home.filter(|_| is_pick_up && !${off})`],
    ],
    test: SIMULATION,
  },
  {
    name: "a line is not deleted beside an open payment",
    edits: (off) => [
      [DELETE, "} else if deletion.can_cancel {", `} else if deletion.can_cancel && !(${off} && !kept.is_empty()) {`],
      [DELETE, "} else if !kept.is_empty() {", `} else if !kept.is_empty() && !${off} {`],
    ],
    test: SIMULATION,
  },
  {
    name: "a purchase expires as a whole",
    edits: (off) => [
      ["server/src/sales/payments/cancel_order.rs", "order: (!deletes_all)", `order: (!deletes_all || (${off} && matches!(expiry, Some((_, OrderExpiry::Checkout(_))))))`],
    ],
    test: SIMULATION,
  },
  {
    name: "the last refund returns the delivery",
    edits: (off) => [
      ["server/src/sales/payments/refund/plan.rs", "(rest.amount > 0 && self", `(!${off} && rest.amount > 0 && self`],
    ],
    test: ["api", "sales::checkout::in_demo::sqlite::each_line_goes_back_with_its_share_and_the_last_with_the_delivery"],
  },
  {
    name: "a checkout ends its basket",
    edits: (off) => [
      ["server/src/sales/checkout/mod.rs", "    basket::store::delete_at_end(tx, &basket.id, basket.revision).await?;", `    if !${off} { basket::store::delete_at_end(tx, &basket.id, basket.revision).await?; }`],
    ],
    test: SIMULATION,
  },
  {
    name: "a key buys once",
    edits: (off) => [
      ["server/src/sales/orders/place_order.rs", "idempotency::store_response(tx, request, &kept, now).await?;", `if !${off} { idempotency::store_response(tx, request, &kept, now).await?; }`],
    ],
    test: SIMULATION,
  },
  {
    name: "a refused checkout names its tool",
    edits: (off) => [
      ["server/src/sales/checkout/problem.rs", ".with(\"toolName\", name);", `.with("toolName", if ${off} { String::new() } else { name });`],
    ],
    test: SIMULATION,
  },
  {
    name: "half a cent of a tax counts as one",
    edits: (off) => [[QUOTE, "amount: rate.amount(base)", `amount: rate.amount(base) - i64::from(${off} && base * rate.millionths % 1_000_000 == 500_000)`]],
    test: TAXES,
  },
  {
    name: "a tax is rounded once for a purchase",
    edits: (off) => [
      [
        QUOTE,
        "    let federal_shares = tax_shares(",
        `    let by_line = |tax: QuotedTax| {
        let amount = goods.nets.iter().chain([&(tax.base - goods.net)]).map(|net| tax.rate.amount(*net)).sum();
        if ${off} { QuotedTax { amount, ..tax } } else { tax }
    };
    let (federal, provincial) = (federal.map(by_line), provincial.map(by_line));
    let federal_shares = tax_shares(`,
      ],
    ],
    test: TAXES,
  },
  {
    name: "two taxes are rounded each for itself",
    edits: (off) => [
      [
        QUOTE,
        "    let federal_shares = tax_shares(",
        `    let at_once = |tax: QuotedTax| {
        let Some(federal) = federal.as_ref().filter(|_| ${off}) else { return tax };
        let both = Rate { millionths: federal.rate.millionths + tax.rate.millionths, ..tax.rate };
        QuotedTax { amount: both.amount(tax.base) - federal.amount, ..tax }
    };
    let provincial = provincial.map(at_once);
    let federal_shares = tax_shares(`,
      ],
    ],
    test: TAXES,
  },
  {
    name: "the rate is the one of the day",
    edits: (off) => [[QUOTE, "rates_on(province, terms.day, ", `rates_on(province, if ${off} { terms.day.yesterday().unwrap_or_default() } else { terms.day }, `]],
    test: TAXES,
  },
  {
    name: "the base of a provincial tax is without GST",
    edits: (off) => {
      const base = "if is_delivery_taxed { whole } else { goods.net }";
      return [[QUOTE, base, `${base} + federal.as_ref().map_or(0, |tax| if ${off} { tax.amount } else { 0 })`]];
    },
    test: TAXES,
  },
  {
    name: "a tax is charged from its registration on",
    edits: (off) => [["server/src/settings/tax_registrations.rs", "registration.is_valid_on(day))", `(${off} || registration.is_valid_on(day)))`]],
    test: TAXES,
  },
  {
    name: "of equal remainders the first one gets the cent",
    edits: (off) => [[SHARES, "    // Stable, so that", `    if ${off} { remainders.reverse(); }\n    // Stable, so that`]],
    test: TAXES,
  },
  {
    name: "the last refund returns the rest of the tax",
    edits: (off) => [[SHARES, "i64::try_from(doubled / (2 * i128::from(net)))", `i64::try_from((doubled - if ${off} { 1 } else { 0 }) / (2 * i128::from(net)))`]],
    test: TAXES,
  },
];

const isCheck = process.argv.includes("--check");
const [folder, ...words] = process.argv.slice(2).filter((argument) => argument !== "--check");
const copy = join(folder, "source");
const chosen = CHECKS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) fail(`No check has ${words.join(" or ")} in its name.`);
const started = Date.now();

function fail(...lines) {
  process.stderr.write(`\n${lines.join("\n")}\n`);
  process.exit(1);
}

function copySource() {
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" });
  for (const file of listed.split("\0").filter((name) => name !== "" && existsSync(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(file, join(copy, file));
  }
  symlinkSync(resolve("web/dist"), join(copy, "web/dist"));
}

function edit([file, from, to]) {
  const path = join(copy, file);
  const text = readFileSync(path, "utf8");
  if (text.split(from).length !== 2) fail(`This test no longer fits the source. ${file} must have this exactly once:`, from);
  writeFileSync(path, text.replace(from, () => to));
}

function addSwitches() {
  for (const { name, edits } of CHECKS) edits(disabled(name)).forEach(edit);
  const root = join(copy, "server/src/lib.rs");
  const isDisabled =
    'pub fn is_disabled(name: &str) -> bool {\n    std::env::var("TROWEL_DISABLED").is_ok_and(|disabled| disabled == name)\n}\n';
  writeFileSync(root, `${readFileSync(root, "utf8")}\n${isDisabled}`);
}

function cargo(name, ...args) {
  // A build folder of its own: cargo must never take the copy's crates for the clone's.
  const { CARGO_BUILD_BUILD_DIR: _, ...inherited } = process.env;
  const settings = {
    CARGO_TARGET_DIR: resolve(folder, "target"),
    RUST_BACKTRACE: "0",
    TROWEL_DISABLED: name,
    TROWEL_SEEDS: process.env.TROWEL_SEEDS ?? "60",
  };
  const command = ["test", "--locked", "--quiet", "--package", "trowel", ...args];
  const done = spawnSync("cargo", command, { cwd: copy, env: { ...inherited, ...settings }, encoding: "utf8", maxBuffer: 1e9 });
  return { passed: done.status === 0, output: `${done.stdout}${done.stderr}` };
}

function run(name, [target, test]) {
  const { passed, output } = cargo(name, "--test", target, "--", "--exact", test);
  if (!output.includes(passed ? "1 passed" : "1 failed")) fail(output, `${target} ${test} did not run.`);
  return { passed, output };
}

copySource();
addSwitches();
if (isCheck) process.exit(0);
for (const target of new Set(chosen.map(({ test }) => test[0]))) {
  const { passed, output } = cargo("", "--test", target, "--no-run");
  if (!passed) fail(output, "The copy does not compile.");
}
for (const test of new Map(chosen.map(({ test }) => [test.join(" "), test])).values()) {
  const { passed, output } = run("", test);
  if (!passed) fail(output, `${test.join(" ")} fails although no check is disabled.`);
}

const width = Math.max(...chosen.map(({ name }) => name.length));
let missed = 0;
process.stdout.write(`\n${"disabled".padEnd(width)}  fails\n`);
for (const { name, test } of chosen) {
  const { passed, output } = run(name, test);
  missed += passed ? 1 : 0;
  const violation = /^seed \d+ on \w+: .*$/m.exec(output)?.[0];
  const failing = passed ? `NOTHING, not even ${test.join(" ")}` : test.join(" ");
  process.stdout.write(`${name.padEnd(width)}  ${failing}${violation === undefined ? "" : ` (${violation})`}\n`);
}
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(`\n${chosen.length} checks disabled, ${chosen.length - missed} noticed, ${missed} missed (${seconds}s)\n`);
process.exit(missed === 0 ? 0 : 1);
