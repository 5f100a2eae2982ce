//! The audit trail of administrators. An entry is written in the transaction of the action, so that neither exists
//! without the other. The log repeats it after the commit.
//!
//! An audited action makes an [`AuditEntry`], hands it to its transaction and calls [`record`] there.

pub mod store;

use std::time::Duration;

use crate::{
    base::config::limits::YEAR,
    db::{Error, Tx},
    values::{ids::Id, text_enum, time::Timestamp},
};

/// The entries are as old as the books that they explain.
pub const ENTRY_TTL: Duration = YEAR.saturating_mul(7);

text_enum! {
    /// What was done, as named in the table, the log and the API.
    pub enum AuditAction {
        GrantAdmin = "grant_admin",
        RevokeAdmin = "revoke_admin",
        GrantStaff = "grant_staff",
        RevokeStaff = "revoke_staff",
        BlockAccount = "block_account",
        UnblockAccount = "unblock_account",
        EditCustomerNotes = "edit_customer_notes",
        AddTool = "add_tool",
        EditTool = "edit_tool",
        DeleteTool = "delete_tool",
        DeleteOrder = "delete_order",
        CorrectContact = "correct_contact",
        EnterOrder = "enter_order",
        ChangeTracking = "change_tracking",
        EditOrderNotes = "edit_order_notes",
        DeleteReview = "delete_review",
        HideReview = "hide_review",
        PublishReview = "publish_review",
        ReplyToReview = "reply_to_review",
        ShipOrder = "ship_order",
        RecordPayment = "record_payment",
        RefundOrder = "refund_order",
        RefundPart = "refund_part",
        ResendEmail = "resend_email",
        AdjustStock = "adjust_stock",
        RefundPayment = "refund_payment",
        EditShopSettings = "edit_shop_settings",
        CreateApiKey = "create_api_key",
        RevokeApiKey = "revoke_api_key",
        AddWebhook = "add_webhook",
        EditWebhook = "edit_webhook",
        DeleteWebhook = "delete_webhook",
        RotateWebhookSecret = "rotate_webhook_secret",
        TestWebhook = "test_webhook",
        ReplayWebhook = "replay_webhook",
        TestEmail = "test_email",
        TestPayments = "test_payments",
        TurnOnSecondFactor = "turn_on_second_factor",
        TurnOffSecondFactor = "turn_off_second_factor",
        ChangeEmail = "change_email",
        ImportTools = "import_tools",
        RestoreTool = "restore_tool",
        AddCategory = "add_category",
        EditCategory = "edit_category",
        DeleteCategory = "delete_category",
        AddPost = "add_post",
        EditPost = "edit_post",
        PublishPost = "publish_post",
        UnpublishPost = "unpublish_post",
        DeletePost = "delete_post",
        AddDiscountCode = "add_discount_code",
        EndDiscountCode = "end_discount_code",
        SaveRedirect = "save_redirect",
        DeleteRedirect = "delete_redirect",
        ImportRedirects = "import_redirects",
        ImportReviews = "import_reviews",
        ImportCustomers = "import_customers",
        ImportFormerOrders = "import_former_orders",
        DeleteFormerOrders = "delete_former_orders",
    }
}

#[derive(Debug, Clone)]
pub struct AuditEntry {
    /// The account or the API key that did it. It is `None` for the operator of the host, who uses the command line.
    pub actor: Option<Id>,
    pub action: AuditAction,
    /// The account, tool, order, review, blog post, webhook or revision of the settings it was done to.
    pub subject: Id,
    pub at: Timestamp,
}

/// Stores an entry. Callers run this in the transaction of the action. The log has the entry after the commit.
pub async fn record(tx: &Tx<'_>, entry: &AuditEntry) -> Result<(), Error> {
    store::insert(tx, &Id::new(entry.at), entry).await?;
    let entry = entry.clone();
    tx.after_commit(move || entry.log());
    Ok(())
}

/// Deletes some hundred old entries. Who made someone an administrator stays, because a reclaimed account depends on
/// it.
pub async fn delete_expired(tx: &Tx<'_>, now: Timestamp) -> Result<u64, Error> {
    store::delete_before(tx, now.minus(ENTRY_TTL), AuditAction::GrantAdmin).await
}

impl AuditEntry {
    /// Makes the entry of an action by an account or an API key.
    pub fn by(actor: &Id, action: AuditAction, subject: Id, at: Timestamp) -> Self {
        Self { actor: Some(actor.clone()), action, subject, at }
    }

    /// Logs ids only, never addresses.
    fn log(&self) {
        let actor = self.actor.as_ref().map_or("host", Id::as_str);
        tracing::info!(actor, action = self.action.as_str(), subject = self.subject.as_str(), "audit");
    }
}
