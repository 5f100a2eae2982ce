//! Compares our own records. Each pair is read in one statement, so a concurrent change is in both records or in
//! neither.

use std::time::Duration;

use super::{
    Discrepancy, DiscrepancyKind, DiscrepancySubject, MAX_DISCREPANCIES, MAX_RETURNED_PAYMENTS,
    ReturnedPayment, SubjectKind,
    store::{self, GoneBackRow, PaidRow, PurchaseRow, StockRow, SucceededRow, TimesRow, WaitingRow},
};
use crate::{
    back_office::figures::store::{WrongDayRow, wrong_days},
    base::metadata,
    db::{self, Db, Tx},
    values::{
        ids::Id,
        language::{Language, Localized, localized},
        locale::AmountFormat,
        money::Cents,
        time::Timestamp,
    },
};

/// Refunds usually take a minute; after this time the owner should know.
const REFUND_TIMEOUT: Duration = Duration::from_hours(1);

pub struct InternalReport {
    pub tools: i64,
    pub orders: i64,
    /// The number of payments by card.
    pub payments: i64,
    /// Recorded without the card provider: how many, and their sum.
    pub recorded: (i64, i64),
    pub discrepancies: Vec<Discrepancy>,
    pub returned_payments: Vec<ReturnedPayment>,
}

pub async fn check(db: &Db, now: Timestamp) -> Result<InternalReport, db::Error> {
    db.read_long(now, |tx, now| Box::pin(compare_records(tx, *now))).await
}

async fn compare_records(tx: &Tx<'_>, now: Timestamp) -> Result<InternalReport, db::Error> {
    // One more than is shown, to detect that there are more.
    let most = i64::try_from(MAX_DISCREPANCIES + 1).unwrap_or(i64::MAX);
    let (tools, orders, payments) = store::counts(tx).await?;
    let recorded = store::recorded(tx).await?;
    let payments = payments - recorded.0;
    let amounts = metadata::amounts(tx).await?;
    let mut discrepancies = Vec::new();
    discrepancies.extend(store::stock(tx, most).await?.into_iter().map(stock_discrepancy));
    let purchases = store::purchases(tx, most).await?;
    discrepancies.extend(purchases.iter().map(|row| purchase_discrepancy(row, amounts)));
    discrepancies.extend(store::discount_codes(tx, most).await?.into_iter().map(code_discrepancy));
    let refund_sums = store::refund_sums(tx, most).await?;
    discrepancies.extend(refund_sums.into_iter().map(|row| refund_sum_discrepancy(row, amounts)));
    discrepancies.extend(
        store::paid_without_payment(tx, most)
            .await?
            .into_iter()
            .map(|row| paid_order_discrepancy(row, amounts)),
    );
    discrepancies.extend(
        store::payment_without_order(tx, most)
            .await?
            .into_iter()
            .map(|row| succeeded_payment_discrepancy(row, amounts)),
    );
    discrepancies.extend(
        store::orphan_intents(tx, most).await?.into_iter().map(|row| open_payment_discrepancy(row, amounts)),
    );
    let waiting = store::stuck_refunds(tx, now.minus(REFUND_TIMEOUT), most).await?;
    discrepancies.extend(waiting.into_iter().map(|row| refund_discrepancy(row, amounts)));
    let parts = store::stuck_parts(tx, now.minus(REFUND_TIMEOUT), most).await?;
    discrepancies.extend(parts.into_iter().map(|row| refund_discrepancy(row, amounts)));
    let failed = store::failed_refunds(tx, most).await?;
    let failed = failed.into_iter().map(|row| refund_discrepancy(row, amounts));
    discrepancies.extend(failed.map(|row| Discrepancy { kind: DiscrepancyKind::RefundFailed, ..row }));
    discrepancies
        .extend(store::timestamps_out_of_order(tx, most).await?.into_iter().map(timestamps_discrepancy));
    discrepancies.extend(wrong_days(tx, most).await?.into_iter().map(|row| day_discrepancy(row, amounts)));
    let returned_payments = store::returned_payments(tx, MAX_RETURNED_PAYMENTS).await?;
    let returned_payments = returned_payments.into_iter().filter_map(returned_payment).collect();
    Ok(InternalReport { tools, orders, payments, recorded, discrepancies, returned_payments })
}

/// The state of a payment in words for the owner.
pub fn state_label(state: &str) -> Localized {
    match state {
        "succeeded" => localized!("paid", "payé"),
        "refund_due" => localized!("to be refunded", "à rembourser"),
        "refunded" => localized!("refunded", "remboursé"),
        "canceled" => localized!("canceled", "annulé"),
        "creating" | "open" => not_paid(),
        _ => localized!("in an unknown state", "dans un état inconnu"),
    }
}

pub fn not_paid() -> Localized {
    localized!("not paid", "impayé")
}

fn no_such_order() -> Localized {
    localized!("there is no such order", "cette commande n’existe pas")
}

fn stock_discrepancy(row: StockRow) -> Discrepancy {
    let expected = row.put_in - row.ordered;
    Discrepancy {
        kind: DiscrepancyKind::Stock,
        subject: DiscrepancySubject {
            name: Some(row.name),
            ..DiscrepancySubject::new(SubjectKind::Tool, row.id)
        },
        recorded: localized!("{} available", "{}\u{a0}disponibles", row.available),
        other_record: localized!(
            "{} put in, {} in orders: {expected} should be available, a difference of {}",
            "{}\u{a0}mis en stock, {} dans des commandes\u{a0}: {expected} devraient être disponibles, une \
             différence de {}",
            row.put_in,
            row.ordered,
            row.available - expected
        ),
    }
}

fn purchase_discrepancy(row: &PurchaseRow, amounts: AmountFormat) -> Discrepancy {
    let sums = |cents: [i64; 4]| {
        Localized::each(|language| {
            let amounts = amounts.in_language(language);
            let [goods, discount, federal, provincial] = cents.map(|cents| amounts.format_cents(cents));
            match language {
                Language::English => {
                    format!("goods {goods}, discount {discount}, taxes {federal} and {provincial}")
                }
                Language::French => {
                    format!("marchandise {goods}, rabais {discount}, taxes {federal} et {provincial}")
                }
            }
        })
    };
    let of_lines =
        sums([row.goods_of_lines, row.discount_of_lines, row.federal_of_lines, row.provincial_of_lines]);
    let PurchaseRow { goods_cents, discount_cents, federal_tax_cents, provincial_tax_cents, .. } = row;
    Discrepancy {
        kind: DiscrepancyKind::Purchase,
        subject: DiscrepancySubject::new(SubjectKind::Purchase, row.id.clone()),
        recorded: sums([*goods_cents, *discount_cents, *federal_tax_cents, *provincial_tax_cents]),
        other_record: localized!(
            language =>
            "{} in {} orders",
            "{} dans {}\u{a0}commandes",
            of_lines.in_language(language),
            row.lines
        ),
    }
}

fn code_discrepancy((id, used, purchases): (Id, i64, i64)) -> Discrepancy {
    Discrepancy {
        kind: DiscrepancyKind::DiscountCode,
        subject: DiscrepancySubject::new(SubjectKind::DiscountCode, id.to_string()),
        recorded: localized!("used by {used} purchases", "utilisé par {used}\u{a0}achats"),
        other_record: localized!("{purchases} purchases have it", "{purchases}\u{a0}achats l’ont"),
    }
}

fn refund_sum_discrepancy((id, amount, refunds): (Id, Cents, i64), amounts: AmountFormat) -> Discrepancy {
    Discrepancy {
        kind: DiscrepancyKind::RefundSums,
        subject: DiscrepancySubject::payment(id.to_string()),
        recorded: localized!(
            language =>
            "{} went back",
            "{} remboursés",
            amount.format(amounts.in_language(language))),
        other_record: localized!(
            language =>
            "{} with credit notes",
            "{} avec des notes de crédit",
            amounts.in_language(language).format_cents(refunds)),
    }
}

fn paid_order_discrepancy(row: PaidRow, amounts: AmountFormat) -> Discrepancy {
    let intent = row.intent_id.unwrap_or_default();
    Discrepancy {
        kind: DiscrepancyKind::PaidWithoutPayment,
        subject: DiscrepancySubject::new(SubjectKind::Order, row.order_id.clone()),
        recorded: localized!(
            language =>
            "{} paid by {intent}",
            "{} payés par {intent}",
            amounts.in_language(language).format_cents(row.total_cents)),
        other_record: match (row.payment_state, row.payment_cents) {
            (Some(state), Some(cents)) => {
                let state = state_label(&state);
                localized!(
                    language =>
                    "that payment is {}, for {}",
                    "ce paiement est {}, de {}",
                    state.in_language(language),
                    amounts.in_language(language).format_cents(cents)
                )
            }
            _ => localized!(
                "there is no such payment for this order",
                "ce paiement n’existe pas pour cette commande"
            ),
        },
    }
}

fn succeeded_payment_discrepancy(row: SucceededRow, amounts: AmountFormat) -> Discrepancy {
    Discrepancy {
        kind: DiscrepancyKind::PaymentWithoutOrder,
        subject: DiscrepancySubject::payment(row.intent_id.unwrap_or_default()),
        recorded: localized!(
            language =>
            "{} paid for order {}",
            "{} payés pour la commande {}",
            amounts.in_language(language).format_cents(row.amount_cents), row.order_id),
        other_record: match (row.order_state, row.order_intent_id) {
            (Some(_), Some(intent)) => {
                localized!("that order was paid by {intent}", "cette commande a été payée par {intent}")
            }
            (Some(state), None) => {
                localized!("that order is {state}", "cette commande est dans l’état {state}")
            }
            (None, _) => no_such_order(),
        },
    }
}

fn open_payment_discrepancy(row: SucceededRow, amounts: AmountFormat) -> Discrepancy {
    Discrepancy {
        kind: DiscrepancyKind::OrphanIntent,
        subject: DiscrepancySubject::payment(row.intent_id.unwrap_or_default()),
        recorded: localized!(
            language =>
            "{} can still be paid for order {}",
            "{} peuvent encore être payés pour la commande {}",
            amounts.in_language(language).format_cents(row.amount_cents),
            row.order_id
        ),
        other_record: no_such_order(),
    }
}

fn refund_discrepancy(row: WaitingRow, amounts: AmountFormat) -> Discrepancy {
    Discrepancy {
        kind: DiscrepancyKind::RefundStuck,
        subject: DiscrepancySubject::payment(row.intent_id.unwrap_or_default()),
        recorded: match row.refund_due_at {
            Some(at) => {
                localized!(
                    language =>
                    "{} is to be refunded since {}",
                    "{} à rembourser depuis {}",
                    amounts.in_language(language).format_cents(row.amount_cents),
                    Timestamp::from_micros(at)
                )
            }
            None => {
                localized!(
                    language =>
                    "{} is to be refunded",
                    "{} à rembourser",
                    amounts.in_language(language).format_cents(row.amount_cents))
            }
        },
        other_record: match row.refusal {
            Some(why) => localized!("refused: {why}", "refusé\u{a0}: {why}"),
            None => localized!("no refund was confirmed", "aucun remboursement n’a été confirmé"),
        },
    }
}

fn day_discrepancy(row: WrongDayRow, amounts: AmountFormat) -> Discrepancy {
    let said = |orders: i64, revenue, refunds: i64, refunded| {
        localized!(
            language =>
            "orders: {} for {}, refunds: {} for {}",
            "commandes\u{a0}: {} pour {}, remboursements\u{a0}: {} pour {}",
            orders,
            amounts.in_language(language).format_cents(revenue),
            refunds,
            amounts.in_language(language).format_cents(refunded)
        )
    };
    Discrepancy {
        kind: DiscrepancyKind::DaySums,
        subject: DiscrepancySubject::new(SubjectKind::Day, Timestamp::from_micros(row.starts_at).to_string()),
        recorded: said(row.orders, row.revenue_cents, row.refunds, row.refunded_cents),
        other_record: said(row.now_orders, row.now_revenue_cents, row.now_refunds, row.now_refunded_cents),
    }
}

fn returned_payment(row: GoneBackRow) -> Option<ReturnedPayment> {
    Some(ReturnedPayment {
        intent_id: row.intent_id?,
        order_id: row.order_id,
        amount: Cents::new(row.amount_cents)?,
        is_done: row.state == "refunded",
        is_automatic: row.refund_begun_at.is_none(),
        at: Timestamp::from_micros(row.changed_at),
        refund_error: row.refusal.filter(|_| row.state == "refund_due"),
    })
}

fn timestamps_discrepancy(row: TimesRow) -> Discrepancy {
    let at = |micros: Option<i64>| {
        micros.map_or_else(
            || localized!("never", "jamais"),
            |at| Localized::same(Timestamp::from_micros(at).to_string()),
        )
    };
    Discrepancy {
        kind: DiscrepancyKind::TimestampsOutOfOrder,
        subject: DiscrepancySubject::new(SubjectKind::Order, row.id.clone()),
        recorded: localized!("placed {}", "passée {}", Timestamp::from_micros(row.created_at)),
        other_record: localized!(
            language =>
            "paid {}, shipped {}, refund under way since {}, refunded {}",
            "payée {}, expédiée {}, remboursement en cours depuis {}, remboursée {}",
            at(row.paid_at).in_language(language),
            at(row.shipped_at).in_language(language),
            at(row.refund_begun_at).in_language(language),
            at(row.refunded_at).in_language(language)
        ),
    }
}
