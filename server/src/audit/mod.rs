//! The audit trail of administrators. An entry is written in the transaction of the action, so that neither exists
//! without the other. The log repeats it after the commit.

pub mod store;

use crate::{
    db::{Error, Tx},
    values::{ids::Id, time::Timestamp},
};

/// What was done, as named in the table and the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditAction {
    GrantAdmin,
    RevokeAdmin,
    BlockAccount,
    UnblockAccount,
    AddTool,
    EditTool,
    DeleteTool,
    DeleteOrder,
    CorrectContact,
    ChangeTracking,
    EditOrderNotes,
    DeleteReview,
    ShipOrder,
    RefundOrder,
    ResendEmail,
    AdjustStock,
    RefundPayment,
    EditShopSettings,
    ImportTools,
    RestoreTool,
    AddCategory,
    EditCategory,
    DeleteCategory,
}

impl AuditAction {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GrantAdmin => "grant_admin",
            Self::RevokeAdmin => "revoke_admin",
            Self::BlockAccount => "block_account",
            Self::UnblockAccount => "unblock_account",
            Self::AddTool => "add_tool",
            Self::EditTool => "edit_tool",
            Self::DeleteTool => "delete_tool",
            Self::DeleteOrder => "delete_order",
            Self::CorrectContact => "correct_contact",
            Self::ChangeTracking => "change_tracking",
            Self::EditOrderNotes => "edit_order_notes",
            Self::DeleteReview => "delete_review",
            Self::ShipOrder => "ship_order",
            Self::RefundOrder => "refund_order",
            Self::ResendEmail => "send_mail_again",
            Self::AdjustStock => "adjust_stock",
            Self::RefundPayment => "refund_payment",
            Self::EditShopSettings => "edit_shop_settings",
            Self::ImportTools => "import_tools",
            Self::RestoreTool => "restore_tool",
            Self::AddCategory => "add_category",
            Self::EditCategory => "edit_category",
            Self::DeleteCategory => "delete_category",
        }
    }
}

#[derive(Debug, Clone)]
pub struct AuditEntry {
    /// `None`: the operator of the host, by the command line.
    pub actor: Option<Id>,
    pub action: AuditAction,
    /// The account, tool, order, review or revision of the settings it was done to.
    pub subject: Id,
    pub at: Timestamp,
}

/// Call it in the transaction of the action, and [`AuditEntry::log`] after the commit.
pub async fn record(tx: &Tx<'_>, entry: &AuditEntry) -> Result<(), Error> {
    store::insert(tx, &Id::new(entry.at), entry).await
}

impl AuditEntry {
    /// Logs ids only, never addresses.
    pub fn log(&self) {
        let actor = self.actor.as_ref().map_or("host", Id::as_str);
        tracing::info!(actor, action = self.action.as_str(), subject = self.subject.as_str(), "audit");
    }
}
