//! Puts the owner's settings into a page: the head, the header's name, the texts before the app's code runs, and the
//! data from which the app takes the same.

use maud::{Markup, PreEscaped, html};

use super::page_list::WebPage;
use crate::{
    http::html::{escape_json, replace_between},
    settings::shop_settings::{cache::CurrentSettings, settings::ShopSettings},
    values::language::Language,
};

pub fn home_title(shop: &ShopSettings) -> String {
    if shop.tagline.is_empty() { shop.name.clone() } else { format!("{} · {}", shop.name, shop.tagline) }
}

pub fn description(page: &WebPage, shop: &ShopSettings, language: Language) -> String {
    match &page.description {
        Some(description) => description.clone(),
        None if shop.description.is_empty() => match language {
            Language::English => format!("{}: prices, stock and minimum quantities.", shop.name),
            Language::French => format!("{}\u{a0}: prix, stock et quantités minimales.", shop.name),
        },
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

/// The words of the shell beside which the owner's texts stand (web/build/shell-texts.ts).
struct Words {
    before_phone: &'static str,
    order_by_phone: &'static str,
    needs_javascript: &'static str,
    home: &'static str,
}

impl Words {
    fn in_language(language: Language) -> Self {
        match language {
            Language::English => Self {
                before_phone: "Please turn it on",
                order_by_phone: ", or order by phone: ",
                needs_javascript: " needs JavaScript",
                home: ", home\"",
            },
            Language::French => Self {
                before_phone: "Veuillez activer JavaScript",
                order_by_phone: ", ou commandez par téléphone\u{a0}: ",
                needs_javascript: " a besoin de JavaScript",
                home: ", accueil\"",
            },
        }
    }
}

/// The first values of the demo stand in index.html already, and the app has them too.
pub fn put_into(template: &str, current: &CurrentSettings, language: Language) -> String {
    let Some(page_json) = &current.page_json else { return template.to_owned() };
    let shop = &current.settings;
    let words = Words::in_language(language);
    let mut html = template.to_owned();
    let phone = if shop.phone.is_empty() {
        html! {}
    } else {
        html! { (words.order_by_phone) (shop.phone) }
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
        (words.before_phone, ".</noscript>", phone),
        ("<noscript>", words.needs_javascript, html! { (shop.name) }),
        ("<!--shop-about-->", "<!--/shop-about-->", html! { (shop.about) }),
        (name_start, name_end, name),
        ("class=\"min-w-0 flex-[1_1_4rem]\" aria-label=\"", words.home, html! { (shop.name) }),
    ] {
        html = replace_between(&html, start, end, &text);
    }
    let data = html! {
        script type="application/json" id="shop-settings" { (PreEscaped(escape_json(page_json))) }
    };
    html.replacen("<!--shell-data-->", &format!("{}<!--shell-data-->", data.into_string()), 1)
}
