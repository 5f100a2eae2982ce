//! Pages for people: without script, under a policy that would refuse one.

use axum::http::HeaderValue;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::response::{Html, IntoResponse as _, Response};

/// A document that may load styles and pictures of its own origin. `form_action` is the sources that its forms may
/// lead to.
pub fn document(html: String, form_action: &str) -> Response {
    under(
        html,
        &format!(
            "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; \
             form-action {form_action}; frame-ancestors 'none'"
        ),
    )
}

/// What somebody else wrote, to be shown in a frame of a [`document`]: it may look as it likes and follow its links in
/// new windows, and nothing else.
pub fn foreign(html: String) -> Response {
    under(
        html,
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    )
}

fn under(html: String, policy: &str) -> Response {
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

pub fn style(css: &'static str) -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")], css).into_response()
}

/// For element content and quoted attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_escapes_from_text_or_attribute() {
        assert_eq!(
            super::escape(r#"<b a="1" c='2'>&</b>"#),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;"
        );
    }
}
