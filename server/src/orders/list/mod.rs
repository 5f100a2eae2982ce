//! The lists of orders: a customer's own, and all orders for administrators, with a search.

pub mod http;

use utoipa::ToSchema;

use crate::values::ids::Id;

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
    /// The same in lower case: may be part of the buyer's name or e-mail, or of the tool's name. Empty: any.
    pub search_term: String,
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
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "unpaid" => Self::Unpaid,
            "pending" => Self::Pending,
            "shipped" => Self::Shipped,
            "refunding" => Self::Refunding,
            "refunded" => Self::Refunded,
            _ => return None,
        })
    }
}
