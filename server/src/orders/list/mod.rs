//! The lists of orders: a customer's own, and all orders for administrators, with a search.

pub mod http;

use crate::values::ids::Id;

/// Which orders a list contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    OfUser(Id),
    All,
    Found(Search),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    pub state: Option<State>,
    /// As typed: may be the id of an order or of a payment.
    pub text: String,
    /// The same in lower case: may be part of the buyer's name or e-mail, or of the tool's name. Empty: any.
    pub part: String,
}

/// An order's state as the query names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Unpaid,
    /// Paid, and to be shipped.
    Pending,
    Shipped,
    Refunding,
    Refunded,
}

impl State {
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
