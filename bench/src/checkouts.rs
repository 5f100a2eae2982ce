//! Checkouts of three tools, with delivery and taxes, and the quotes that they rest on. Their rate stands beside single
//! orders of the same run, without both.

use std::{hint::black_box, net::SocketAddr, path::Path, time::Instant};

use serde_json::{Value, json};
use trowel::{
    base::config::RunMode,
    db::{self, Tx},
    sales::quote::{QuoteLine, QuoteTerms, quote},
    settings::{
        charges::Charges,
        delivery::Destination,
        shop_settings::{
            preferences::{FIRST_CHARGES_OF_DEMO, ShopPreferences},
            settings::ChangedSettings,
            store,
        },
    },
    values::{ids::Id, money::Cents, province::Province, time::Timestamp},
};

use crate::{
    Failure,
    load::{self, Outcome},
    orders::{self, Buyer},
    report,
};

/// The tools of a basket.
const LINES: usize = 3;
/// Tools on sale. Buyers take different ones.
pub const TOOLS: usize = 50;
/// How far the first tools of two callers are apart.
pub const APART: usize = 3;
/// A basket costs three requests before it is measured.
const CUSTOMERS_PER_CALLER: usize = 200;
/// Registers the shop for all taxes and lets it deliver everywhere, as the demo does.
pub async fn charge_as_demo(tx: &Tx<'_>, now: Timestamp) -> Result<(), db::Error> {
    let settings: Value = FIRST_CHARGES_OF_DEMO
        .map(|(name, value)| (name.to_owned(), Value::from(value)))
        .into_iter()
        .collect();
    store::insert(tx, 1, &Id::new(now), &settings.to_string(), now).await.map(drop)
}

pub async fn on_sqlite(folder: &Path) -> Result<Outcome, Failure> {
    let (shop, address) = orders::open(folder).await?;
    for number in 0..TOOLS {
        orders::put_on_sale(&shop, &format!("{} {number}", orders::TOOL), 1_000_000).await?;
    }
    shop.db.write(shop.clock.now(), |tx, now| Box::pin(charge_as_demo(tx, *now))).await?;
    shop.settings.refresh().await?;
    let buyers = orders::sign_up(&shop, CUSTOMERS_PER_CALLER).await?;
    let outcome = measure(address, &buyers).await?;
    shop.db.clone().close().await;
    Ok(outcome)
}

/// Fills a basket of each customer, then buys all of them.
pub async fn measure(address: SocketAddr, callers: &[Vec<Buyer>]) -> Result<Outcome, Failure> {
    let callers: Vec<&[Buyer]> = callers.iter().map(|buyers| &buyers[..CUSTOMERS_PER_CALLER]).collect();
    let tools = tool_ids(address).await?;
    let first_tool = |caller: usize, number: usize| (caller * APART + number * 7) % TOOLS;
    let tools_of = |first: usize| (0..LINES).map(move |line| (first + line * 13) % TOOLS);
    let fill = |first: usize, buyer: &Buyer| {
        let put = |tool: usize| {
            let path = format!("/api/basket/lines/{}", tools[tool]);
            load::request("PUT", &path, &buyer.proof, Some(&json!({ "quantity": 1 })))
        };
        tools_of(first).map(put).collect::<Vec<_>>()
    };
    let for_each = |make: &dyn Fn(usize, &Buyer) -> Vec<Vec<u8>>| {
        let of_caller = |(caller, buyers): (usize, &&[Buyer])| {
            let of_buyer = |(number, buyer)| make(first_tool(caller, number), buyer);
            buyers.iter().enumerate().flat_map(of_buyer).collect()
        };
        callers.iter().enumerate().map(of_caller).collect()
    };
    load::run_once(address, for_each(&fill)).await?;

    let to = json!({ "name": "Buyer", "street": "12 Fern Lane", "city": "Montreal", "province": "QC", "postalCode": "H2X 1Y4" });
    // Each digest belongs to the quote of the basket that begins with the tool of this index.
    let mut digests = vec![String::new(); TOOLS];
    for (number, buyer) in callers[0].iter().enumerate().take(TOOLS) {
        let request = load::request(
            "POST",
            "/api/quote",
            &buyer.proof,
            Some(&json!({ "address": to, "method": "post" })),
        );
        let (_, quoted) = load::once(address, &request).await?;
        let quoted: Value = serde_json::from_str(&quoted)?;
        let digest = quoted["digest"].as_str().ok_or("a quote without a digest")?;
        digest.clone_into(&mut digests[first_tool(0, number)]);
    }
    let buy = |first: usize, buyer: &Buyer| {
        let body = json!({ "digest": digests[first], "address": to, "method": "post" });
        let key = format!("{}idempotency-key: {}\r\n", buyer.proof, buyer.email);
        vec![load::request("POST", "/api/checkout", &key, Some(&body))]
    };
    load::run_once(address, for_each(&buy)).await
}

async fn tool_ids(address: SocketAddr) -> Result<Vec<String>, Failure> {
    let (_, tools) = load::once(address, &load::request("GET", "/api/tools", "", None)).await?;
    let tools: Vec<Value> = serde_json::from_str(&tools)?;
    let ids: Vec<_> = tools.iter().filter_map(|tool| tool["_id"].as_str().map(str::to_owned)).collect();
    if ids.len() < TOOLS { Err("tools are missing".into()) } else { Ok(ids) }
}

pub fn report_beside(checkouts: &Outcome, orders_per_second: f64) {
    report("checkouts of three tools with delivery and taxes", checkouts.per_second(), "checkouts/s");
    report("  a buyer waits, median", checkouts.percentile(50).as_secs_f64() * 1e3, "ms");
    report(
        "  checkouts / single orders without both",
        checkouts.per_second() / orders_per_second * 100.0,
        "%",
    );
}

/// The quote function, without clock and database.
pub fn measure_quotes() -> Result<(), Failure> {
    const ROUNDS: u32 = 20_000;
    let preferences = ShopPreferences::with(RunMode::Demo, &ChangedSettings::new())?;
    let charges = Charges::new(&preferences, "");
    let terms = QuoteTerms { day: jiff::civil::date(2026, 11, 1), charges: &charges, discount: None };
    let to = Destination::new(Province::Quebec, None);
    for count in [3, 50] {
        let line = |number: i64| {
            let tool = Id::new(Timestamp::from_micros(number));
            Some(QuoteLine { tool, price: Cents::new(1_000 + number)?, quantity: 2, grams: Some(900) })
        };
        let lines: Vec<_> = (0..count).filter_map(line).collect();
        let began = Instant::now();
        for _ in 0..ROUNDS {
            black_box(quote(&terms, black_box(&lines), &to, None));
        }
        let micros = began.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS);
        report(&format!("a quote of {count} lines with delivery and two taxes"), micros, "µs");
    }
    Ok(())
}
