//! Headers that every answer carries, and the content security policy of each kind of document.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::config::Config;

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// What an answer that is no document of ours may do: nothing.
const INERT: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

/// Added to everything that does not bring its own.
pub fn add(headers: &mut HeaderMap, is_https: bool) {
    let mut fill = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    fill(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    fill(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
    fill(header::CONTENT_SECURITY_POLICY, INERT);
    fill(
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin-allow-popups"),
    );
    fill(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(self), usb=()"),
    );
    if is_https {
        fill(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000; includeSubDomains"),
        );
    }
}

/// The policies of the app shell.
pub struct Policies {
    pub page: HeaderValue,
    /// The payment page's: the card provider's script may run there, and only there.
    pub payment: HeaderValue,
}

impl Policies {
    pub fn new(config: &Config) -> Self {
        let payment =
            config.cards.as_ref().map(|cards| Provider::of(&cards.script, &cards.api, &config.public_url));
        let page = policy(&Provider::default());
        Self { payment: payment.map_or_else(|| page.clone(), |provider| policy(&provider)), page }
    }
}

/// Origins the provider needs, as sources of a policy.
#[derive(Default)]
struct Provider {
    script: String,
    frame: String,
    connect: String,
}

impl Provider {
    fn of(script: &str, api: &str, public_url: &str) -> Self {
        let origin = |address: &str| {
            let origin = reqwest::Url::parse(address).ok().map(|url| url.origin().ascii_serialization());
            origin
                .filter(|origin| origin != public_url)
                .map(|origin| format!(" {origin}"))
                .unwrap_or_default()
        };
        let (script, api) = (origin(script), origin(api));
        // The real provider's script opens frames of these two and talks to its API.
        let hooks = if script == " https://js.stripe.com" { " https://hooks.stripe.com" } else { "" };
        Self { frame: format!(" 'self'{script}{hooks}"), connect: format!("{api}{script}"), script }
    }
}

fn policy(provider: &Provider) -> HeaderValue {
    let Provider { script, frame, connect } = provider;
    let frame = if frame.is_empty() { " 'none'" } else { frame };
    let text = format!(
        "default-src 'none'; script-src 'self'{script}; style-src 'self'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'{connect}; frame-src{frame}; manifest-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    );
    HeaderValue::from_str(&text).unwrap_or(INERT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_payment_page_lets_the_card_provider_in() {
        let provider =
            Provider::of("https://js.stripe.com/v3/", "https://api.stripe.com", "https://tools.example.ca");
        let payment = policy(&provider);
        let payment = payment.to_str().unwrap();
        assert!(payment.contains("script-src 'self' https://js.stripe.com;"), "{payment}");
        assert!(
            payment.contains("connect-src 'self' https://api.stripe.com https://js.stripe.com;"),
            "{payment}"
        );
        let page = policy(&Provider::default());
        let page = page.to_str().unwrap();
        assert!(page.contains("script-src 'self';") && page.contains("frame-src 'none';"), "{page}");
    }

    #[test]
    fn the_sandbox_on_our_own_origin_needs_no_other_source() {
        let provider = Provider::of(
            "http://127.0.0.1:8080/sandbox/stripe/v3.js",
            "http://127.0.0.1:8080/sandbox/stripe",
            "http://127.0.0.1:8080",
        );
        let policy = policy(&provider);
        assert!(policy.to_str().unwrap().contains("frame-src 'self';"));
    }
}
