//! Compares our payments with the card provider's list, in both directions.

use std::collections::HashSet;

use super::{
    Discrepancy, DiscrepancyKind, DiscrepancySubject, MAX_DISCREPANCIES, ProviderCheck,
    internal::{not_paid, state_label},
    store::{self, IntentRow},
};
use crate::{
    clients::stripe::{IntentStatus, PaymentIntent, StripeClient, StripeError},
    db::{self, Db},
    values::{
        currency,
        language::{Language, Localized, localized},
        locale::{AmountFormat, ShopLocale},
        time::Timestamp,
    },
};

/// Open payments older than the compared period are read one by one.
const MAX_RETRIEVED_INTENTS: usize = 200;
const PAGE_SIZE: i64 = 500;

enum CompareError {
    Provider(StripeError),
    Db(db::Error),
}

impl From<StripeError> for CompareError {
    fn from(error: StripeError) -> Self {
        Self::Provider(error)
    }
}

impl From<db::Error> for CompareError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

/// Adds the differences. An unreachable provider ends only this comparison.
pub async fn compare_with_provider(
    db: &Db,
    client: &StripeClient,
    since: Timestamp,
    differences: &mut Vec<Discrepancy>,
) -> Result<ProviderCheck, db::Error> {
    match compare(db, client, since, differences).await {
        Ok(compared) => Ok(ProviderCheck::Done(compared)),
        Err(CompareError::Provider(error)) => Ok(ProviderCheck::Unreachable(error.to_string())),
        Err(CompareError::Db(error)) => Err(error),
    }
}

/// Returns how many payments were compared.
async fn compare(
    db: &Db,
    client: &StripeClient,
    since: Timestamp,
    differences: &mut Vec<Discrepancy>,
) -> Result<usize, CompareError> {
    let (mut seen, mut suspects) = (HashSet::new(), Vec::new());
    let mut after: Option<String> = None;
    loop {
        let page = client.list_intents(since, after.as_deref()).await?;
        after = page.data.last().map(|listed| listed.id.clone());
        for listed in page.data {
            seen.insert(listed.id.clone());
            if suspects.len() <= MAX_DISCREPANCIES && check_intent(db, client, &listed).await?.is_some() {
                suspects.push(listed);
            }
        }
        if !page.has_more || after.is_none() {
            break;
        }
    }
    check_old_open_payments(db, client, since, &mut seen, &mut suspects).await?;
    // A payment changes at the provider first and in our records a moment later: only what still differs counts.
    for suspect in &suspects {
        let now = client.retrieve_intent(&suspect.id).await?;
        differences.extend(check_intent(db, client, &now).await?);
    }
    check_unlisted_payments(db, client, since, &seen, differences).await?;
    Ok(seen.len())
}

async fn check_intent(
    db: &Db,
    client: &StripeClient,
    intent: &PaymentIntent,
) -> Result<Option<Discrepancy>, db::Error> {
    let ours = db.read_long(intent.id.clone(), |tx, id| Box::pin(store::by_intent(tx, id))).await?;
    Ok(intent_discrepancy(intent, ours.as_ref(), client.is_live()))
}

fn intent_discrepancy(
    intent: &PaymentIntent,
    ours: Option<&IntentRow>,
    is_live: bool,
) -> Option<Discrepancy> {
    let is_paid = intent.status == IntentStatus::Succeeded;
    let Some(ours) = ours else {
        // An intent without an order of ours belongs to another program, and a refunded one needs no action.
        let is_owed = is_paid && !intent.is_refunded();
        let order = intent.metadata.order_id.as_deref().filter(|_| is_owed)?;
        return Some(discrepancy(
            DiscrepancyKind::UnknownPayment,
            intent,
            no_such_payment(),
            localized!(
                language =>
                "{} for order {order}",
                "{} pour la commande {order}",
                describe_paid(intent, language)
            ),
        ));
    };
    let kind = discrepancy_kind(intent, ours, is_live)?;
    let we_say = describe_ours(ours);
    let they_say = match intent.status {
        IntentStatus::Succeeded => Localized::each(|language| describe_paid(intent, language)),
        IntentStatus::Canceled => state_label("canceled"),
        IntentStatus::Processing | IntentStatus::RequiresAction | IntentStatus::Open => not_paid(),
    };
    Some(discrepancy(kind, intent, we_say, they_say))
}

fn discrepancy_kind(intent: &PaymentIntent, ours: &IntentRow, is_live: bool) -> Option<DiscrepancyKind> {
    let we_count_on_it = matches!(ours.state.as_str(), "succeeded" | "refund_due" | "refunded");
    if intent.status != IntentStatus::Succeeded {
        return we_count_on_it.then_some(DiscrepancyKind::MissingAtProvider);
    }
    match ours.state.as_str() {
        "refunded" if intent.amount_refunded() + ours.paid_otherwise < intent.amount_received => {
            Some(DiscrepancyKind::RefundFailed)
        }
        "refunded" => None,
        "succeeded" if intent.is_refunded() && ours.part_refunds_decided < ours.amount_cents => {
            Some(DiscrepancyKind::MissingAtProvider)
        }
        "succeeded" | "refund_due" if intent.is_disputed() => Some(DiscrepancyKind::Disputed),
        "succeeded" if intent.amount_refunded() > ours.part_refunds_decided => {
            Some(DiscrepancyKind::PartialRefund)
        }
        "succeeded" if intent.amount_refunded() < ours.part_refunded => Some(DiscrepancyKind::RefundFailed),
        _ if !matches_payment(intent, ours, is_live) && !intent.is_refunded() => {
            Some(DiscrepancyKind::Mismatch)
        }
        _ if !we_count_on_it => Some(DiscrepancyKind::UnrecordedPayment),
        _ => None,
    }
}

/// The same rule as in `payments::apply_intent`.
fn matches_payment(intent: &PaymentIntent, ours: &IntentRow, is_live: bool) -> bool {
    intent.amount == ours.amount_cents
        && intent.amount_received == ours.amount_cents
        && intent.currency.eq_ignore_ascii_case(&ours.currency)
        && intent.livemode == is_live
        && intent.metadata.order_id.as_deref() == Some(ours.order_id.as_str())
}

/// Shows an amount with the letters of its currency, because a payment may have another one than the shop. The provider
/// counts yen and the like in whole units.
fn in_currency(amount: i64, currency: &str, language: Language) -> String {
    if currency::has_two_decimals(currency) {
        let amounts = AmountFormat::new(ShopLocale::default(), currency).in_language(language);
        format!("{} {currency}", amounts.format_cents(amount))
    } else {
        format!("{amount} {currency}")
    }
}

fn no_such_payment() -> Localized {
    localized!("no such payment", "ce paiement n’existe pas")
}

fn describe_ours(ours: &IntentRow) -> Localized {
    let state = state_label(&ours.state);
    localized!(
        language =>
        "{}, {} for order {}",
        "{}, {} pour la commande {}",
        state.in_language(language),
        in_currency(ours.amount_cents, &ours.currency, language),
        ours.order_id
    )
}

fn describe_paid(intent: &PaymentIntent, language: Language) -> String {
    let amount = in_currency(intent.amount_received, &intent.currency, language);
    let order = intent.metadata.order_id.as_deref();
    let refunded = Some(intent.amount_refunded()).filter(|cents| *cents != 0);
    let refunded = refunded.map(|cents| in_currency(cents, &intent.currency, language));
    match language {
        Language::English => {
            let given_back = refunded.map_or_else(String::new, |cents| format!(", {cents} refunded"));
            let mode = if intent.livemode { "live" } else { "test" };
            let disputed = if intent.is_disputed() { ", disputed" } else { "" };
            let order = order.unwrap_or("unknown");
            format!("paid, {amount} for order {order}, in {mode} mode{given_back}{disputed}")
        }
        Language::French => {
            let given_back = refunded.map_or_else(String::new, |cents| format!(", {cents} remboursés"));
            let mode = if intent.livemode { "réel" } else { "d’essai" };
            let disputed = if intent.is_disputed() { ", contesté" } else { "" };
            let order = order.unwrap_or("inconnue");
            format!("payé, {amount} pour la commande {order}, en mode {mode}{given_back}{disputed}")
        }
    }
}

fn discrepancy(
    kind: DiscrepancyKind,
    intent: &PaymentIntent,
    we_say: Localized,
    other_says: Localized,
) -> Discrepancy {
    Discrepancy {
        kind,
        subject: DiscrepancySubject::payment(&intent.id),
        recorded: we_say,
        other_record: other_says,
    }
}

/// Reads open payments from before the compared period: one that does not match keeps its order until the owner acts.
async fn check_old_open_payments(
    db: &Db,
    client: &StripeClient,
    since: Timestamp,
    seen: &mut HashSet<String>,
    suspects: &mut Vec<PaymentIntent>,
) -> Result<(), CompareError> {
    let most = i64::try_from(MAX_RETRIEVED_INTENTS).unwrap_or(i64::MAX);
    let rows = db
        .read_long((since, most), |tx, (since, most)| store::payments_open_before(tx, *since, *most))
        .await?;
    for id in rows.into_iter().filter_map(|row| row.intent_id) {
        match client.retrieve_intent(&id).await {
            Ok(intent) => {
                if seen.insert(id) && check_intent(db, client, &intent).await?.is_some() {
                    suspects.push(intent);
                }
            }
            // It cannot be paid any more, and the payments job cancels it.
            Err(error) if error.is_missing() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Reads paid payments that the list did not contain, one by one.
async fn check_unlisted_payments(
    db: &Db,
    client: &StripeClient,
    since: Timestamp,
    seen: &HashSet<String>,
    differences: &mut Vec<Discrepancy>,
) -> Result<(), CompareError> {
    let mut after = String::new();
    loop {
        let rows = db
            .read_long((after, since), |tx, (after, since)| {
                Box::pin(store::intents_after(tx, after, *since, PAGE_SIZE))
            })
            .await?;
        let Some(last) = rows.last().and_then(|row| row.intent_id.clone()) else { return Ok(()) };
        after = last;
        for row in rows {
            let Some(id) = row.intent_id.as_deref() else { continue };
            let we_count_on_it = matches!(row.state.as_str(), "succeeded" | "refund_due" | "refunded");
            if !we_count_on_it || seen.contains(id) {
                continue;
            }
            if differences.len() > MAX_DISCREPANCIES {
                return Ok(());
            }
            match client.retrieve_intent(id).await {
                // Paid after the list was read.
                Ok(intent) if intent.status == IntentStatus::Succeeded => {}
                Ok(_) => differences.push(missing_at_provider(id, &row, not_paid())),
                Err(error) if error.is_missing() => {
                    differences.push(missing_at_provider(id, &row, no_such_payment()));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

fn missing_at_provider(id: &str, row: &IntentRow, other_says: Localized) -> Discrepancy {
    Discrepancy {
        kind: DiscrepancyKind::MissingAtProvider,
        subject: DiscrepancySubject::payment(id),
        recorded: describe_ours(row),
        other_record: other_says,
    }
}
