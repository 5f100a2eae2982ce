//! The lists of orders: a customer's own, and all orders for administrators, with a search.

pub mod http;

use utoipa::ToSchema;

use crate::values::{ids::Id, time::Timestamp};

/// Which orders a list contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderFilter {
    OfUser(Id),
    All,
    Matching(OrderSearch),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderSearch {
    pub state: Option<OrderStateFilter>,
    /// As typed: may be the id of an order or of a payment.
    pub text: String,
    /// The same in lower case: may be part of the buyer's name or e-mail, or of the tool's name, or an order's number.
    /// Empty: any.
    pub search_term: String,
    /// When the order was placed: from the first moment on, and before the second.
    pub placed: (Timestamp, Timestamp),
}

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
