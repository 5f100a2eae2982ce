//! Large catalogues: reading them at the start, the first page, search while a customer types, and memory.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use trowel::{
    catalogue::{
        self,
        tools::tool::{Tool, ToolExtras},
    },
    db::{self, Tx},
    shop::Shop,
    values::{ids::Id, money::Cents, time::Timestamp},
};

use crate::{AT_ONCE, Failure, LOAD, load, orders, program, report};

/// Each is measured in a process of its own, because memory that is free again is used for the next one.
pub const SIZES: [i64; 3] = [10_000, 100_000, 1_000_000];
const FIRST_PAGE: &str = "/api/tools?limit=24&sort=newest";
/// Searches, one request per character typed. Some have a typo.
const TYPED: &[&str] =
    &["spade steel", "secatuers", "watering can brass", "digign fork", "wheelbarow", "hoe", "pruning saw"];
const KINDS: &[&str] =
    &["spade", "fork", "rake", "hoe", "secateurs", "loppers", "trowel", "dibber", "saw", "shears"];

pub async fn measure(tools: i64, folder: &Path) -> Result<(), Failure> {
    let (shop, address) = orders::open(folder).await?;
    let before_kb = program::resident_kb(std::process::id())?;
    fill(&shop, tools).await?;
    let began = Instant::now();
    shop.catalogue.refresh().await?;
    report(&format!("{tools} tools: reading them all into memory"), ms(began.elapsed()), "ms");
    report("  memory of the catalogue", grown_mb(before_kb)?, "MB");
    let mut first = Vec::new();
    for number in 0..200 {
        // A sale before each request, so that no rendered page is cached.
        sell_one(&shop, number).await?;
        first.push(wait_for(address, FIRST_PAGE).await?);
    }
    report("  first page right after a sale, median of 200", ms(percentile(&mut first, 50)), "ms");
    report("  first page right after a sale, 99th percentile", ms(percentile(&mut first, 99)), "ms");
    let began = Instant::now();
    wait_for(address, "/api/tools?q=edging&limit=24&sort=newest").await?;
    report("  the first search, which makes the index", ms(began.elapsed()), "ms");
    let mut typing = Vec::new();
    for question in TYPED {
        for length in 1..=question.len() {
            let typed = question[..length].replace(' ', "+");
            typing.push(wait_for(address, &format!("/api/tools?q={typed}&limit=24&sort=relevance")).await?);
        }
    }
    report("  search as you type, one request per character, median", ms(percentile(&mut typing, 50)), "ms");
    report("  search as you type, the slowest", ms(percentile(&mut typing, 100)), "ms");
    let callers = (0..AT_ONCE).map(|caller| misspelled(caller).collect()).collect();
    let outcome = load::run(address, callers, LOAD).await?;
    report("  new searches with a typo, 32 concurrent", outcome.per_second(), "requests/s");
    report("  memory of the catalogue, its index and the searches", grown_mb(before_kb)?, "MB");
    shop.db.clone().close().await;
    Ok(())
}

fn grown_mb(before_kb: f64) -> Result<f64, Failure> {
    Ok((program::resident_kb(std::process::id())? - before_kb) / 1e3)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn percentile(times: &mut [Duration], per_hundred: usize) -> Duration {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) * per_hundred / 100).copied().unwrap_or_default()
}

async fn wait_for(address: std::net::SocketAddr, path: &str) -> Result<Duration, Failure> {
    let request = load::request("GET", path, "", None);
    let began = Instant::now();
    load::once(address, &request).await?;
    Ok(began.elapsed())
}

/// More different searches than a caller sends during the measurement.
fn misspelled(caller: usize) -> impl Iterator<Item = Vec<u8>> {
    (0..4_000_usize).map(move |n| {
        let kind = KINDS[n % KINDS.len()];
        let path = format!("/api/tools?q=x{kind}+{caller}z{n}&limit=24");
        load::request("GET", &path, "", None)
    })
}

fn one_of<'a>(words: &[&'a str], number: i64) -> &'a str {
    usize::try_from(number)
        .ok()
        .and_then(|number| words.get(number % words.len()).copied())
        .unwrap_or_default()
}

/// A description of 40 words from a vocabulary of twenty thousand.
fn describe(number: i64) -> String {
    let word = |n: i64| {
        let root = one_of(&["garden", "handle", "blade", "steel", "border", "clay", "ash", "forged"], n);
        format!("{root}{}", (number * 31 + n * 977) % 2_500)
    };
    (0..40).map(word).collect::<Vec<_>>().join(" ")
}

async fn fill(shop: &Shop, tools: i64) -> Result<(), Failure> {
    let now = shop.clock.now();
    for batch in 0..tools / 500 {
        shop.db.write((batch, now), |tx, (batch, now)| Box::pin(insert_tools(tx, *batch, *now))).await?;
    }
    Ok(())
}

async fn insert_tools(tx: &Tx<'_>, batch: i64, now: Timestamp) -> Result<(), db::Error> {
    for number in batch * 500..(batch + 1) * 500 {
        let at = Timestamp::from_micros(now.micros() + number);
        let kind = one_of(KINDS, number);
        let tool = Tool {
            id: Id::new(at),
            name: format!("{kind} no. {number}"),
            description: describe(number).into(),
            img: "/images/draw-hoe/350.webp".into(),
            price: Cents::new(100 + number % 90_000)
                .ok_or_else(|| db::Error::broken_row("tools", "price"))?,
            available: 1_000,
            minimum: 1,
            revision: 1,
            created_at: at,
            changed_at: at,
            extras: ToolExtras::default(),
        };
        catalogue::tools::store::insert_tool(
            tx,
            &tool,
            None,
            catalogue::tools::store::StockChangeReason::Added,
        )
        .await?;
    }
    Ok(())
}

async fn sell_one(shop: &Shop, number: i64) -> Result<(), Failure> {
    let name = format!("{} no. {number}", one_of(KINDS, number));
    let input = (name, shop.clock.now());
    let sold = shop.db.write(input, |tx, (name, now)| Box::pin(take_one(tx, name, *now))).await?;
    shop.catalogue.mark_changed(&sold.ok_or("a tool that is not there")?);
    Ok(())
}

async fn take_one(tx: &Tx<'_>, name: &str, now: Timestamp) -> Result<Option<Id>, db::Error> {
    let Some(tool) = catalogue::tools::store::published_by_name(tx, name).await? else { return Ok(None) };
    let sold = catalogue::tools::store::SoldTool { id: &tool.id, price: tool.price, revision: tool.revision };
    catalogue::tools::store::take_from_stock(tx, &sold, 1, 0, now).await?;
    Ok(Some(tool.id))
}
