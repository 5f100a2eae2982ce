//! An order and the states it can be in.

use std::time::Duration;

use super::tracking::Tracking;
use crate::{
    accounts::permissions::{Caller, Permission},
    db::row,
    sales::purchases::PurchaseLine,
    values::{ids::Id, money::Cents, payment_method::PaymentMethod, time::Timestamp},
};

#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Order {
    pub id: Id,
    /// What people call the order, shown as #1042.
    pub number: i64,
    pub user_id: Id,
    pub tool_id: Id,
    /// Name and price as they were when the order was placed.
    pub tool_name: String,
    pub price: Cents,
    pub quantity: i64,
    /// Price times quantity, without delivery and taxes.
    pub total: Cents,
    pub line: PurchaseLine,
    pub customer_name: String,
    pub customer_email: String,
    pub contact: Contact,
    pub state: OrderState,
    /// The tracking is empty until the order is shipped, and afterwards if the owner gave none.
    pub tracking: Tracking,
    /// When the shop learned that the payer's bank disputes the payment.
    pub disputed_at: Option<Timestamp>,
    /// What was refunded while it goes on. Of the only order of a purchase with the delivery.
    pub part_refunded: Cents,
    pub pieces: PiecesBack,
    pub created_at: Timestamp,
    /// The time until which the order is held if it is not paid, while its customer has paid no order. `None` if it is
    /// held as long as the settings say.
    pub held_until: Option<Timestamp>,
    /// Staff entered it for the customer.
    pub is_entered: bool,
    /// Staff or a guest placed it, and its account has a login and no confirmed address. Anyone may have made that
    /// account, so it does not read where the order goes.
    pub is_unconfirmed: bool,
    /// Staff placed it and it is unconfirmed, and the shop sends the e-mail that confirms the address.
    pub is_hidden: bool,
    /// It waited while card payment was off, so it does not expire.
    pub is_kept: bool,
    /// It was bought without a login, and the account with its address has not disowned it.
    pub is_guest: bool,
}

impl Order {
    /// When the order is deleted if it is not paid. Returns `None` if it stays. `ttl` is how long unpaid orders are
    /// held at most.
    pub fn expires_at(&self, ttl: Option<Duration>) -> Option<Timestamp> {
        let by_age = ttl.filter(|_| !self.is_kept).map(|ttl| self.created_at.plus(ttl));
        self.held_until.into_iter().chain(by_age).min().filter(|_| self.state == OrderState::Unpaid)
    }

    /// Whether it is all that is paid at once, at its price.
    pub fn is_whole_purchase(&self) -> bool {
        self.line.is_alone() && self.line.due == self.total
    }

    /// The number of pieces that were not refunded.
    pub const fn pieces_left(&self) -> i64 {
        self.quantity - self.pieces.refunded
    }

    /// The order as its account may read it. The person is left out while that account may be a stranger's
    /// (docs/decisions/0031).
    #[must_use]
    pub fn for_customer(self) -> Self {
        if !self.is_unconfirmed {
            return self;
        }
        // The account knows its own e-mail address.
        Self { customer_email: self.customer_email.clone(), ..self.without_person() }
    }

    /// The order without name, e-mail, address and phone.
    #[must_use]
    pub fn without_person(self) -> Self {
        let contact = Contact::default();
        Self { contact, customer_name: String::new(), customer_email: String::new(), ..self }
    }

    /// Whether this account is the order's, and may see it.
    pub fn belongs_to(&self, user: &Id) -> bool {
        self.user_id == *user && !self.is_hidden
    }

    /// Whether the order is the caller's, and the caller may see it.
    pub fn is_of(&self, caller: &Caller) -> bool {
        caller.is(&self.user_id) && !self.is_hidden
    }

    /// Only the owner and the people of the shop see an order. For all others it does not exist.
    pub fn is_visible_to(&self, caller: &Caller) -> bool {
        self.is_of(caller) || caller.may(Permission::ReadOrders)
    }
}

row! {
    /// Pieces of an order that goes on.
    #[derive(Copy, Default, PartialEq, Eq)]
    pub struct PiecesBack {
        /// Pieces whose money went back. They were not shipped, or came back.
        pub refunded: i64,
        /// How many of them are on sale again.
        pub restocked: i64,
    }
}

row! {
    /// How to reach the customer, under the field names of the purchase form: the typed address is in `phone`, the
    /// typed phone number is in `address`. Swapped on purpose, see docs/decisions/0005.
    #[derive(Default, PartialEq, Eq)]
    pub struct Contact {
        pub phone: String,
        pub address: String,
    }
}

impl Contact {
    // Only these two undo the swap.
    pub fn delivery_address(&self) -> &str {
        &self.phone
    }

    pub fn phone_number(&self) -> &str {
        &self.address
    }
}

/// The state of an order. A transition consumes the previous state, so that it cannot be used twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrderState {
    Unpaid,
    Paid(OrderPayment),
    Shipped {
        payment: OrderPayment,
        at: Timestamp,
    },
    /// An administrator decided on a refund; the card provider has not accepted it yet.
    Refunding(OrderRefund),
    Refunded {
        refund: OrderRefund,
        at: Timestamp,
    },
}

/// The one succeeded payment of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPayment {
    /// The card provider's id of it, or one such as `cash-1042`.
    pub transaction_id: String,
    pub at: Timestamp,
    /// How the order was paid, as a person of the shop recorded. `None` if it was paid by card.
    pub method: Option<PaymentMethod>,
}

/// A refund of the whole amount. It starts once. If it fails at the customer's bank, it is under way again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderRefund {
    pub payment: OrderPayment,
    pub shipped_at: Option<Timestamp>,
    pub begun_at: Timestamp,
    /// The quantity goes back into stock when the money does.
    pub returns_stock: bool,
    /// When the quantity went back into stock, if it did.
    pub restocked_at: Option<Timestamp>,
}

/// A transition that the state does not allow, with the unchanged state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidTransition(pub OrderState);

/// Timestamps of an order never decrease. Concurrent requests and clock skew between nodes could otherwise record
/// `shipped_at` before `paid_at`.
impl OrderState {
    pub fn pay(self, payment: OrderPayment) -> Result<Self, InvalidTransition> {
        match self {
            Self::Unpaid => Ok(Self::Paid(payment)),
            other => Err(InvalidTransition(other)),
        }
    }

    pub fn ship(self, at: Timestamp) -> Result<Self, InvalidTransition> {
        match self {
            Self::Paid(payment) => Ok(Self::Shipped { at: at.max(payment.at), payment }),
            other => Err(InvalidTransition(other)),
        }
    }

    /// Refunds a paid order. Its stock can be returned only before shipping.
    pub fn refund(self, begun_at: Timestamp, returns_stock: bool) -> Result<Self, InvalidTransition> {
        let (payment, shipped_at) = match self {
            Self::Paid(payment) => (payment, None),
            Self::Shipped { payment, at } if !returns_stock => (payment, Some(at)),
            other => return Err(InvalidTransition(other)),
        };
        let begun_at = begun_at.max(shipped_at.unwrap_or(payment.at));
        Ok(Self::Refunding(OrderRefund { payment, shipped_at, begun_at, returns_stock, restocked_at: None }))
    }

    /// The card provider accepted the refund, or the shop recorded it.
    pub fn confirm_refund(self, at: Timestamp) -> Result<Self, InvalidTransition> {
        match self {
            Self::Refunding(refund) => {
                let at = at.max(refund.begun_at);
                let restocked_at = refund.restocked_at.or(refund.returns_stock.then_some(at));
                Ok(Self::Refunded { refund: OrderRefund { restocked_at, ..refund }, at })
            }
            other => Err(InvalidTransition(other)),
        }
    }

    /// The customer's bank has sent the money back. Stock that came back stays: the goods are in the shop.
    pub fn reopen_refund(self) -> Result<Self, InvalidTransition> {
        match self {
            Self::Refunded { refund, .. } => Ok(Self::Refunding(refund)),
            other => Err(InvalidTransition(other)),
        }
    }

    pub fn payment(&self) -> Option<&OrderPayment> {
        match self {
            Self::Unpaid => None,
            Self::Paid(payment) | Self::Shipped { payment, .. } => Some(payment),
            Self::Refunding(refund) | Self::Refunded { refund, .. } => Some(&refund.payment),
        }
    }

    pub fn order_refund(&self) -> Option<&OrderRefund> {
        match self {
            Self::Refunding(refund) | Self::Refunded { refund, .. } => Some(refund),
            Self::Unpaid | Self::Paid(_) | Self::Shipped { .. } => None,
        }
    }

    pub fn shipped_at(&self) -> Option<Timestamp> {
        match self {
            Self::Shipped { at, .. } => Some(*at),
            other => other.order_refund()?.shipped_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn payment(n: i64) -> OrderPayment {
        OrderPayment { transaction_id: format!("pi_{n}"), at: Timestamp::from_micros(n), method: None }
    }

    #[test]
    fn an_order_is_paid_once_and_shipped_after_that() {
        let paid = OrderState::Unpaid.pay(payment(1)).unwrap();
        assert_eq!(paid.clone().pay(payment(2)), Err(InvalidTransition(paid.clone())));
        let shipped = paid.ship(Timestamp::from_micros(3)).unwrap();
        assert_eq!(shipped.payment(), Some(&payment(1)));
        assert!(shipped.clone().ship(Timestamp::from_micros(4)).is_err());
        assert!(shipped.pay(payment(5)).is_err());
        assert!(OrderState::Unpaid.ship(Timestamp::from_micros(6)).is_err());
    }

    #[test]
    fn no_moment_lies_before_the_one_it_follows() {
        let early = Timestamp::from_micros(0);
        let shipped = OrderState::Unpaid.pay(payment(7)).unwrap().ship(early).unwrap();
        assert_eq!(shipped.shipped_at(), Some(Timestamp::from_micros(7)));
        let refunding = shipped.refund(early, false).unwrap();
        assert_eq!(refunding.order_refund().unwrap().begun_at, Timestamp::from_micros(7));
        let refunded = refunding.confirm_refund(early).unwrap();
        assert!(matches!(refunded, OrderState::Refunded { at, .. } if at == Timestamp::from_micros(7)));
    }

    #[test]
    fn money_goes_back_once_and_only_what_was_paid() {
        let (begun, done) = (Timestamp::from_micros(3), Timestamp::from_micros(4));
        let paid = OrderState::Unpaid.pay(payment(1)).unwrap();
        let shipped = paid.clone().ship(Timestamp::from_micros(2)).unwrap();
        assert!(OrderState::Unpaid.refund(begun, false).is_err());
        assert_eq!(shipped.clone().refund(begun, true), Err(InvalidTransition(shipped.clone())));
        for state in [paid.refund(begun, true).unwrap(), shipped.refund(begun, false).unwrap()] {
            assert_eq!(state.payment(), Some(&payment(1)));
            assert!(state.clone().refund(begun, false).is_err() && state.clone().ship(begun).is_err());
            let refunded = state.confirm_refund(done).unwrap();
            assert!(refunded.clone().confirm_refund(done).is_err() && refunded.pay(payment(2)).is_err());
        }
    }

    proptest! {
        /// Whatever is tried in whatever order, the state only moves forward and keeps its first payment.
        #[test]
        fn no_sequence_of_moves_goes_back(moves in proptest::collection::vec(0..5, 0..30)) {
            let rank = |state: &OrderState| match state {
                OrderState::Unpaid => 0,
                OrderState::Paid(_) => 1,
                OrderState::Shipped { .. } => 2,
                OrderState::Refunding(_) => 3,
                OrderState::Refunded { .. } => 4,
            };
            let mut state = OrderState::Unpaid;
            for (n, kind) in (1_i64..).zip(moves) {
                let (before, first, at) = (rank(&state), state.payment().cloned(), Timestamp::from_micros(n));
                let shipped_at = state.shipped_at();
                let moved = match kind {
                    0 => state.pay(payment(n)),
                    1 => state.ship(at),
                    2 => state.refund(at, false),
                    3 => state.refund(at, true),
                    _ => state.confirm_refund(at),
                };
                state = moved.unwrap_or_else(|InvalidTransition(same)| same);
                prop_assert!(rank(&state) >= before);
                prop_assert!(first.is_none() || state.payment() == first.as_ref());
                prop_assert!(shipped_at.is_none() || state.shipped_at() == shipped_at);
                let restocked = state.order_refund().is_some_and(|refund| refund.restocked_at.is_some());
                prop_assert!(!restocked || matches!(state, OrderState::Refunded { .. }), "before the money");
                prop_assert!(!(restocked && state.shipped_at().is_some()));
            }
        }
    }
}
