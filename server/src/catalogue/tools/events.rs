//! Webhooks about tools. They are queued in the caller's transaction.

use serde::Serialize;
use utoipa::ToSchema;

use super::tool::Tool;
use crate::{
    db::{self, Tx},
    settings::webhooks::{WebhookEvent, Webhooks, document::EventData},
    values::{ids::Id, money::Cents, time::Timestamp},
};

/// The stock of a tool.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockChangedEvent<'t> {
    tool_id: &'t str,
    /// The one at the time of sending.
    #[schema(required)]
    sku: Option<&'t str>,
    /// The stock at the time of sending.
    available_quantity: i64,
}

impl EventData for StockChangedEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::StockChanged];
}

/// A tool that was added, edited or removed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ToolChangedEvent<'t> {
    tool_id: &'t str,
    /// The one at the time of sending.
    #[schema(required)]
    sku: Option<&'t str>,
    /// `added`, `edited` or `removed`.
    change: &'t str,
    name: &'t str,
    /// Dollars for one piece.
    #[schema(value_type = f64)]
    price: Cents,
    minimum_quantity: i64,
}

impl EventData for ToolChangedEvent<'_> {
    const EVENTS: &'static [WebhookEvent] = &[WebhookEvent::ToolChanged];
}

/// The delivery replaces the stock and the SKU by the ones that the tool has then.
pub async fn stock_changed(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    tool: &Id,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || StockChangedEvent { tool_id: tool.as_str(), sku: None, available_quantity: 0 };
    webhooks.queue(tx, WebhookEvent::StockChanged, data, now).await
}

/// `change` is `added`, `edited` or `removed`.
pub async fn tool_changed(
    webhooks: &Webhooks,
    tx: &Tx<'_>,
    tool: &Tool,
    change: &'static str,
    now: Timestamp,
) -> Result<(), db::Error> {
    let data = || ToolChangedEvent {
        tool_id: tool.id.as_str(),
        sku: None,
        change,
        name: &tool.name,
        price: tool.price,
        minimum_quantity: tool.minimum,
    };
    webhooks.queue(tx, WebhookEvent::ToolChanged, data, now).await
}
