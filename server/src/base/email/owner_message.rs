//! The e-mails to the shop's owner, with the data of each. Their texts are in `templates/owner.rs`, and
//! `sales/owner_notices/` says when each of them is due.

use serde::{Deserialize, Serialize};

use super::{message_facts::MessageFacts, order_summary::OrderSummary};
use crate::{
    base::rate_limit::LimitedAction,
    values::{ids::Id, money::Cents},
};

/// What the owner is told. Orders in it have no customer's name, so that a deleted account leaves no trace here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnerMessage {
    OwnerOrderPaid {
        order: OrderSummary,
    },
    /// The orders of one day.
    OwnerDailyOrders {
        /// The first of them.
        orders: Vec<OrderSummary>,
        count: i64,
        /// What the customers paid, with delivery and taxes.
        total_cents: i64,
    },
    OwnerLowStock {
        tool_id: Id,
        tool_name: String,
        available: i64,
    },
    /// Unpaid orders hold more than half of the pieces of these tools.
    OwnerHeldStock {
        tools: Vec<HeldTool>,
    },
    OwnerDispute {
        order: OrderSummary,
    },
    /// The card provider rejected a refund.
    OwnerRefundFailed {
        amount: Cents,
        transaction_id: String,
        reason: String,
    },
    /// A refund was accepted, and the customer's bank sent it back.
    OwnerRefundSentBack {
        order: OrderSummary,
        amount: Cents,
        reason: String,
    },
    OwnerUndelivered {
        subject: String,
    },
    OwnerWebhookPaused {
        webhook_id: Id,
        url: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldTool {
    pub tool_name: String,
    /// Pieces in unpaid orders, and how many could be sold without them.
    pub held: i64,
    pub total: i64,
}

impl OwnerMessage {
    /// There is no limit: [`Mailer::queue_for_owner`](super::Mailer::queue_for_owner) counts none of them.
    pub(super) const fn facts(&self) -> MessageFacts<'_> {
        const fn owner(kind: &'static str) -> MessageFacts<'static> {
            MessageFacts::new(kind, LimitedAction::SendEmail)
        }
        match self {
            Self::OwnerOrderPaid { order } => owner("owner_order_paid").about(order),
            Self::OwnerDailyOrders { .. } => owner("owner_daily_orders"),
            Self::OwnerLowStock { .. } => owner("owner_low_stock"),
            Self::OwnerHeldStock { .. } => owner("owner_held_stock"),
            Self::OwnerDispute { order } => owner("owner_dispute").about(order),
            Self::OwnerRefundFailed { .. } => owner("owner_refund_failed"),
            Self::OwnerRefundSentBack { order, .. } => owner("owner_refund_sent_back").about(order),
            Self::OwnerUndelivered { .. } => owner("owner_undelivered"),
            Self::OwnerWebhookPaused { .. } => owner("owner_webhook_paused"),
        }
    }
}
