//! The lists of orders: a customer's own, and all orders for staff, with a search.

pub mod http;
pub mod store;

use crate::values::{ids::Id, text_enum, time::Timestamp};

/// Which orders a list contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderFilter {
    OfUser(Id),
    /// The orders that this account may see, as it may read them.
    SeenBy(Id),
    All,
    InState(OrderStateFilter),
    Placed(PlacedBetween, Option<OrderStateFilter>),
    Matching(OrderSearch),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSearch {
    pub state: Option<OrderStateFilter>,
    /// The text as it was typed. It may be the id of an order or of a payment.
    pub text: String,
    /// The same in lower case: may be how words of the buyer's name, the e-mail, the tool's name or the phone number
    /// begin, or an order's number. Never empty.
    pub search_term: String,
    pub placed: PlacedBetween,
}

/// When an order was placed: from the first moment on, and before the second.
pub type PlacedBetween = (Timestamp, Timestamp);

text_enum! {
    /// An order's state as the query names it. The database has other texts: see `as_stored`.
    pub enum OrderStateFilter {
        Unpaid = "unpaid",
        /// Paid, and to be shipped.
        Pending = "pending",
        Shipped = "shipped",
        Refunding = "refunding",
        Refunded = "refunded",
    }
}
