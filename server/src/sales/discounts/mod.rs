//! Discount codes: the owner makes them, a basket has at most one, and a checkout uses it up.
//!
//! A code counts the purchases that have it. The transaction of the checkout counts one more. The transaction that
//! deletes an unpaid purchase counts one less. So a code is never used more often than allowed.

pub mod http;
pub mod store;

use std::borrow::Cow;

use crate::{
    db::{self, Tx, row},
    values::{discount::Discount, hash::sha256_hex, ids::Id, time::Timestamp},
};

/// The shop shows and accepts at most this many codes.
const MAX_CODES: i64 = 200;

row! {
    #[derive(PartialEq, Eq)]
    pub struct DiscountCode {
        pub id: Id,
        pub discount: Discount,
        pub starts_at: Timestamp,
        pub ends_at: Option<Timestamp>,
        pub max_uses: Option<i64>,
        /// How many purchases have the code, unpaid ones too.
        pub used: i64,
        /// Whether each customer may use the code only once.
        pub is_once: bool,
        pub created_at: Timestamp,
        /// When the owner ended the code.
        pub ended_at: Option<Timestamp>,
    }
}

row! {
    /// The code of a basket.
    #[derive(PartialEq, Eq)]
    pub struct BasketCode {
        pub code: DiscountCode,
        /// How often its customer used it, if that may be once. 0 for a visitor, whose e-mail is not known.
        pub used_by_customer: i64,
    }
}

impl BasketCode {
    /// The discount of the code. Returns `None` if the code does not work now.
    pub fn discount(&self, now: Timestamp) -> Option<&Discount> {
        let DiscountCode { starts_at, ends_at, max_uses, used, ended_at, .. } = &self.code;
        let has_begun = *starts_at <= now && ended_at.is_none();
        let is_over = ends_at.is_some_and(|end| end <= now) || max_uses.is_some_and(|most| *used >= most);
        (has_begun && !is_over && self.used_by_customer == 0).then_some(&self.code.discount)
    }
}

/// The code as it is stored: `spring 10` is `SPRING10`.
pub fn normalized(code: &str) -> String {
    code.split_whitespace().collect::<String>().to_uppercase()
}

/// Identifies a customer by the e-mail address, with or without an account. Tags behind a plus sign, and dots at Gmail,
/// reach the same mailbox. It stops honest repeats. Who has several addresses can use a code several times.
pub fn customer_key(email: &str) -> String {
    let (name, domain) = email.split_once('@').unwrap_or((email, ""));
    let name = name.split('+').next().unwrap_or_default();
    let name = match domain {
        "gmail.com" | "googlemail.com" => Cow::Owned(name.replace('.', "")),
        _ => Cow::Borrowed(name),
    };
    sha256_hex(format!("{name}@{}", domain.replace("googlemail.com", "gmail.com")).as_bytes())
}

/// Uses a code for a purchase, at the end of the transaction. It runs again if the code cannot be used any more.
pub async fn use_up(
    tx: &Tx<'_>,
    code: &DiscountCode,
    purchase: &Id,
    customer_key: &str,
    now: Timestamp,
) -> Result<(), db::Error> {
    store::count_use(tx, &code.id, now).await?;
    // Who used a code is stored only where a second use is refused.
    let customer_key = if code.is_once { customer_key } else { "" };
    store::insert_use(tx, purchase, &code.id, customer_key, code.is_once).await
}

/// The purchase has its code no longer, or ends unpaid. Before the tools are locked, as in a checkout.
pub async fn give_back(tx: &Tx<'_>, purchase: &Id) -> Result<(), db::Error> {
    store::count_return(tx, purchase).await?;
    store::delete_use(tx, purchase).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::discount::{DiscountKind, tests::discount};

    #[test]
    fn a_customer_is_the_same_by_any_spelling_of_the_mailbox() {
        let same = |one, other| customer_key(one) == customer_key(other);
        assert!(same("ada+tools@example.com", "ada@example.com"));
        assert!(same("a.da@gmail.com", "ada+x@googlemail.com"));
        assert!(!same("a.da@example.com", "ada@example.com"));
        assert!(!same("ada@example.com", "ada@example.org"));
        assert_eq!(normalized(" spring 10\t"), "SPRING10");
    }

    #[test]
    fn a_code_works_between_its_days_until_it_is_used_up() {
        let at = Timestamp::from_micros;
        let code = DiscountCode {
            id: Id::new(at(0)),
            discount: discount(DiscountKind::Percent, 10, 0),
            starts_at: at(10),
            ends_at: Some(at(20)),
            max_uses: Some(2),
            used: 1,
            is_once: true,
            created_at: at(0),
            ended_at: None,
        };
        let works = |code: &DiscountCode, used_by_customer, now| {
            BasketCode { code: code.clone(), used_by_customer }.discount(at(now)).is_some()
        };
        assert_eq!([9, 10, 19, 20].map(|now| works(&code, 0, now)), [false, true, true, false]);
        assert!(!works(&code, 1, 10), "once for each customer");
        assert!(!works(&DiscountCode { used: 2, ..code.clone() }, 0, 10));
        assert!(!works(&DiscountCode { ended_at: Some(at(5)), ..code }, 0, 10));
    }
}
