//! What the outbox does with each kind of e-mail.

use super::order_summary::OrderSummary;
use crate::{
    base::rate_limit::LimitedAction,
    values::{ids::Id, time::Timestamp},
};

/// What the outbox needs to know of an e-mail, beside its text.
#[derive(Debug)]
pub struct MessageFacts<'m> {
    /// The kind as the table, the metrics and the log spell it.
    pub kind: &'static str,
    /// The order that the e-mail is about.
    pub order_id: Option<&'m Id>,
    /// Limits e-mails of this kind to one address. A customer may have many orders, so their limit is by the day.
    pub limited_action: LimitedAction,
    /// When the link in the e-mail expires that gives access to an account. It is `None` if there is no such link.
    pub secret_until: Option<Timestamp>,
    /// Whether it is sent to an address that is not verified: the recipient proves with it to own the address, or staff
    /// has typed the address, or a guest has paid. A login link is for verified addresses only.
    pub is_for_unverified: bool,
    /// The URL at which the recipient ends e-mails of this kind.
    pub unsubscribe: Option<&'m str>,
}

impl<'m> MessageFacts<'m> {
    pub const fn new(kind: &'static str, limited_action: LimitedAction) -> Self {
        Self {
            kind,
            order_id: None,
            limited_action,
            secret_until: None,
            is_for_unverified: false,
            unsubscribe: None,
        }
    }

    #[must_use]
    pub const fn about(self, order: &'m OrderSummary) -> Self {
        Self { order_id: Some(&order.id), ..self }
    }

    /// Sets the order of an e-mail about a paid order. A guest gets the e-mail whether or not the link in an earlier
    /// one was opened.
    #[must_use]
    pub const fn about_paid(self, order: &'m OrderSummary) -> Self {
        let is_for_unverified = self.is_for_unverified || order.is_guest;
        Self { is_for_unverified, ..self.about(order) }
    }

    pub(super) const fn secret_until(self, expires_at: Timestamp) -> Self {
        Self { secret_until: Some(expires_at), ..self }
    }

    pub(super) const fn unsubscribed_at(self, url: &'m str) -> Self {
        Self { unsubscribe: Some(url), ..self }
    }

    pub(super) const fn for_unverified(self) -> Self {
        Self { is_for_unverified: true, ..self }
    }
}
