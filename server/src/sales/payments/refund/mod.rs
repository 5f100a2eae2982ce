//! Refunds of what was paid, decided by an administrator: pieces or an amount of lines, whole lines, the delivery, or
//! all.
//!
//! First the refund is recorded as due, in the transaction that changes the orders and their stock. Then the provider
//! is asked until it accepts the refund. A crash or an unreachable provider delays a refund, and neither loses nor
//! repeats it. What the provider accepted has a credit note with a number (docs/decisions/0016).
//!
//! A refund that fails later at the customer's bank has a debit note, and its money is owed again ([`failure`]).

mod again;
mod decide;
pub mod documents;
pub mod failure;
mod finish;
pub mod http;
mod lines_body;
pub mod plan;
pub mod refund_json;
mod refund_problem;
pub mod request;
mod start;
pub mod store;

pub use self::{
    again::refund_again,
    finish::number,
    start::{RefundRequest, RefundTarget, find_refundable, refund},
};
use crate::{
    db::{self, row},
    values::{
        ids::Id, money::Cents, payment_method::PaymentMethod, taxes::returns::Returned, text_enum,
        time::Timestamp,
    },
};

text_enum! {
    /// What ends with a refund.
    pub enum RefundEnds {
        Nothing = "nothing",
        /// Orders. Their payment goes on, unless it is the second try for an only order.
        Orders = "orders",
        /// The payment, with its only order.
        Payment = "payment",
    }
}

text_enum! {
    pub enum RefundState {
        Due = "due",
        Done = "done",
        /// The provider does not make it. A refund that ends an order stays due instead.
        Refused = "refused",
    }
}

row! {
    #[derive(PartialEq, Eq)]
    pub struct Refund {
        /// The id of the payment, if the refund ends the payment.
        pub id: Id,
        pub purchase_id: Id,
        pub payment_id: Id,
        pub intent_id: String,
        pub ends: RefundEnds,
        pub amount: Cents,
        /// The taxes in the amount.
        pub federal_tax: Cents,
        pub provincial_tax: Cents,
        /// The customer reads it. May be empty.
        pub reason: String,
        /// Only the shop reads it.
        pub note: Option<String>,
        /// How a recorded payment went back. `None` if the money went to the card.
        pub method: Option<PaymentMethod>,
        pub state: RefundState,
        pub created_at: Timestamp,
        /// The last attempt, or the end.
        pub changed_at: Timestamp,
        /// The number of its credit note. `None` if it is not done, or was done before there were credit notes.
        pub number: Option<i64>,
        /// What the provider sent, if that was less: the rest had gone back in its dashboard before.
        pub sent: Option<Cents>,
        /// The key by which the provider recognises the refund. It is the id, except for a refund that is tried again.
        pub key: String,
        /// When the customer's bank sent the refund back.
        pub failed_at: Option<Timestamp>,
        /// The number of the debit note that cancels the credit note.
        pub debit_note: Option<i64>,
        /// The refund that failed, and whose money this one returns.
        pub replaces: Option<Id>,
        /// Whether an administrator has to decide how the money goes back.
        pub waits: bool,
    }
}

impl Refund {
    /// One that failed returned nothing.
    pub fn is_valid(&self) -> bool {
        self.failed_at.is_none()
    }

    /// What of it had gone back in the provider's dashboard before.
    pub fn returned_before(&self) -> Option<Cents> {
        self.sent.and_then(|sent| self.amount.minus(sent))
    }
}

row! {
    /// What a refund returns of a line, or of the delivery.
    #[derive(PartialEq, Eq)]
    pub struct RefundLine {
        pub refund_id: Id,
        /// The line of the purchase. 0 is the delivery.
        pub line: i64,
        pub order_id: Option<Id>,
        /// The refunded pieces. 0 if an amount is refunded without pieces.
        pub quantity: i64,
        pub amount: Cents,
        /// The taxes in the amount.
        pub federal_tax: Cents,
        pub provincial_tax: Cents,
        pub ends_order: bool,
        /// The tool whose pieces go back on sale when the refund is done. An order that ends knows that itself.
        pub restocks: Option<Id>,
    }
}

impl RefundLine {
    pub fn returned(&self) -> Returned {
        Returned {
            amount: self.amount.as_i64(),
            federal: self.federal_tax.as_i64(),
            provincial: self.provincial_tax.as_i64(),
            quantity: self.quantity,
        }
    }
}

/// Why nothing was refunded.
#[derive(Debug, PartialEq, Eq)]
pub enum RefundRejection {
    NotPaid,
    /// The order was refunded in whole, or is being refunded.
    Refunded,
    /// The same, with the other choice about returning stock.
    Conflict,
    /// Another refund of the same line is not known to be done yet.
    UnderWay,
    /// This much was refunded before, and not what the administrator saw.
    Changed(Cents),
    /// No more than this is left.
    TooLarge {
        /// The name of the line. `None`: the delivery.
        of: Option<String>,
        rest: Returned,
    },
    Nothing,
    UnknownLine,
    /// Stock of a shipped order cannot be returned.
    Shipped,
    /// The payer's bank has claimed the money back: a refund would pay twice.
    Disputed,
    /// There is no succeeded payment for this paid order: see reconciliation.
    NoPayment,
    Unknown,
}

pub enum RefundOutcome {
    /// Decided by this call.
    Started(RefundStatus),
    /// Decided before, in the same way; nothing changed.
    AlreadyStarted,
    Rejected(RefundRejection),
}

/// Why the transaction of a refund is rolled back.
enum RefundError {
    AlreadyStarted,
    Rejected(RefundRejection),
    Db(db::Error),
}

impl RefundError {
    fn into_outcome(self) -> Result<RefundOutcome, db::Error> {
        match self {
            Self::AlreadyStarted => Ok(RefundOutcome::AlreadyStarted),
            Self::Rejected(rejection) => Ok(RefundOutcome::Rejected(rejection)),
            Self::Db(error) => Err(error),
        }
    }
}

impl From<RefundRejection> for RefundError {
    fn from(rejection: RefundRejection) -> Self {
        Self::Rejected(rejection)
    }
}

impl From<db::Error> for RefundError {
    fn from(error: db::Error) -> Self {
        Self::Db(error)
    }
}

/// The state of a refund at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStatus {
    /// The provider accepted it, or the shop recorded it.
    Accepted,
    /// The provider did not respond; the job retries.
    Pending,
    /// The provider rejected it; the job retries less often if it ends an order. The owner has to check.
    Refused,
}
