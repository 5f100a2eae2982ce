//! Puts the owner's settings into a page: the head, the header's name, the texts before the app's code runs, and the
//! data from which the app takes the same.

use maud::{Markup, PreEscaped, html};

use super::page_list::WebPage;
use crate::{
    http::html::{escape_json, replace_between},
    settings::shop_settings::{cache::CurrentSettings, settings::ShopSettings},
};

pub fn home_title(shop: &ShopSettings) -> String {
    if shop.tagline.is_empty() { shop.name.clone() } else { format!("{} · {}", shop.name, shop.tagline) }
}

pub fn description(page: &WebPage, shop: &ShopSettings) -> String {
    match &page.description {
        Some(description) => description.clone(),
        None if shop.description.is_empty() => {
            format!("{}: prices, stock and minimum quantities.", shop.name)
        }
        None => shop.description.clone(),
    }
}

/// The owner's colour. The link waits for nothing and the first paint waits for it, so no other colour is seen before.
pub fn accent_link(shop: &ShopSettings) -> Markup {
    html! {
        @if let Some(digits) = shop.accent.strip_prefix('#') {
            link rel="stylesheet" id="accent" href={ "/accent/" (digits) ".css" };
        }
    }
}

/// The first values of the demo stand in index.html already, and the app has them too.
pub fn put_into(template: &str, current: &CurrentSettings) -> String {
    let Some(page_json) = &current.page_json else { return template.to_owned() };
    let shop = &current.settings;
    let mut html = template.to_owned();
    let phone = if shop.phone.is_empty() {
        html! {}
    } else {
        html! { ", or order by phone: " (shop.phone) }
    };
    // The logo has the name already.
    let (name_start, name_end, name) = if shop.logo.is_empty() {
        ("<!--shop-name-->", "<!--/shop-name-->", html! { (shop.name) })
    } else {
        let logo = html! { img class="shop-logo" src=(shop.logo) alt=(shop.name); };
        ("<!--shop-mark-->", "<!--/shop-mark-->", logo)
    };
    // The last one first, so that a text which contains the next start is never searched.
    for (start, end, text) in [
        ("Please turn it on", ".</noscript>", phone),
        ("<noscript>", " needs JavaScript", html! { (shop.name) }),
        ("<!--shop-about-->", "<!--/shop-about-->", html! { (shop.about) }),
        (name_start, name_end, name),
        ("class=\"min-w-0 flex-[1_1_4rem]\" aria-label=\"", ", home\"", html! { (shop.name) }),
    ] {
        html = replace_between(&html, start, end, &text);
    }
    let data = html! {
        script type="application/json" id="shop-settings" { (PreEscaped(escape_json(page_json))) }
    };
    html.replacen("<!--shell-data-->", &format!("{}<!--shell-data-->", data.into_string()), 1)
}
