//! What the owner chooses for an endpoint, as JSON.

use reqwest::Url;
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::{WebhookEvent, manage::EndpointChoice};
use crate::{
    http::{
        error::ApiError,
        json::{Field, Validator},
    },
    shop::Shop,
    values::{
        InvalidValue,
        language::localized,
        text::SingleLine,
        url::{is_public_https, public_literal},
    },
};

#[derive(Deserialize, ToSchema)]
pub struct WebhookBody {
    /// Begins with `https://`, and is no address of a private network.
    #[serde(default)]
    #[schema(required, value_type = String, pattern = "^https?://", max_length = 500)]
    url: Field<SingleLine<500>>,
    /// The events that the endpoint gets, at least one.
    #[serde(default)]
    #[schema(required, value_type = Vec<WebhookEvent>, min_items = 1)]
    events: Field<Value>,
    /// `true`: nothing is sent for now. `false` resumes.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    paused: Field<bool>,
}

impl WebhookBody {
    pub fn check(self, shop: &Shop) -> Result<EndpointChoice, ApiError> {
        let mut check = Validator::new();
        let url = check.required("url", self.url).map(SingleLine::into_string);
        if let Some(fault) =
            url.as_deref().and_then(|url| url_fault(url, shop.config.webhooks_to_private_networks))
        {
            check.add_error("url", fault);
        }
        let events = check.required("events", self.events).and_then(|events| {
            let events = choose(&events);
            if events.is_none() {
                let names = WebhookEvent::ALL.map(WebhookEvent::as_str).join(", ");
                check.add_error(
                    "events",
                    InvalidValue::new(
                        "unknown",
                        localized!(
                            "Choose at least one of {names}.",
                            "Choisissez au moins un de ces événements\u{a0}: {names}."
                        ),
                    ),
                );
            }
            events
        });
        let is_paused = check.optional("paused", self.paused).unwrap_or(false);
        let (url, events) = check.finish((url, events))?;
        Ok(EndpointChoice { url, events, is_paused })
    }
}

fn url_fault(url: &str, allows_private: bool) -> Option<InvalidValue> {
    let parsed = Url::parse(url).ok();
    if allows_private && parsed.as_ref().is_some_and(|url| ["http", "https"].contains(&url.scheme())) {
        return None;
    }
    if !is_public_https(url) || parsed.as_ref().is_some_and(|url| url.fragment().is_some()) {
        let example = localized!(
            "Give an address that begins with https://, for example https://hooks.example.ca/shop.",
            "Donnez une adresse qui commence par https://, par exemple https://hooks.example.ca/shop."
        );
        return Some(InvalidValue::new("not_https", example));
    }
    let is_private = parsed.as_ref().and_then(public_literal) == Some(false);
    is_private.then(|| {
        InvalidValue::new(
            "private_address",
            localized!(
                "This address is in a private network. Give one on the Internet.",
                "Cette adresse est dans un réseau privé. Donnez-en une sur Internet."
            ),
        )
    })
}

/// The names in the order of the events, with a space between them.
fn choose(events: &Value) -> Option<String> {
    let names: Vec<&str> = events.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let known = WebhookEvent::ALL.map(WebhookEvent::as_str);
    let chosen: Vec<&str> = known.into_iter().filter(|name| names.contains(name)).collect();
    (!chosen.is_empty() && names.iter().all(|name| known.contains(name))).then(|| chosen.join(" "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_address_is_public_and_encrypted() {
        let code = |url| url_fault(url, false).map(|fault| fault.code);
        assert_eq!(code("https://hooks.example.ca/shop?key=1"), None);
        assert_eq!(code("https://8.8.8.8/"), None);
        for url in [
            "http://example.ca",
            "https://localhost/",
            "https://u:p@example.ca/",
            "ftp://a.ca",
            "https://a.ca/#x",
        ] {
            assert_eq!(code(url), Some("not_https"), "{url}");
        }
        for url in ["https://10.0.0.1/", "https://127.1/", "https://192.168.0.1:8443/"] {
            assert_eq!(code(url), Some("private_address"), "{url}");
        }
        assert_eq!(url_fault("http://127.0.0.1:8080/", true), None);
    }

    #[test]
    fn only_known_events_can_be_chosen() {
        assert_eq!(
            choose(&json!(["stock.changed", "order.paid", "order.paid"])).as_deref(),
            Some("order.paid stock.changed")
        );
        for events in
            [json!([]), json!(["order.paid", "other"]), json!(["test"]), json!("order.paid"), json!([1])]
        {
            assert_eq!(choose(&events), None, "{events}");
        }
    }
}
