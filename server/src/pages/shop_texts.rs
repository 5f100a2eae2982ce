//! Puts the owner's settings into a page: the head, the header's name, the texts before the app's code runs, and the
//! data from which the app takes the same.

use maud::{PreEscaped, html};

use super::page_list::WebPage;
use crate::{
    http::html::{escape_json, replace_between},
    shop_settings::{cache::CurrentSettings, settings::ShopSettings},
};

pub fn home_title(shop: &ShopSettings) -> String {
    if shop.tagline.is_empty() { shop.name.clone() } else { format!("{} · {}", shop.name, shop.tagline) }
}

pub fn description<'a>(page: &'a WebPage, shop: &'a ShopSettings) -> &'a str {
    page.description.as_deref().unwrap_or(&shop.description)
}

/// The first values stand in index.html already, and the app has them too.
pub fn put_into(template: &str, current: &CurrentSettings) -> String {
    if current.revision == 0 {
        return template.to_owned();
    }
    let shop = &current.settings;
    let mut html = template.to_owned();
    let phone = if shop.phone.is_empty() {
        html! {}
    } else {
        html! { ", or order by phone: " (shop.phone) }
    };
    // The last one first, so that a text which contains the next start is never searched.
    for (start, end, text) in [
        ("Please turn it on", ".</noscript>", phone),
        ("<noscript>", " needs JavaScript", html! { (shop.name) }),
        ("<!--shop-about-->", "<!--/shop-about-->", html! { (shop.about) }),
        ("<!--shop-name-->", "<!--/shop-name-->", html! { (shop.name) }),
        ("class=\"mr-auto min-w-0\" aria-label=\"", ", home\"", html! { (shop.name) }),
    ] {
        html = replace_between(&html, start, end, &text);
    }
    let data = html! {
        script type="application/json" id="shop-settings" { (PreEscaped(escape_json(&current.page_json))) }
    };
    html.replacen("<!--shell-data-->", &format!("{}<!--shell-data-->", data.into_string()), 1)
}
