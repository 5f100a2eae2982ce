//! Compares our payments with the card provider's list, in both directions.

use std::collections::HashSet;

use super::{
    Difference, Kind, MOST, ProviderSide,
    internal::{dollars, said},
    store::{self, IntentRow},
};
use crate::{
    clients::stripe::{self, Intent, IntentStatus, StripeClient},
    db::{self, Db},
    values::time::Moment,
};

/// Open payments older than the compared period are read one by one.
const MOST_ASKED: usize = 200;
const PAGE: i64 = 500;

/// Adds the differences. An unreachable provider ends only this comparison.
pub async fn compare(
    db: &Db,
    client: &StripeClient,
    since: Moment,
    differences: &mut Vec<Difference>,
) -> Result<ProviderSide, db::Error> {
    let (mut seen, mut suspects) = (HashSet::new(), Vec::new());
    let mut after: Option<String> = None;
    loop {
        let page = match client.list_intents(since, after.as_deref()).await {
            Ok(page) => page,
            Err(error) => return silent(&error),
        };
        after = page.data.last().map(|listed| listed.id.clone());
        for listed in page.data {
            seen.insert(listed.id.clone());
            if suspects.len() <= MOST && judge(db, client, &listed).await?.is_some() {
                suspects.push(listed);
            }
        }
        if !page.has_more || after.is_none() {
            break;
        }
    }
    match look_at_old_ones(db, client, since, &mut seen, &mut suspects).await? {
        Ok(()) => {}
        Err(error) => return silent(&error),
    }
    // A payment changes at the provider first and in our records a moment later: only what still differs counts.
    for suspect in &suspects {
        match client.retrieve_intent(&suspect.id).await {
            Ok(now) => differences.extend(judge(db, client, &now).await?),
            Err(error) => return silent(&error),
        }
    }
    let compared = seen.len();
    match look_for_the_unlisted(db, client, since, &seen, differences).await? {
        Ok(()) => Ok(ProviderSide::Compared(compared)),
        Err(error) => silent(&error),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "ends a function that can fail for other reasons")]
fn silent(error: &stripe::Error) -> Result<ProviderSide, db::Error> {
    Ok(ProviderSide::Silent(error.to_string()))
}

async fn judge(db: &Db, client: &StripeClient, intent: &Intent) -> Result<Option<Difference>, db::Error> {
    let id = intent.id.clone();
    let ours = db
        .read_long(move |tx| {
            let id = id.clone();
            Box::pin(async move { store::by_intent(tx, &id).await })
        })
        .await?;
    Ok(difference(intent, ours.as_ref(), client.is_live()))
}

fn difference(intent: &Intent, ours: Option<&IntentRow>, is_live: bool) -> Option<Difference> {
    let is_paid = intent.status == IntentStatus::Succeeded;
    let Some(ours) = ours else {
        // An intent without an order of ours belongs to another program, and a refunded one needs no action.
        let is_owed = is_paid && !intent.is_given_back();
        let order = intent.metadata.order_id.as_deref().filter(|_| is_owed)?;
        return Some(found(
            Kind::NotOurs,
            intent,
            "no such payment".into(),
            format!("{} for order {order}", paid(intent)),
        ));
    };
    let kind = kind_of(intent, ours, is_live)?;
    let we_say = format!("{}, {} for order {}", said(&ours.state), dollars(ours.amount_cents), ours.order_id);
    let they_say = match intent.status {
        IntentStatus::Succeeded => paid(intent),
        IntentStatus::Canceled => "canceled".into(),
        _ => "not paid".into(),
    };
    Some(found(kind, intent, we_say, they_say))
}

fn kind_of(intent: &Intent, ours: &IntentRow, is_live: bool) -> Option<Kind> {
    let we_count_on_it = matches!(ours.state.as_str(), "succeeded" | "refund_due" | "refunded");
    if intent.status != IntentStatus::Succeeded {
        return we_count_on_it.then_some(Kind::NotAtProvider);
    }
    match ours.state.as_str() {
        "refunded" if !intent.is_given_back() => Some(Kind::RefundFailed),
        "refunded" => None,
        "succeeded" if intent.is_given_back() => Some(Kind::NotAtProvider),
        "succeeded" | "refund_due" if intent.is_disputed() => Some(Kind::Disputed),
        "succeeded" if intent.amount_refunded() > 0 => Some(Kind::PartlyGivenBack),
        _ if !fits(intent, ours, is_live) && !intent.is_given_back() => Some(Kind::Mismatch),
        _ if !we_count_on_it => Some(Kind::NotHeardOf),
        _ => None,
    }
}

/// The same rule as in `payments::apply_intent`.
fn fits(intent: &Intent, ours: &IntentRow, is_live: bool) -> bool {
    intent.amount == ours.amount_cents
        && intent.amount_received == ours.amount_cents
        && intent.currency.eq_ignore_ascii_case(&ours.currency)
        && intent.livemode == is_live
        && intent.metadata.order_id.as_deref() == Some(ours.order_id.as_str())
}

fn paid(intent: &Intent) -> String {
    let (amount, order) = (dollars(intent.amount_received), intent.metadata.order_id.as_deref());
    let given_back = match intent.amount_refunded() {
        0 => String::new(),
        cents => format!(", {} refunded", dollars(cents)),
    };
    let mode = if intent.livemode { "live" } else { "test" };
    let disputed = if intent.is_disputed() { ", disputed" } else { "" };
    let order = order.unwrap_or("unknown");
    format!("paid, {amount} {} for order {order}, in {mode} mode{given_back}{disputed}", intent.currency)
}

fn found(kind: Kind, intent: &Intent, we_say: String, other_says: String) -> Difference {
    Difference { kind, subject: format!("payment {}", intent.id), we_say, other_says }
}

/// Reads open payments from before the compared period: one that does not match keeps its order until the owner acts.
/// The outer error is the database's.
async fn look_at_old_ones(
    db: &Db,
    client: &StripeClient,
    since: Moment,
    seen: &mut HashSet<String>,
    suspects: &mut Vec<Intent>,
) -> Result<Result<(), stripe::Error>, db::Error> {
    let most = i64::try_from(MOST_ASKED).unwrap_or(i64::MAX);
    let rows =
        db.read_long(move |tx| Box::pin(async move { store::open_before(tx, since, most).await })).await?;
    for id in rows.into_iter().filter_map(|row| row.intent_id) {
        match client.retrieve_intent(&id).await {
            Ok(intent) => {
                if seen.insert(id) && judge(db, client, &intent).await?.is_some() {
                    suspects.push(intent);
                }
            }
            // It cannot be paid any more, and the payments job cancels it.
            Err(error) if error.is_missing() => {}
            Err(error) => return Ok(Err(error)),
        }
    }
    Ok(Ok(()))
}

/// Reads paid payments that the list did not contain, one by one. The outer error is the database's.
async fn look_for_the_unlisted(
    db: &Db,
    client: &StripeClient,
    since: Moment,
    seen: &HashSet<String>,
    differences: &mut Vec<Difference>,
) -> Result<Result<(), stripe::Error>, db::Error> {
    let mut after = String::new();
    loop {
        let from = after.clone();
        let rows = db
            .read_long(move |tx| {
                let from = from.clone();
                Box::pin(async move { store::intents_after(tx, &from, since, PAGE).await })
            })
            .await?;
        let Some(last) = rows.last().and_then(|row| row.intent_id.clone()) else { return Ok(Ok(())) };
        after = last;
        for row in rows {
            let Some(id) = row.intent_id.as_deref() else { continue };
            let we_count_on_it = matches!(row.state.as_str(), "succeeded" | "refund_due" | "refunded");
            if !we_count_on_it || seen.contains(id) {
                continue;
            }
            if differences.len() > MOST {
                return Ok(Ok(()));
            }
            match client.retrieve_intent(id).await {
                // Paid after the list was read.
                Ok(intent) if intent.status == IntentStatus::Succeeded => {}
                Ok(_) => differences.push(unlisted(id, &row, "not paid")),
                Err(error) if error.is_missing() => {
                    differences.push(unlisted(id, &row, "no such payment"));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }
}

fn unlisted(id: &str, row: &IntentRow, other_says: &str) -> Difference {
    Difference {
        kind: Kind::NotAtProvider,
        subject: format!("payment {id}"),
        we_say: format!("{}, {} for order {}", said(&row.state), dollars(row.amount_cents), row.order_id),
        other_says: other_says.into(),
    }
}
