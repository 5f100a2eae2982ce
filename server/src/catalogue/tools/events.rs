//! Webhooks about tools. They are queued in the caller's transaction.

use serde_json::json;

use super::tool::Tool;
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks},
    values::{ids::Id, time::Timestamp},
};

/// The stock itself is read when the message is sent.
pub async fn stock_changed(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    tool: &Id,
    now: Timestamp,
) -> Result<(), db::Error> {
    webhooks.queue(tx, WebhookEvent::StockChanged, || json!({ "toolId": tool }), now).await
}

/// `change` is `added`, `edited` or `removed`.
pub async fn tool_changed(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    tool: &Tool,
    change: &'static str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || {
        json!({
            "toolId": tool.id,
            "change": change,
            "name": tool.name,
            "price": tool.price,
            "minimumQuantity": tool.minimum,
        })
    };
    webhooks.queue(tx, WebhookEvent::ToolChanged, data, now).await
}
