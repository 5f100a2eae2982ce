//! Security headers of every response, and the content security policy of each kind of page.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use super::origin::PublicUrl;

const NOSNIFF: HeaderValue = HeaderValue::from_static("nosniff");
/// The policy of responses that are not pages: they may do nothing.
const DENY_ALL: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'; sandbox");

/// Whether browsers may use only https from now on, and for which hosts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrictTransport {
    Off,
    ThisHost,
    WithSubdomains,
}
pub const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

pub const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Adds each header that the response does not set itself.
pub fn add(headers: &mut HeaderMap, transport: StrictTransport) {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is = |kinds: &[&str]| kinds.iter().any(|prefix| kind.starts_with(prefix));
    // Browsers read some headers only of documents, and a first visit loads twenty other files. A picture may be a
    // document: an SVG that is opened by itself.
    let is_never_document = is(&["text/javascript", "font/"]);
    let is_part_of_page = is_never_document || is(&["image/"]);
    let mut fill = |name: HeaderName, value: HeaderValue| {
        headers.entry(name).or_insert(value);
    };
    fill(header::X_CONTENT_TYPE_OPTIONS, NOSNIFF);
    if !is_never_document {
        fill(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin"));
        fill(header::CONTENT_SECURITY_POLICY, DENY_ALL);
    }
    // Pages of other origins embed nothing but pictures, which set another value.
    fill(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("same-origin"));
    if !is_part_of_page {
        fill(
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin-allow-popups"),
        );
        fill(
            PERMISSIONS_POLICY,
            HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        );
    }
    let hsts = match transport {
        StrictTransport::Off => return,
        StrictTransport::ThisHost => "max-age=31536000",
        StrictTransport::WithSubdomains => "max-age=31536000; includeSubDomains",
    };
    fill(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(hsts));
}

/// What a page of the web app may load, and what it may ask the browser for.
#[derive(Clone)]
pub struct PagePolicy {
    pub content: HeaderValue,
    /// If this is `None`, the page has the permissions of every response.
    pub permissions: Option<HeaderValue>,
}

/// The policies of the web app.
pub struct ContentSecurityPolicies {
    pub page: PagePolicy,
    /// The policy of the pages on which customers pay. Only they may run the card provider's script and open a wallet.
    pub payment: PagePolicy,
}

impl ContentSecurityPolicies {
    /// Makes the policies. `card_urls` has the URLs of the card provider's script and API, or is `None` if card payment
    /// is off.
    pub fn new(card_urls: Option<(&str, &str)>, public_url: &PublicUrl, image_hosts: &[String]) -> Self {
        let provider =
            card_urls.map_or(CardScript::None, |(script, api)| CardScript::of(script, api, public_url));
        let of = |provider: CardScript| PagePolicy {
            content: policy(&provider, image_hosts),
            permissions: provider.permissions(),
        };
        Self { page: of(CardScript::None), payment: of(provider) }
    }
}

/// Whose script runs on the payment page.
#[derive(Debug, PartialEq, Eq)]
enum CardScript {
    None,
    /// The sandbox, on our own origin.
    SameOrigin,
    Stripe,
    /// A server that is compatible with Stripe, with the origins of its script and its API.
    Other {
        script: String,
        api: String,
    },
}

impl CardScript {
    fn of(script: &str, api: &str, public_url: &str) -> Self {
        let origin = |address: &str| {
            reqwest::Url::parse(address).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
        };
        let (script, api) = (origin(script), origin(api));
        if script == "https://js.stripe.com" {
            Self::Stripe
        } else if script == public_url {
            Self::SameOrigin
        } else {
            Self::Other { script, api }
        }
    }

    /// Frames of the provider open the wallets.
    fn permissions(&self) -> Option<HeaderValue> {
        let frames = match self {
            Self::None => return None,
            Self::SameOrigin => String::new(),
            Self::Stripe => r#" "https://js.stripe.com" "https://*.js.stripe.com""#.to_owned(),
            Self::Other { script, .. } => format!(" \"{script}\""),
        };
        let text = format!("camera=(), geolocation=(), microphone=(), payment=(self{frames}), usb=()");
        HeaderValue::from_str(&text).ok()
    }

    /// Additional sources for scripts, frames and `fetch`.
    fn sources(&self) -> [String; 3] {
        match self {
            // Only the preview of an e-mail lets the shop's own pages frame it.
            Self::None | Self::SameOrigin => [String::new(), "'self'".into(), String::new()],
            // https://docs.stripe.com/security/guide#content-security-policy
            Self::Stripe => [
                "https://*.js.stripe.com https://js.stripe.com".into(),
                "https://*.js.stripe.com https://js.stripe.com https://hooks.stripe.com".into(),
                "https://api.stripe.com".into(),
            ],
            Self::Other { script, api } => {
                [script.clone(), format!("'self' {script}"), format!("{api} {script}")]
            }
        }
    }
}

fn policy(provider: &CardScript, image_hosts: &[String]) -> HeaderValue {
    let [scripts, frames, calls] = provider.sources();
    let pictures: String = image_hosts.iter().map(|host| format!(" https://{host}")).collect();
    let with_self = |name: &str, sources: &str| format!("{name} 'self' {sources}").trim_end().to_owned();
    let text = [
        "default-src 'none'".to_owned(),
        with_self("script-src", &scripts),
        format!("style-src 'self'; img-src 'self' data:{pictures}; font-src 'self'"),
        with_self("connect-src", &calls),
        format!("frame-src {frames}"),
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'".to_owned(),
    ]
    .join("; ");
    // Trusted types stop text from becoming script or markup. The card provider's script does not support them. The one
    // policy gives the address of the worker that shows notifications, and no other.
    let text = match provider {
        CardScript::None => format!("{text}; require-trusted-types-for 'script'; trusted-types push-worker"),
        CardScript::SameOrigin | CardScript::Stripe | CardScript::Other { .. } => text,
    };
    HeaderValue::from_str(&text).unwrap_or(DENY_ALL)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(provider: &CardScript) -> String {
        policy(provider, &[]).to_str().unwrap().to_owned()
    }

    #[test]
    fn pictures_come_from_here_and_from_hosts_that_the_settings_name() {
        assert!(text_of(&CardScript::None).contains("img-src 'self' data:;"));
        let hosts = ["i.example.com".to_owned(), "pictures.example.org".to_owned()];
        let policy = policy(&CardScript::None, &hosts).to_str().unwrap().to_owned();
        assert!(
            policy.contains("img-src 'self' data: https://i.example.com https://pictures.example.org;"),
            "{policy}"
        );
    }

    #[test]
    fn the_real_provider_gets_what_it_documents() {
        let provider = CardScript::of(
            "https://js.stripe.com/a/stripe.js",
            "https://api.stripe.com",
            "https://tools.example.ca",
        );
        assert_eq!(provider, CardScript::Stripe);
        let policy = text_of(&provider);
        for directive in [
            "script-src 'self' https://*.js.stripe.com https://js.stripe.com;",
            "frame-src https://*.js.stripe.com https://js.stripe.com https://hooks.stripe.com;",
            "connect-src 'self' https://api.stripe.com;",
        ] {
            assert!(policy.contains(directive), "{directive} in {policy}");
        }
    }

    #[test]
    fn only_pages_with_a_card_field_may_open_wallets() {
        let text = |provider: &CardScript| {
            provider.permissions().map(|header| header.to_str().unwrap().to_owned()).unwrap_or_default()
        };
        assert_eq!(text(&CardScript::None), "");
        assert!(text(&CardScript::SameOrigin).contains("payment=(self),"));
        assert!(text(&CardScript::Stripe).contains(r#"payment=(self "https://js.stripe.com" "#));
    }

    #[test]
    fn pages_without_a_card_field_load_no_foreign_script() {
        let page = text_of(&CardScript::None);
        for directive in ["script-src 'self';", "connect-src 'self';", "frame-src 'self';"] {
            assert!(page.contains(directive), "{directive} in {page}");
        }
    }

    #[test]
    fn the_sandbox_on_our_own_origin_needs_no_other_source() {
        let provider = CardScript::of(
            "http://127.0.0.1:8080/sandbox/stripe/v3.js",
            "http://127.0.0.1:8080/sandbox/stripe",
            "http://127.0.0.1:8080",
        );
        assert_eq!(provider, CardScript::SameOrigin);
        let policy = text_of(&provider);
        assert!(policy.contains("script-src 'self';") && policy.contains("frame-src 'self';"), "{policy}");
    }

    #[test]
    fn another_provider_is_let_in_where_it_is() {
        let provider = CardScript::of(
            "http://127.0.0.1:9/stripe/v3.js",
            "http://127.0.0.1:8/stripe",
            "http://127.0.0.1:8080",
        );
        let policy = text_of(&provider);
        for directive in [
            "script-src 'self' http://127.0.0.1:9;",
            "frame-src 'self' http://127.0.0.1:9;",
            "connect-src 'self' http://127.0.0.1:8 http://127.0.0.1:9;",
        ] {
            assert!(policy.contains(directive), "{directive} in {policy}");
        }
    }
}
