//! Baskets, what customers saw of them, and that a checkout turns one into a purchase (9 and 12).

use std::collections::BTreeMap;

use serde_json::Value;
use trowel::db::{self, Tx};

use crate::{
    charges::cents,
    oracle::{CheckResult, Oracle, OrderRow, Wish, ensure},
    purchases::PurchaseRow,
};

trowel::db::statements! {
    pub BASKETS = "SELECT coalesce(user_id, secret_hash), id, revision FROM baskets";
    pub LINES = "SELECT basket_id, tool_id, quantity FROM basket_lines";
}

/// Where a customer reads a quote.
#[derive(Clone, Debug)]
pub struct Tab {
    pub who: usize,
    /// The account, or the hash of the browser's secret.
    pub owner: String,
    /// The index in `PLACES`.
    pub place: usize,
}

/// A quote as a page shows it.
#[derive(Clone, Debug)]
pub struct ShownQuote {
    pub tab: Tab,
    pub method: Option<String>,
    pub digest: String,
    pub revision: i64,
    pub total: i64,
    discount: i64,
    /// Tool, quantity and price of a piece.
    lines: Vec<(String, i64, i64)>,
    pub tool_names: Vec<String>,
}

impl ShownQuote {
    /// Returns `None` if the answer says why the basket cannot be bought.
    pub fn new(tab: Tab, body: &Value) -> Option<Self> {
        let rows = body["lines"].as_array()?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let is_payable = !rows.is_empty() && body["problems"].as_array().is_some_and(Vec::is_empty);
        is_payable.then(|| Self {
            tab,
            method: body["method"].as_str().map(str::to_owned),
            digest: text(&body["digest"]),
            revision: body["basketRevision"].as_i64().unwrap_or_default(),
            total: cents(&body["total"]),
            discount: cents(&body["discount"]),
            lines: rows
                .iter()
                .map(|row| {
                    (text(&row["toolId"]), row["quantity"].as_i64().unwrap_or_default(), cents(&row["price"]))
                })
                .collect(),
            tool_names: rows.iter().map(|row| text(&row["toolName"])).collect(),
        })
    }
}

#[derive(PartialEq, Eq)]
struct Basket {
    id: String,
    revision: i64,
    /// How many of each tool.
    lines: BTreeMap<String, i64>,
}

/// The baskets by account or browser.
#[derive(Default)]
pub struct Baskets(BTreeMap<String, Basket>);

impl Baskets {
    pub async fn read(tx: &Tx<'_>) -> Result<Self, db::Error> {
        let baskets: Vec<(String, String, i64)> = tx.all(&BASKETS, &[]).await?;
        let lines: Vec<(String, String, i64)> = tx.all(&LINES, &[]).await?;
        let of = |basket: &str| {
            let own = lines.iter().filter(|(id, _, _)| id == basket);
            own.map(|(_, tool, quantity)| (tool.clone(), *quantity)).collect()
        };
        let baskets = baskets.into_iter().map(|(user, id, revision)| {
            let lines = of(&id);
            (user, Basket { id, revision, lines })
        });
        Ok(Self(baskets.collect()))
    }

    /// Nothing was changed since this was shown.
    pub fn are_as(&self, shown: &ShownQuote) -> bool {
        self.0.get(&shown.tab.owner).is_some_and(|basket| basket.revision == shown.revision)
    }

    pub fn have(&self, owner: &str, tool: Option<&str>) -> bool {
        let basket = self.0.get(owner);
        tool.is_some_and(|tool| basket.is_some_and(|basket| basket.lines.contains_key(tool)))
    }
}

impl Oracle {
    /// A basket ends if and only if a checkout bought it, as its customer saw it. `now` are the baskets after the step.
    pub fn check_bought(&self, bought: &[&PurchaseRow], orders: &[OrderRow], now: &Baskets) -> CheckResult {
        let mut buyers = Vec::new();
        for purchase in bought {
            let lines: Vec<&OrderRow> = orders.iter().filter(|row| row.purchase_id == purchase.id).collect();
            let Some(first) = lines.first() else { continue };
            let key = self.key_of(first).ok_or("9: a purchase without a key")?;
            ensure(lines.iter().all(|line| line.key() == first.key()), || {
                "9: two keys bought one purchase".into()
            })?;
            ensure(purchase.pays_at_pick_up == key.pays_at_pick_up, || {
                "another way to pay was chosen".into()
            })?;
            let Wish::Checkout(shown) = &key.wish else { continue };
            let user = &shown.tab.owner;
            let before = self.baskets.0.get(user).ok_or("9: a checkout bought a basket that is not there")?;
            let quantities: BTreeMap<String, i64> =
                lines.iter().map(|line| (line.tool_id.clone(), line.quantity)).collect();
            ensure(before.revision == shown.revision && before.lines == quantities, || {
                format!(
                    "9: {quantities:?} are bought under {}, and the basket of {user} of revision {} was {:?}, shown as revision {}",
                    first.key(),
                    before.revision,
                    before.lines,
                    shown.revision
                )
            })?;
            ensure(now.0.get(user).is_none_or(|basket| basket.id != before.id), || {
                "9: a basket was bought and is still there".into()
            })?;
            let prices: Vec<_> =
                lines.iter().map(|line| (line.tool_id.clone(), line.quantity, line.price)).collect();
            let sums = (purchase.total, purchase.discount);
            ensure(sums == (shown.total, shown.discount) && prices == shown.lines, || {
                format!(
                    "5: {} was shown for {:?}, and {} is charged for {prices:?}",
                    shown.total, shown.lines, purchase.total
                )
            })?;
            ensure(purchase.method == shown.method, || "5: another delivery was shown".into())?;
            buyers.push(user);
        }
        let mut gone = self
            .baskets
            .0
            .iter()
            .filter(|(user, basket)| now.0.get(*user).is_none_or(|now| now.id != basket.id));
        ensure(gone.all(|(user, _)| buyers.contains(&user)), || {
            "9: a basket is gone and nothing was bought".into()
        })
    }
}
