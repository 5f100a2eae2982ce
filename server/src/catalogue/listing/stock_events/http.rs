//! GET /stock-events.

use std::convert::Infallible;

use axum::body::Body;
use futures_util::stream;

use super::{KEEP_ALIVE, StockChange, reload_event};
use crate::{http::prelude::*, shop::Shop};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(listen_to_stock))
}

/// Changes of stock and price as server-sent events, within a second on every node. An event `stock` has an array of
/// changes. An event `reload` says that the listener should read its lists again, because it missed some.
#[utoipa::path(get, path = "/stock-events", tag = "tools",
    params(("Last-Event-ID" = Option<String>, Header, description = "The last event that was received")),
    responses((status = 200, description = "A stream. The schema is of the data of an event `stock`.", body = Vec<StockChange>, content_type = "text/event-stream"),
        (status = 503, description = "`too_many_listeners`: read the tools again every half minute instead")))]
async fn listen_to_stock(
    State(shop): State<Arc<Shop>>,
    ClientIp(address): ClientIp,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Some(listener) = shop.catalogue.stock_events.listen(address) else {
        return Err(ApiError::unavailable(
            "too_many_listeners",
            localized!(
                "Too many pages follow the stock at this moment. Read the tools again every half minute \
                 instead.",
                "Trop de pages suivent le stock en ce moment. Relisez plutôt les outils toutes les trente \
                 secondes."
            ),
        ));
    };
    let newest = shop.catalogue.newest_change();
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok());
    let has_missed = last.is_some_and(|last| newest.is_none_or(|at| at.micros().to_string() != last));
    let first = if has_missed { reload_event(newest) } else { KEEP_ALIVE };
    let events = stream::unfold((Some(first), listener), async |(first, mut listener)| {
        let event = match first {
            Some(first) => first,
            None => listener.next().await?,
        };
        Some((Ok::<_, Infallible>(event), (None, listener)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // nginx collects responses otherwise.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(events)).into_response())
}
