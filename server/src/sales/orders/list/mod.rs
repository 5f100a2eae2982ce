//! The lists of orders: a customer's own, and all orders for staff, with a search.

pub mod http;
pub mod store;

use utoipa::ToSchema;

use crate::values::{ids::Id, time::Timestamp};

/// Which orders a list contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderFilter {
    OfUser(Id),
    All,
    InState(OrderStateFilter),
    Placed(PlacedBetween, Option<OrderStateFilter>),
    Matching(OrderSearch),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSearch {
    pub state: Option<OrderStateFilter>,
    /// As typed: may be the id of an order or of a payment.
    pub text: String,
    /// The same in lower case: may be how words of the buyer's name, the e-mail, the tool's name or the phone number
    /// begin, or an order's number. Never empty.
    pub search_term: String,
    pub placed: PlacedBetween,
}

/// When an order was placed: from the first moment on, and before the second.
pub type PlacedBetween = (Timestamp, Timestamp);

/// An order's state as the query names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum OrderStateFilter {
    Unpaid,
    /// Paid, and to be shipped.
    Pending,
    Shipped,
    Refunding,
    Refunded,
}

impl OrderStateFilter {
    pub const ALL: [Self; 5] = [Self::Unpaid, Self::Pending, Self::Shipped, Self::Refunding, Self::Refunded];

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unpaid => "unpaid",
            Self::Pending => "pending",
            Self::Shipped => "shipped",
            Self::Refunding => "refunding",
            Self::Refunded => "refunded",
        }
    }
}
