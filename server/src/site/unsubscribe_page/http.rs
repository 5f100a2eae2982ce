//! GET and POST /unsubscribe, outside the API: the link that ends review requests for an address.
//!
//! The page needs no login and no JavaScript. Mail clients send the POST of their own button without opening the page
//! (RFC 8058). A GET changes nothing, because mail servers open links to check them.

use axum::{Router, extract::Query, http::Uri, routing::get};
use maud::{DOCTYPE, Markup, html};

use crate::{
    base::email::UNSUBSCRIBE,
    http::prelude::*,
    sales::review_requests,
    shop::Shop,
    site::{
        setup_page::{STYLE_PATH, links_of},
        web_files::{BuiltFile, built_file},
    },
    values::language::Language,
};

/// Its form is the only thing that the page does.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

pub fn routes() -> Router<Arc<Shop>> {
    Router::new().route(UNSUBSCRIBE, get(ask).post(unsubscribe))
}

async fn ask(State(shop): State<Arc<Shop>>, uri: Uri) -> Response {
    let Some(token) = token_of(&uri) else { return unknown_link(&shop) };
    let content = html! {
        h1 { "Stop review requests?" }
        p { "Some days after a purchase arrives, " (shop_name(&shop)) " asks for a review by e-mail." }
        form method="post" action={ (UNSUBSCRIBE) "?token=" (token.reveal()) } {
            p { button class="btn btn-primary" { "Stop these e-mails" } }
        }
        p { "You still get e-mails about your orders." }
    };
    respond(&shop, StatusCode::OK, &content)
}

async fn unsubscribe(State(shop): State<Arc<Shop>>, uri: Uri) -> Result<Response, ApiError> {
    let Some(token) = token_of(&uri) else { return Ok(unknown_link(&shop)) };
    if !review_requests::unsubscribe(&shop, &token).await? {
        return Ok(unknown_link(&shop));
    }
    let content = html! {
        h1 { "You get no more review requests" }
        p { (shop_name(&shop)) " does not ask this address for reviews any more. E-mails about your orders still come." }
        p { a class="btn btn-primary" href="/" { "Go to the shop" } }
    };
    Ok(respond(&shop, StatusCode::OK, &content))
}

fn unknown_link(shop: &Shop) -> Response {
    let content = html! {
        h1 { "This link does not work" }
        p { "Please copy the whole link from the e-mail, or reply to it. Then we stop these e-mails for you." }
    };
    respond(shop, StatusCode::NOT_FOUND, &content)
}

fn token_of(uri: &Uri) -> Option<Secret> {
    let Query(pairs) = Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    pairs.iter().find(|(name, _)| name == "token").and_then(|(_, value)| Secret::parse(value))
}

fn shop_name(shop: &Shop) -> String {
    shop.settings.current().settings.name.clone()
}

fn respond(shop: &Shop, status: StatusCode, content: &Markup) -> Response {
    let name = shop_name(shop);
    let template = built_file(BuiltFile::Index, Language::English);
    let template = template.map(|index| index.data).unwrap_or_default();
    let page = html! {
        (DOCTYPE)
        html lang="en-CA" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Review requests · " (name) }
                meta name="robots" content="noindex";
                meta name="color-scheme" content="light dark";
                (links_of(&String::from_utf8_lossy(&template)))
                link rel="stylesheet" href=(STYLE_PATH);
            }
            body class="first-run" {
                header { div { a href="/" { (name) } } }
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
