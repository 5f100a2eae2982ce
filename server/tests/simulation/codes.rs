//! The owner's discount codes, and what a purchase with one may cost (7).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::{
    charges::dollars,
    environment::Environment,
    oracle::{CheckResult, Oracle, OrderRow, ensure},
    purchases::PurchaseRow,
};

/// A code as the owner makes it.
pub struct OwnersCode {
    pub word: &'static str,
    pub kind: &'static str,
    /// Percent, or cents.
    pub value: i64,
    /// Cents of goods.
    pub minimum: i64,
    pub max_uses: Option<i64>,
    pub is_once: bool,
}

const fn code(
    word: &'static str,
    (kind, value): (&'static str, i64),
    minimum: i64,
    max_uses: Option<i64>,
    is_once: bool,
) -> OwnersCode {
    OwnersCode { word, kind, value, minimum, max_uses, is_once }
}

pub const CODES: [OwnersCode; 5] = [
    code("ONCE", ("percent", 20), 0, None, true),
    code("FEW", ("amount", 300), 500, Some(2), false),
    code("LAST", ("percent", 95), 0, Some(1), true),
    // More than most baskets cost: each line keeps a cent.
    code("LARGE", ("amount", 900), 0, None, false),
    code("POST", ("delivery", 0), 700, Some(3), false),
];

impl OwnersCode {
    /// The body of POST /discountCodes.
    pub fn body(&self) -> Value {
        let value = if self.kind == "amount" { json!(dollars(self.value)) } else { json!(self.value) };
        json!({ "code": self.word, "kind": self.kind, "value": value, "minimum": dollars(self.minimum),
            "maxUses": self.max_uses, "oncePerCustomer": self.is_once })
    }

    /// What it takes off goods of this price in this many lines.
    fn takes_off(&self, goods: i64, lines: i64) -> i64 {
        let off = match self.kind {
            "percent" => (2 * goods * self.value + 100) / 200,
            "amount" => self.value,
            _ => 0,
        };
        off.min(goods - lines)
    }
}

trowel::db::row! {
    pub struct CodeRow {
        pub id: String,
        pub word: String,
        used: i64,
        pub ended_at: Option<i64>,
    }
}

trowel::db::row! {
    pub struct UseRow {
        purchase_id: String,
        code_id: String,
    }
}

trowel::db::statements! {
    pub CODE_ROWS = "SELECT id, code, used, ended_at FROM discount_codes ORDER BY created_at, id";
    pub USE_ROWS = "SELECT purchase_id, code_id FROM discount_uses";
}

/// The id of the code with this word that the owner has not ended.
pub fn open_code(environment: &Environment, word: &str) -> Option<String> {
    let codes: Vec<CodeRow> = environment.read((), |tx, ()| Box::pin(tx.all(&CODE_ROWS, &[])));
    let open = codes.into_iter().find(|code| code.word == word && code.ended_at.is_none());
    open.map(|code| code.id)
}

/// Whose purchase it is: the typed address or the one of the account, without its tag and in small letters.
fn mailbox(email: &str) -> String {
    let (name, domain) = email.split_once('@').unwrap_or((email, ""));
    format!("{}@{domain}", name.split('+').next().unwrap_or_default()).to_lowercase()
}

impl Oracle {
    /// 7. `is_new`: the purchase was made in this step.
    pub fn check_codes(
        &self,
        (codes, uses): (&[CodeRow], &[UseRow]),
        purchases: &[PurchaseRow],
        orders: &[OrderRow],
        is_new: impl Fn(&PurchaseRow) -> bool,
    ) -> CheckResult {
        let used: BTreeMap<&str, &str> =
            uses.iter().map(|row| (row.purchase_id.as_str(), row.code_id.as_str())).collect();
        let by_id: BTreeMap<&str, &CodeRow> = codes.iter().map(|code| (code.id.as_str(), code)).collect();
        let mut counts = BTreeMap::<&str, i64>::new();
        let mut mailboxes = BTreeSet::new();
        for purchase in purchases {
            let Some(code) = used.get(purchase.id.as_str()).and_then(|id| by_id.get(id)) else {
                ensure(purchase.discount == 0 && purchase.discount_code.is_none(), || {
                    format!("7: {} are taken off by no code", purchase.discount)
                })?;
                continue;
            };
            let made = CODES.iter().find(|made| made.word == code.word).ok_or("7: no one made this code")?;
            *counts.entry(&code.id).or_default() += 1;
            let lines: Vec<_> = orders.iter().filter(|order| order.purchase_id == purchase.id).collect();
            let count = i64::try_from(lines.len()).unwrap_or_default();
            let expected = made.takes_off(purchase.goods, count);
            let is_free = made.kind != "delivery" || purchase.shipping == 0;
            let is_named = purchase.discount_code.as_deref() == Some(made.word);
            let is_enough = purchase.goods >= made.minimum;
            ensure(purchase.discount == expected && is_free && is_named && is_enough, || {
                format!("7: {} takes {} off {}, not {expected}", made.word, purchase.discount, purchase.goods)
            })?;
            ensure(!is_new(purchase) || code.ended_at.is_none(), || {
                format!("7: {} was used after its end", made.word)
            })?;
            let key = lines.first().and_then(|line| self.key_of(line)).ok_or("7: a purchase has no key")?;
            let is_first = mailboxes.insert((code.id.as_str(), mailbox(&key.email)));
            ensure(is_first || !made.is_once, || format!("7: {} used {} twice", key.email, made.word))?;
        }
        ensure(counts.values().sum::<i64>() == i64::try_from(uses.len()).unwrap_or_default(), || {
            "7: a code is used by a purchase that is not there".into()
        })?;
        for code in codes {
            let count = counts.get(code.id.as_str()).copied().unwrap_or_default();
            let most = CODES.iter().find(|made| made.word == code.word).and_then(|made| made.max_uses);
            ensure(code.used == count && most.is_none_or(|most| count <= most), || {
                format!("7: {} of {most:?} uses of {} are counted, and {count} live", code.used, code.word)
            })?;
        }
        Ok(())
    }
}

/// Free delivery by the code, or at the price of the goods as the customer pays them.
pub fn delivery_price(row: &PurchaseRow, of_goods: impl Fn(i64) -> Option<i64>) -> Option<i64> {
    let is_free =
        CODES.iter().any(|code| row.discount_code.as_deref() == Some(code.word) && code.kind == "delivery");
    let price = of_goods(row.goods - row.discount);
    if is_free { price.map(|_| 0) } else { price }
}
