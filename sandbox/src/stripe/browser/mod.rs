//! The script that a shop loads, and the pages in its frames.
//!
//! `v3.js` defines `window.Stripe`. The fields of the card are in a frame of this origin (`card.html`), so the shop's
//! page never sees a card number. The frame calls the API and reports to the page only what Stripe's script would
//! report. Page and frame check each other's origin, then use a private message port.
//!
//! There is no build step, and no inline script or style. Styles of the shop are set through the CSSOM, so both sides
//! work under a strict Content-Security-Policy.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};

use super::account::StripeAccount;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";

struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static str,
}

macro_rules! files {
    ($($name:literal $kind:ident)*) => {
        [$(File { name: $name, kind: $kind, content: include_str!($name) }),*]
    };
}

/// A page of a frame: its title, style sheets and script, and the file with its body.
macro_rules! page {
    ($name:literal $title:literal [$($style:literal),*] $script:literal) => {
        File {
            name: $name,
            kind: HTML,
            content: concat!(
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
                "<title>", $title, "</title>\n",
                $("<link rel=\"stylesheet\" href=\"", $style, "\">\n",)*
                "<script type=\"module\" src=\"", $script, "\"></script>\n</head>\n",
                include_str!($name),
                "</html>\n",
            ),
        }
    };
}

static PAGES: &[File] = &[
    page!("card.html" "Card details" ["card.css"] "card.js"),
    page!("controller.html" "Card provider" [] "controller.js"),
    page!("express.html" "Wallets" ["express.css"] "express.js"),
    page!("sheet.html" "Wallet" ["challenge.css", "sheet.css"] "sheet.js"),
    page!("challenge.html" "Authentication by your bank" ["challenge.css"] "challenge.js"),
];

static FILES: &[File] = &files![
    "card.css" STYLE
    "card.js" SCRIPT
    "fields.js" SCRIPT
    "brands.js" SCRIPT
    "appearance.js" SCRIPT
    "controller.js" SCRIPT
    "express.css" STYLE
    "express.js" SCRIPT
    "sheet.css" STYLE
    "sheet.js" SCRIPT
    "challenge.css" STYLE
    "challenge.js" SCRIPT
    "wire.js" SCRIPT
];

/// Wrapped in a function, so that only `Stripe` becomes a global of the page.
const V3: &str = concat!(
    "(() => {\n'use strict';\n",
    include_str!("v3/frame.js"),
    include_str!("v3/element.js"),
    include_str!("v3/card-element.js"),
    include_str!("v3/express-checkout-element.js"),
    include_str!("v3/elements.js"),
    include_str!("v3/stripe.js"),
    "})();\n"
);

/// `GET /v3.js`, for a `<script>` of any origin.
pub async fn script() -> Response {
    let mut response = Response::new(Body::from(V3));
    let headers = response.headers_mut();
    common(headers, SCRIPT);
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    response
}

/// `GET /elements/{name}`: a page for a frame, or one of its files.
pub async fn element_file(State(account): State<Arc<StripeAccount>>, Path(name): Path<String>) -> Response {
    let Some(file) = PAGES.iter().chain(FILES).find(|file| file.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = Response::new(Body::from(file.content));
    let headers = response.headers_mut();
    common(headers, file.kind);
    if file.kind == HTML
        && let Ok(policy) = HeaderValue::from_str(&frame_policy(&account))
    {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

fn common(headers: &mut HeaderMap, kind: &'static str) {
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
}

/// Shops may frame the pages and supply fonts.
fn frame_policy(account: &StripeAccount) -> String {
    let shops = account.shop_origins.join(" ");
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
         font-src 'self' {shops}; base-uri 'none'; form-action 'none'; frame-ancestors 'self' {shops}"
    )
}
