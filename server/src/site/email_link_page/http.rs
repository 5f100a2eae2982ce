//! The frame of pages that a link in an e-mail opens. They need no login and no JavaScript, and one button does what
//! they are for. A GET changes nothing, because mail servers open links to check them.

use axum::{extract::Query, http::Uri};
use maud::{DOCTYPE, Markup, html};

use crate::{
    http::prelude::*,
    shop::Shop,
    site::{
        setup_page::{STYLE_PATH, links_of},
        web_files::{BuiltFile, built_file},
    },
};

/// Its form is the only thing that a page does.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// What a page says.
pub struct PageTexts<'t> {
    pub title: &'t str,
    pub heading: &'t str,
    pub text: &'t str,
}

/// Asks for a press of the button, which posts to `action`.
pub fn question(texts: &PageTexts<'_>, button: &str, action: &str, after: &str) -> Markup {
    html! {
        h1 { (texts.heading) }
        p { (texts.text) }
        form method="post" action=(action) {
            p { button class="btn btn-primary" { (button) } }
        }
        p { (after) }
    }
}

/// Says what the press has done.
pub fn done(texts: &PageTexts<'_>, language: Language) -> Markup {
    html! {
        h1 { (texts.heading) }
        p { (texts.text) }
        p {
            a class="btn btn-primary" href=(language.choose("/", "/fr")) {
                (language.choose("Go to the shop", "Aller à la boutique"))
            }
        }
    }
}

/// The value of this name in the address.
pub fn query_value(uri: &Uri, wanted: &str) -> Option<String> {
    let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    pairs.into_iter().find(|(name, _)| name == wanted).map(|(_, value)| value)
}

/// The secret of the link.
pub fn token_of(uri: &Uri) -> Option<Secret> {
    query_value(uri, "token").as_deref().and_then(Secret::parse)
}

pub fn shop_name(shop: &Shop) -> String {
    shop.settings.current().settings.name.clone()
}

pub fn respond(
    shop: &Shop,
    language: Language,
    status: StatusCode,
    title: &str,
    content: &Markup,
) -> Response {
    let name = shop_name(shop);
    let template = built_file(BuiltFile::Index, language);
    let template = template.map(|index| index.data).unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang=(language.choose("en-CA", "fr-CA")) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) " · " (name) }
                meta name="robots" content="noindex";
                meta name="color-scheme" content="light dark";
                (links_of(&String::from_utf8_lossy(&template)))
                link rel="stylesheet" href=(STYLE_PATH);
            }
            body class="first-run" {
                header { div { a href=(language.choose("/", "/fr")) { (name) } } }
                main class="single" { (content) }
            }
        }
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // The address of this page proves that the reader got the e-mail.
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    (status, headers, page.into_string()).into_response()
}
