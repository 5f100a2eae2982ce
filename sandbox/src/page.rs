//! The HTML frame of all pages. Pages have no scripts, and their Content-Security-Policy forbids them.

use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{Html, IntoResponse as _, Response};
use maud::{DOCTYPE, Markup, html};

pub struct Page<'a> {
    pub title: &'a str,
    /// The address of the style sheet.
    pub stylesheet: &'a str,
    pub body_class: &'a str,
    /// Seconds until the browser loads the page again.
    pub refresh: Option<u32>,
    /// The sources that forms may submit or redirect to, as in a Content-Security-Policy.
    pub form_action: &'a str,
    /// Header and main part.
    pub body: Markup,
}

impl Page<'_> {
    pub fn into_response(self) -> Response {
        let document = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="robots" content="noindex";
                    @if let Some(seconds) = self.refresh { meta http-equiv="refresh" content=(seconds); }
                    title { (self.title) }
                    link rel="stylesheet" href=(self.stylesheet);
                }
                body class=(self.body_class) { (self.body) }
            }
        };
        let policy = format!(
            "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; \
             form-action {}; frame-ancestors 'none'",
            self.form_action
        );
        html_response(document.into_string(), &policy)
    }
}

/// HTML from another author, shown in a frame of a [`Page`]. It may have its own styles and open links in new windows.
/// Everything else is forbidden.
pub fn untrusted(html: String) -> Response {
    html_response(
        html,
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
}

fn html_response(html: String, policy: &str) -> Response {
    let mut response = Html(html).into_response();
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

pub fn stylesheet(css: &'static str) -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")], css).into_response()
}
