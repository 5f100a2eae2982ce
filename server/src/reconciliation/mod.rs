//! Whether the books agree: stock, orders and payments with each other, and payments with what the card provider has.
//!
//! Reads only, and decides nothing: it says where two records differ, what each of them says, and what an owner can do
//! about it. The rules are those that every transaction keeps (ARCHITECTURE.md); a difference means a fault of ours, a
//! hand in the database, or a hand at the provider.
//!
//! Screens: Books, for admins; `trowel verify`. Nothing builds on this module.

pub mod corrections;
pub mod http;
pub mod internal;
pub mod provider_checks;
pub mod store;

use std::{fmt, time::Duration};

use crate::{
    clients::stripe::StripeClient,
    db::{self, Db},
    values::{money::Cents, time::Moment},
};

/// What two records say of one thing, and they should say the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub kind: Kind,
    /// The tool, order or payment; the provider's name for a payment where it has one.
    pub subject: String,
    pub we_say: String,
    /// The record it is held against: our own other book, or the provider's.
    pub other_says: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// What was put in is not what is available plus what orders hold.
    Stock,
    /// An order is paid, and no succeeded payment of its amount belongs to it.
    PaidWithoutPayment,
    /// A payment succeeded, and the order it is for is not paid by it.
    PaymentWithoutOrder,
    /// An order was deleted while card payment was off, and somebody may still pay for it.
    OpenWithoutOrder,
    /// Money that is due back has not gone back for an hour, or the provider refuses to give it.
    RefundWaits,
    /// Paid before it was placed, or shipped before it was paid.
    Backward,
    /// The provider has the money and we do not know yet.
    NotHeardOf,
    /// Amount, currency, order or mode (test or live) of a payment are not those we asked for.
    Mismatch,
    /// We count on money that the provider does not have, or not any more.
    NotAtProvider,
    /// A part of what an order was paid with was given back at the provider.
    PartlyGivenBack,
    /// The payer's bank asks for the money back.
    Disputed,
    /// The provider took a refund up, and the payer's bank did not take the money.
    RefundFailed,
    /// The provider has a paid payment of this shop that we never asked for.
    NotOurs,
}

impl Kind {
    /// Stable, for the API.
    pub fn code(self) -> &'static str {
        match self {
            Self::Stock => "stock",
            Self::PaidWithoutPayment => "paid_without_payment",
            Self::PaymentWithoutOrder => "payment_without_order",
            Self::OpenWithoutOrder => "orphan_intent",
            Self::RefundWaits => "refund_stuck",
            Self::Backward => "timestamps_out_of_order",
            Self::NotHeardOf => "unrecorded_payment",
            Self::Mismatch => "mismatch",
            Self::NotAtProvider => "missing_at_provider",
            Self::PartlyGivenBack => "partial_refund",
            Self::Disputed => "disputed",
            Self::RefundFailed => "refund_failed",
            Self::NotOurs => "unknown_payment",
        }
    }

    /// Whether something is wrong. What is not may stay as it is for good, and is told because the owner should know.
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::PartlyGivenBack | Self::Disputed)
    }

    /// What an owner can do about it, as a sentence.
    pub fn repair(self) -> &'static str {
        match self {
            Self::Stock => {
                "Count the shelf. Set the available quantity in Manage Tool to what is there, then let the books agree with it: trowel adjust-stock TOOL."
            }
            Self::PaidWithoutPayment => {
                "Look the transaction up at the card provider. If the money is there, keep the order as it is and note it; if not, do not ship, and write to the customer."
            }
            Self::PaymentWithoutOrder => {
                "If the order is gone or somebody else paid it, let the shop give the money back: trowel refund PAYMENT."
            }
            Self::OpenWithoutOrder => {
                "Set the card settings again: the shop gives the payment up, or gives back what was paid. Or cancel it in the card provider's dashboard."
            }
            Self::RefundWaits => {
                "The shop asks again by itself. If the card provider refuses, see to its reason, or give the money back in its dashboard; the shop finds it there."
            }
            Self::Backward => "Check the clocks of the machines. Nothing else needs to be done.",
            Self::NotHeardOf => {
                "The shop asks by itself within some minutes. If this stays, the card provider's events do not arrive: check its webhook address and secret."
            }
            Self::Mismatch => {
                "Nothing was marked as paid. Compare both sides in the card provider's dashboard. If the money should go back, delete the order in Manage Orders: that gives it back."
            }
            Self::NotAtProvider => {
                "If somebody gave the money back in the card provider's dashboard, press Refund in Manage Orders: nothing is given twice, and the books follow. If the keys in the settings were changed, this may be another account."
            }
            Self::PartlyGivenBack => {
                "Nothing, if you meant it. Refund in Manage Orders would give back the rest."
            }
            Self::Disputed => {
                "Answer the dispute in the card provider's dashboard, in time. Do not ship, and do not refund: the bank takes the money by itself."
            }
            Self::RefundFailed => {
                "The customer's bank did not take the money, often because the card was closed. The card provider's dashboard says why; pay the customer another way."
            }
            Self::NotOurs => {
                "Another program may use the same account, or this database is an older copy. Look the payment up in the card provider's dashboard; give it back there if nothing is owed for it."
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.kind.code(), self.subject)?;
        writeln!(f, "    we say:     {}", self.we_say)?;
        writeln!(f, "    other says: {}", self.other_says)?;
        write!(f, "    to do:      {}", self.kind.repair())
    }
}

/// How the provider's side of the check went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderSide {
    /// Card payment is off.
    Off,
    /// So many of its payments were compared.
    Compared(usize),
    /// It did not answer; what was found until then is in the report.
    Silent(String),
}

#[derive(Debug)]
pub struct Report {
    pub tools: i64,
    pub orders: i64,
    pub payments: i64,
    pub provider: ProviderSide,
    pub differences: Vec<Difference>,
    /// There are more than are listed.
    pub is_cut: bool,
    /// The newest money that went back or is about to, newest first.
    pub given_back: Vec<GivenBack>,
}

/// A payment that goes back to whoever paid it. Not a difference: the shop does it by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenBack {
    pub intent_id: String,
    pub order_id: String,
    pub amount: Cents,
    /// Whether the provider has taken it up.
    pub is_done: bool,
    /// The payment paid no order: it came too late, or a second time.
    pub is_by_itself: bool,
    /// When it was last asked for, or taken up.
    pub at: Moment,
    /// What the provider says if it does not give it back.
    pub refusal: Option<String>,
}

/// More differences than a person can work through are one fault, not many.
const MOST: usize = 200;

/// How many of the payments that went back are told of.
const MOST_GIVEN_BACK: i64 = 50;

/// How far back a screen compares the provider's payments: each hundred of them is a call.
const LATELY: Duration = Duration::from_hours(30 * 24);

/// Which of the provider's payments are compared. Our own books are always read whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    Lately,
    Ever,
}

/// The whole check. What moves while it runs is looked at twice, on both sides, before it counts as a difference.
pub async fn check(
    db: &Db,
    client: Option<&StripeClient>,
    span: Span,
    now: Moment,
) -> Result<Report, db::Error> {
    let own = internal::check(db, now).await?;
    let mut differences = own.differences;
    let since = match span {
        Span::Lately => now.minus(LATELY),
        Span::Ever => Moment::from_micros(0),
    };
    let provider = match client {
        None => ProviderSide::Off,
        Some(client) => provider_checks::compare(db, client, since, &mut differences).await?,
    };
    let is_cut = differences.len() > MOST;
    differences.truncate(MOST);
    Ok(Report {
        tools: own.tools,
        orders: own.orders,
        payments: own.payments,
        provider,
        differences,
        is_cut,
        given_back: own.given_back,
    })
}
