//! Lists: pages of a collection, and the list of events.

use serde_json::{Value, json};

use super::context::RequestContext;
use super::error::StripeApiError;
use super::params::Params;
use crate::stripe::model::Object;
use crate::stripe::model::event::{API_VERSION, Event};
use crate::stripe::store::Collection;

/// A page of the list at `url`, newest first. Takes `limit`, `starting_after` and `created[gte]` from the parameters.
pub fn page<T: Object>(
    collection: &Collection<T>,
    url: &str,
    params: &mut Params,
    matches: impl Fn(&T) -> bool,
    to_json: impl Fn(&T) -> Value,
) -> Result<Value, StripeApiError> {
    let limit = usize::try_from(params.take_integer("limit")?.unwrap_or(10)).unwrap_or_default();
    if !(1..=100).contains(&limit) {
        let error = StripeApiError::invalid("parameter_invalid_integer", "limit must be from 1 to 100");
        return Err(error.with("param", "limit"));
    }
    let mut created = params.take_group("created");
    let since = created.take_integer("gte")?.unwrap_or(i64::MIN);
    created.finish()?;
    let end = match params.take("starting_after") {
        None => collection.items().len(),
        Some(id) => collection
            .position(&id)
            .ok_or_else(|| StripeApiError::invalid_reference("object", &id, "starting_after"))?,
    };
    let older = collection.items()[..end].iter().rev();
    let mut found = older.filter(|item| item.created() >= since && matches(item)).peekable();
    let data: Vec<Value> = found.by_ref().take(limit).map(to_json).collect();
    Ok(json!({ "object": "list", "url": url, "has_more": found.peek().is_some(), "data": data }))
}

/// `GET /v1/events`, of the `types[]` if there are any.
pub fn events(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeApiError> {
    let types = params.take_list("types");
    let matches = |event: &Event| types.is_empty() || types.contains(&event.kind);
    let page = page(&context.database.events, "/v1/events", &mut params, matches, Event::to_json)?;
    params.finish()?;
    Ok(page)
}

/// `GET /v1/webhook_endpoints`: the one that the settings name, if there is one.
pub fn webhook_endpoints(
    context: &mut RequestContext<'_>,
    mut params: Params,
) -> Result<Value, StripeApiError> {
    params.take_integer("limit")?;
    params.finish()?;
    let endpoint = |url| {
        json!({
            "id": "we_sandbox",
            "object": "webhook_endpoint",
            "api_version": API_VERSION,
            "created": 0,
            "enabled_events": ["*"],
            "livemode": false,
            "metadata": {},
            "status": "enabled",
            "url": url,
        })
    };
    let data: Vec<Value> = context.webhook_url.into_iter().map(endpoint).collect();
    Ok(json!({ "object": "list", "url": "/v1/webhook_endpoints", "has_more": false, "data": data }))
}

/// `GET /v1/payment_method_domains`, perhaps of one `domain_name`: the sandbox's own host, which is registered.
pub fn payment_method_domains(
    context: &mut RequestContext<'_>,
    mut params: Params,
) -> Result<Value, StripeApiError> {
    params.take_integer("limit")?;
    let wanted = params.take("domain_name");
    params.finish()?;
    let host = context.origin.split("://").nth(1).unwrap_or_default().split(':').next().unwrap_or_default();
    let domain = || {
        let active = json!({ "status": "active" });
        json!({
            "id": "pmd_sandbox",
            "object": "payment_method_domain",
            "apple_pay": active,
            "created": 0,
            "domain_name": host,
            "enabled": true,
            "google_pay": active,
            "link": active,
            "livemode": false,
        })
    };
    let data: Vec<Value> = wanted.is_none_or(|name| name == host).then(domain).into_iter().collect();
    Ok(json!({ "object": "list", "url": "/v1/payment_method_domains", "has_more": false, "data": data }))
}
