//! Compares stock, orders and payments with each other, and payments with the card provider's list.
//!
//! The checks only read. They report where two records differ, what each of them says, and what an owner can do about
//! it. The rules are the invariants of every transaction (ARCHITECTURE.md). A difference means a bug, a manual change
//! in the database, or a change at the provider. The two repairs are in [`corrections`].
//!
//! Screens: Books, for admins; `trowel verify`.

mod advice;
pub mod corrections;
pub mod http;
pub mod internal;
pub mod provider_checks;
pub mod store;

use std::{fmt, time::Duration};

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    clients::stripe::StripeClient,
    db::{self, Db},
    values::{language::Localized, money::Cents, time::Timestamp},
};

/// Two records of one thing that should agree and do not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    pub kind: DiscrepancyKind,
    pub subject: DiscrepancySubject,
    pub recorded: Localized,
    /// The record it is compared with: another one of ours, or the provider's.
    pub other_record: Localized,
}

/// The thing that two records are about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DiscrepancySubject {
    pub kind: SubjectKind,
    /// A payment has the provider's id where it has one. A day has the time when it begins.
    pub id: String,
    /// The name of a tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub name: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubjectKind {
    Tool,
    Order,
    Purchase,
    Payment,
    DiscountCode,
    Day,
}

impl DiscrepancySubject {
    pub fn new(kind: SubjectKind, id: impl Into<String>) -> Self {
        Self { kind, id: id.into(), name: None }
    }

    pub fn payment(id: impl Into<String>) -> Self {
        Self::new(SubjectKind::Payment, id)
    }
}

impl fmt::Display for DiscrepancySubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            SubjectKind::Tool => "tool",
            SubjectKind::Order => "order",
            SubjectKind::Purchase => "purchase",
            SubjectKind::Payment => "payment",
            SubjectKind::DiscountCode => "discount code",
            SubjectKind::Day => "day from",
        };
        write!(f, "{what} {}", self.id)?;
        self.name.as_ref().map_or(Ok(()), |name| write!(f, " ({name})"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "snake_case")]
pub enum DiscrepancyKind {
    /// The stock put in differs from available stock plus ordered quantities.
    Stock,
    /// The orders of a purchase do not add up to it.
    Purchase,
    /// A discount code counts more or fewer uses than there are purchases with it.
    DiscountCode,
    /// The refunds of a payment that went back do not add up to it.
    RefundSums,
    /// An order is paid without a succeeded payment of its amount.
    PaidWithoutPayment,
    /// A payment succeeded without paying its order.
    PaymentWithoutOrder,
    /// An order was deleted while card payment was off, and its customer may still pay.
    OrphanIntent,
    /// A refund is due for an hour, or the provider rejects it.
    RefundStuck,
    /// Paid before it was placed, or shipped before it was paid.
    TimestampsOutOfOrder,
    /// The summed sales of a day differ from its orders.
    DaySums,
    /// The provider has the money, and our payment is not marked as paid.
    UnrecordedPayment,
    /// Amount, currency, order or mode (test or live) of a payment differ from our record.
    Mismatch,
    /// Our payment is paid, and the provider does not have the money (any more).
    MissingAtProvider,
    /// More of a payment was refunded at the provider than here.
    PartialRefund,
    /// The payer's bank claims the money back.
    Disputed,
    /// The provider accepted a refund, and the payer's bank rejected it.
    RefundFailed,
    /// The provider has a paid payment with an order of ours, and we have no record of it.
    UnknownPayment,
}

impl DiscrepancyKind {
    /// Stable, for the API.
    pub fn code(self) -> &'static str {
        match self {
            Self::Stock => "stock",
            Self::Purchase => "purchase",
            Self::DiscountCode => "discount_code",
            Self::RefundSums => "refund_sums",
            Self::PaidWithoutPayment => "paid_without_payment",
            Self::PaymentWithoutOrder => "payment_without_order",
            Self::OrphanIntent => "orphan_intent",
            Self::RefundStuck => "refund_stuck",
            Self::TimestampsOutOfOrder => "timestamps_out_of_order",
            Self::DaySums => "day_sums",
            Self::UnrecordedPayment => "unrecorded_payment",
            Self::Mismatch => "mismatch",
            Self::MissingAtProvider => "missing_at_provider",
            Self::PartialRefund => "partial_refund",
            Self::Disputed => "disputed",
            Self::RefundFailed => "refund_failed",
            Self::UnknownPayment => "unknown_payment",
        }
    }

    /// Whether something is wrong. The others are reported because the owner should know, and may stay as they are.
    pub fn is_error(self) -> bool {
        !matches!(self, Self::PartialRefund | Self::Disputed)
    }
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.kind.code(), self.subject)?;
        writeln!(f, "    we say:     {}", self.recorded.english())?;
        writeln!(f, "    other says: {}", self.other_record.english())?;
        write!(f, "    to do:      {}", self.kind.advice().english())
    }
}

/// The result of comparing with the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderCheck {
    /// Card payment is off.
    Disabled,
    /// The number of compared payments.
    Done(usize),
    /// It did not respond; the report contains what was found before.
    Unreachable(String),
}

#[derive(Debug)]
pub struct ReconciliationReport {
    pub tools: i64,
    pub orders: i64,
    /// The number of payments by card.
    pub payments: i64,
    /// Recorded without the card provider: how many, and their sum in cents.
    pub recorded: (i64, i64),
    pub provider: ProviderCheck,
    pub discrepancies: Vec<Discrepancy>,
    /// There are more differences than are listed.
    pub is_truncated: bool,
    /// The latest refunds, done or due, newest first.
    pub returned_payments: Vec<ReturnedPayment>,
}

impl ReconciliationReport {
    /// How many of the differences are errors.
    pub fn errors(&self) -> usize {
        self.discrepancies.iter().filter(|difference| difference.kind.is_error()).count()
    }
}

/// A payment that is refunded. Not a difference: the shop does it automatically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedPayment {
    pub intent_id: String,
    pub order_id: String,
    pub amount: Cents,
    /// Whether the provider accepted it.
    pub is_done: bool,
    /// The payment paid no order: it came too late, or a second time.
    pub is_automatic: bool,
    /// When the refund was last requested, or accepted.
    pub at: Timestamp,
    /// Why the provider rejects the refund.
    pub refund_error: Option<String>,
}

const MAX_DISCREPANCIES: usize = 200;

const MAX_RETURNED_PAYMENTS: i64 = 50;

/// How far back the screen compares the provider's payments: each hundred of them takes one call.
const RECENT_PERIOD: Duration = Duration::from_hours(30 * 24);

/// Says which of the provider's payments are compared. Our own records are always checked completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Recent,
    All,
}

/// Runs all checks. A payment that differs from the provider is read again on both sides before it counts.
pub async fn reconcile(
    db: &Db,
    client: Option<&StripeClient>,
    span: Period,
    now: Timestamp,
) -> Result<ReconciliationReport, db::Error> {
    let own = internal::check(db, now).await?;
    let mut differences = own.discrepancies;
    let since = match span {
        Period::Recent => now.minus(RECENT_PERIOD),
        Period::All => Timestamp::from_micros(0),
    };
    let provider = match client {
        None => ProviderCheck::Disabled,
        Some(client) => provider_checks::compare_with_provider(db, client, since, &mut differences).await?,
    };
    let is_cut = differences.len() > MAX_DISCREPANCIES;
    differences.truncate(MAX_DISCREPANCIES);
    Ok(ReconciliationReport {
        tools: own.tools,
        orders: own.orders,
        payments: own.payments,
        recorded: own.recorded,
        provider,
        discrepancies: differences,
        is_truncated: is_cut,
        returned_payments: own.returned_payments,
    })
}
