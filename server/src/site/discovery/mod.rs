//! What search engines, browsers and people who found a security problem look for at fixed addresses.

pub mod feed;
mod file_cache;
pub mod http;
pub mod product_feed;
pub mod sitemap;

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    base::config::RunMode,
    settings::shop_settings::settings::{ShopSettings, first_value},
    values::{language::Language, page_path, phone::Phone, time::Timestamp},
};

/// security.txt must not be older than a year (RFC 9116).
const SECURITY_CONTACT_TTL: Duration = Duration::from_hours(180 * 24);

/// Crawlers need no page behind the login. `noindex` in such a page would be read only after loading it.
pub fn robots_txt(public_url: &str) -> String {
    let [dashboard, purchase] =
        ["/dashboard", "/tools/"].map(|path| page_path::in_language(Language::French, path));
    format!(
        "User-agent: *\nDisallow: /dashboard\nDisallow: /tools/\nDisallow: {dashboard}\nDisallow: {purchase}\nDisallow: /sandbox/\nDisallow: /signed-in\n\nSitemap: {public_url}/sitemap.xml\n"
    )
}

/// Returns `security.txt`. Returns `None` if the owner has given neither an e-mail address nor a phone number. The
/// phone number of a new demo does not count, because it is invented.
pub fn security_txt(shop: &ShopSettings, public_url: &str, now: Timestamp) -> Option<String> {
    let contact = if shop.email.is_empty() {
        let own = Some(shop.phone.as_str()).filter(|phone| *phone != first_value(RunMode::Demo, "phone"));
        format!("tel:{}", own.and_then(Phone::parse)?.as_str())
    } else {
        format!("mailto:{}", shop.email)
    };
    let expires = now.plus(SECURITY_CONTACT_TTL).to_string();
    let day = expires.split('T').next()?;
    Some(format!(
        "Contact: {contact}\nExpires: {day}T00:00:00Z\nPreferred-Languages: en, fr\nCanonical: {public_url}/.well-known/security.txt\n"
    ))
}

pub fn manifest(shop: &ShopSettings) -> Value {
    json!({
        "name": shop.name,
        "short_name": shop.name,
        "description": shop.description,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "lang": "en-CA",
        // An iPhone shows notifications only for a page that stands alone. Other browsers have a button to go back.
        "display": "standalone",
        "display_override": ["minimal-ui"],
        "background_color": "#fbf8f1",
        "theme_color": "#fbf8f1",
        "icons": [
            { "src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml" },
            { "src": "/apple-touch-icon-180.png", "sizes": "180x180", "type": "image/png" },
        ],
        "shortcuts": [
            { "name": "All Tools", "url": "/tool" },
            { "name": "My Orders", "url": "/dashboard/myOrders" },
        ],
    })
}
