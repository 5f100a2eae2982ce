//! GET /ledger.

use super::{
    Discrepancy, DiscrepancyKind, DiscrepancySubject, Period, ProviderCheck, ReconciliationReport,
    ReturnedPayment,
};
use crate::{
    accounts::extractors::Admin,
    back_office::figures::http::dollars,
    base::metadata::maintenance::{self, Verification},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_reconciliation_report))
}

/// Whether the records agree.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReconciliationReport)]
struct ReconciliationReportJson {
    tools: i64,
    orders: i64,
    /// By card.
    payments: i64,
    /// Payments that people of the shop recorded. The card provider knows nothing of them.
    recorded_payments: i64,
    /// Dollars, with those that were refunded since.
    recorded_amount: f64,
    provider: ProviderCheckState,
    /// How many of the provider's payments were compared.
    compared: usize,
    differences: Vec<DiscrepancyJson>,
    /// There are more differences than these.
    more: bool,
    /// The latest refunds, newest first. They are not differences.
    given_back: Vec<ReturnedPaymentJson>,
}

/// `off`: no card payment. `silent`: the provider did not respond, so not all was compared.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ProviderCheckState {
    Off,
    Compared,
    Silent,
}

/// `due`: the shop retries.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ReturnState {
    Due,
    Done,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReturnedPayment)]
struct ReturnedPaymentJson {
    transaction_id: String,
    order_id: String,
    /// Dollars.
    #[schema(value_type = f64)]
    amount: Cents,
    state: ReturnState,
    /// The payment paid no order: it came too late, or a second time. Otherwise an administrator refunded its order.
    by_itself: bool,
    /// When the refund was last requested, or accepted.
    at: Timestamp,
    /// Why the card provider rejects the refund, in its words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    refusal: Option<String>,
}

impl From<ReturnedPayment> for ReturnedPaymentJson {
    fn from(given: ReturnedPayment) -> Self {
        Self {
            transaction_id: given.intent_id,
            order_id: given.order_id,
            amount: given.amount,
            state: if given.is_done { ReturnState::Done } else { ReturnState::Due },
            by_itself: given.is_automatic,
            at: given.at,
            refusal: given.refund_error,
        }
    }
}

/// Two records of one thing that do not agree.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Discrepancy)]
struct DiscrepancyJson {
    #[schema(value_type = DiscrepancyKind)]
    kind: &'static str,
    /// `false`: the records are right, and the owner should know anyway.
    is_fault: bool,
    subject: DiscrepancySubject,
    #[schema(value_type = String)]
    we_say: Localized,
    #[schema(value_type = String)]
    other_says: Localized,
    /// What an owner can do about it.
    #[schema(value_type = String)]
    repair: Localized,
}

impl From<Discrepancy> for DiscrepancyJson {
    fn from(difference: Discrepancy) -> Self {
        Self {
            kind: difference.kind.code(),
            is_fault: difference.kind.is_error(),
            subject: difference.subject,
            we_say: difference.recorded,
            other_says: difference.other_record,
            repair: difference.kind.advice(),
        }
    }
}

impl From<ReconciliationReport> for ReconciliationReportJson {
    fn from(report: ReconciliationReport) -> Self {
        let (provider, compared) = match report.provider {
            ProviderCheck::Disabled => (ProviderCheckState::Off, 0),
            ProviderCheck::Done(count) => (ProviderCheckState::Compared, count),
            ProviderCheck::Unreachable(_) => (ProviderCheckState::Silent, 0),
        };
        Self {
            tools: report.tools,
            orders: report.orders,
            payments: report.payments,
            recorded_payments: report.recorded.0,
            recorded_amount: dollars(report.recorded.1),
            provider,
            compared,
            differences: report.discrepancies.into_iter().map(DiscrepancyJson::from).collect(),
            more: report.is_truncated,
            given_back: report.returned_payments.into_iter().map(ReturnedPaymentJson::from).collect(),
        }
    }
}

/// Compares stock, orders and payments, also with the card provider's list. Of the last thirty days.
#[utoipa::path(get, path = "/ledger", tag = "ledger", security(("bearer" = [])),
    responses((status = 200, body = ReconciliationReportJson), (status = 403)))]
async fn get_reconciliation_report(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<ReconciliationReportJson>, ApiError> {
    let client = shop.payments.as_ref().map(|cards| &cards.client);
    let now = shop.clock.now();
    let report = super::reconcile(&shop.db, client, Period::Recent, now).await?;
    // A check that the provider did not answer says nothing, unless it found a difference.
    if !matches!(report.provider, ProviderCheck::Unreachable(_)) || report.errors() > 0 {
        let done = Verification { at: now, differences: report.errors() };
        shop.db.write(done, |tx, done| Box::pin(maintenance::record_books_check(tx, *done))).await?;
    }
    Ok(ApiJson(report.into()))
}
