//! Compares our own records. Each pair is read in one statement, so a concurrent change is in both records or in
//! neither.

use std::time::Duration;

use super::{
    Difference, GivenBack, Kind, MOST, MOST_GIVEN_BACK,
    store::{self, GoneBackRow, PaidRow, StockRow, SucceededRow, TimesRow, WaitingRow},
};
use crate::{
    db::{self, Db},
    values::{money::Cents, time::Moment},
};

/// Refunds usually take a minute; after this time the owner should know.
const REFUND_WITHIN: Duration = Duration::from_hours(1);

pub struct OwnBooks {
    pub tools: i64,
    pub orders: i64,
    pub payments: i64,
    pub differences: Vec<Difference>,
    pub given_back: Vec<GivenBack>,
}

pub async fn check(db: &Db, now: Moment) -> Result<OwnBooks, db::Error> {
    // One more than is shown, to detect that there are more.
    let most = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
    db.read_long(move |tx| {
        Box::pin(async move {
            let (tools, orders, payments) = store::counts(tx).await?;
            let mut differences = Vec::new();
            differences.extend(store::stock(tx, most).await?.into_iter().map(of_stock));
            differences.extend(store::paid_without_payment(tx, most).await?.into_iter().map(of_paid));
            differences.extend(store::payment_without_order(tx, most).await?.into_iter().map(of_succeeded));
            differences.extend(store::open_without_order(tx, most).await?.into_iter().map(of_open));
            let waiting = store::refund_waits(tx, now.minus(REFUND_WITHIN), most).await?;
            differences.extend(waiting.into_iter().map(of_waiting));
            differences.extend(store::backward(tx, most).await?.into_iter().map(of_times));
            let given_back = store::gone_back(tx, MOST_GIVEN_BACK).await?;
            let given_back = given_back.into_iter().filter_map(of_gone_back).collect();
            Ok(OwnBooks { tools, orders, payments, differences, given_back })
        })
    })
    .await
}

/// Dollars and cents, signed.
pub fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}${}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100)
}

/// The state of a payment in words for the owner.
pub fn said(state: &str) -> &'static str {
    match state {
        "succeeded" => "paid",
        "refund_due" => "to be refunded",
        "refunded" => "refunded",
        "canceled" => "canceled",
        _ => "not paid",
    }
}

fn of_stock(row: StockRow) -> Difference {
    let expected = row.put_in - row.ordered;
    Difference {
        kind: Kind::Stock,
        subject: format!("tool {} ({})", row.id, row.name),
        we_say: format!("{} available", row.available),
        other_says: format!(
            "{} put in, {} in orders: {expected} should be available, a difference of {}",
            row.put_in,
            row.ordered,
            row.available - expected
        ),
    }
}

fn of_paid(row: PaidRow) -> Difference {
    let intent = row.intent_id.unwrap_or_default();
    Difference {
        kind: Kind::PaidWithoutPayment,
        subject: format!("order {}", row.order_id),
        we_say: format!("{} paid by {intent}", dollars(row.total_cents)),
        other_says: match (row.payment_state, row.payment_cents) {
            (Some(state), Some(cents)) => {
                format!("that payment is {}, over {}", said(&state), dollars(cents))
            }
            _ => "there is no such payment for this order".into(),
        },
    }
}

fn of_succeeded(row: SucceededRow) -> Difference {
    Difference {
        kind: Kind::PaymentWithoutOrder,
        subject: format!("payment {}", row.intent_id.unwrap_or_default()),
        we_say: format!("{} paid for order {}", dollars(row.amount_cents), row.order_id),
        other_says: match (row.order_state, row.order_intent_id) {
            (Some(_), Some(intent)) => format!("that order was paid by {intent}"),
            (Some(state), None) => format!("that order is {state}"),
            (None, _) => "there is no such order".into(),
        },
    }
}

fn of_open(row: SucceededRow) -> Difference {
    Difference {
        kind: Kind::OpenWithoutOrder,
        subject: format!("payment {}", row.intent_id.unwrap_or_default()),
        we_say: format!("{} can still be paid for order {}", dollars(row.amount_cents), row.order_id),
        other_says: "there is no such order".into(),
    }
}

fn of_waiting(row: WaitingRow) -> Difference {
    Difference {
        kind: Kind::RefundWaits,
        subject: format!("payment {}", row.intent_id.unwrap_or_default()),
        we_say: match row.due_at {
            Some(at) => {
                format!("{} is to be refunded since {}", dollars(row.amount_cents), Moment::from_micros(at))
            }
            None => format!("{} is to be refunded", dollars(row.amount_cents)),
        },
        other_says: match row.refusal {
            Some(why) => format!("refused: {why}"),
            None => "no refund was confirmed".into(),
        },
    }
}

fn of_gone_back(row: GoneBackRow) -> Option<GivenBack> {
    Some(GivenBack {
        intent_id: row.intent_id?,
        order_id: row.order_id,
        amount: Cents::new(row.amount_cents)?,
        is_done: row.state == "refunded",
        is_by_itself: row.refund_begun_at.is_none(),
        at: Moment::from_micros(row.changed_at),
        refusal: row.refusal.filter(|_| row.state == "refund_due"),
    })
}

fn of_times(row: TimesRow) -> Difference {
    let at =
        |micros: Option<i64>| micros.map_or_else(|| "never".into(), |at| Moment::from_micros(at).to_string());
    Difference {
        kind: Kind::Backward,
        subject: format!("order {}", row.id),
        we_say: format!("placed {}", at(Some(row.created_at))),
        other_says: format!(
            "paid {}, shipped {}, refund begun {}, confirmed {}",
            at(row.paid_at),
            at(row.shipped_at),
            at(row.refund_begun_at),
            at(row.refunded_at)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_as_dollars() {
        assert_eq!(
            [dollars(0), dollars(5), dollars(123_456), dollars(-150)],
            ["$0.00", "$0.05", "$1234.56", "-$1.50"]
        );
    }
}
