//! Who did what as an administrator. An entry is written in the transaction of the deed itself, so that neither is
//! there without the other. The log repeats it afterwards; the table is what counts.

pub mod store;

use crate::{
    db::{Error, Tx},
    values::{ids::Id, time::Moment},
};

/// What was done; the words are those of the table and the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    GrantAdmin,
    RevokeAdmin,
    AddTool,
    EditTool,
    DeleteTool,
    DeleteOrder,
    ShipOrder,
    RefundOrder,
    SendMailAgain,
    AdjustStock,
    RefundPayment,
}

impl Action {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::GrantAdmin => "grant_admin",
            Self::RevokeAdmin => "revoke_admin",
            Self::AddTool => "add_tool",
            Self::EditTool => "edit_tool",
            Self::DeleteTool => "delete_tool",
            Self::DeleteOrder => "delete_order",
            Self::ShipOrder => "ship_order",
            Self::RefundOrder => "refund_order",
            Self::SendMailAgain => "send_mail_again",
            Self::AdjustStock => "adjust_stock",
            Self::RefundPayment => "refund_payment",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Entry {
    /// `None`: whoever has the host, by the command line.
    pub actor: Option<Id>,
    pub action: Action,
    /// The account, tool or order it was done to.
    pub subject: Id,
    pub at: Moment,
}

/// Call it in the transaction of the deed, and [`Entry::log`] when that transaction was kept.
pub async fn record(tx: &Tx<'_>, entry: &Entry) -> Result<(), Error> {
    store::insert(tx, &Id::new(entry.at), entry).await
}

impl Entry {
    /// By ids: no address ever stands in the log.
    pub fn log(&self) {
        let actor = self.actor.as_ref().map_or("host", Id::as_str);
        tracing::info!(actor, action = self.action.as_str(), subject = self.subject.as_str(), "audit");
    }
}
