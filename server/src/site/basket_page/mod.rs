//! The basket for browsers without JavaScript: its lines, each with forms, and the sum for a place.
//!
//! The page is the one that all browsers get. This part shows without JavaScript only, and the app removes it.

pub mod http;

use std::borrow::Cow;

use maud::{Markup, html};

use crate::{
    http::html::replace_between,
    sales::basket::{
        basket_json::{BasketJson, BasketLineJson},
        quotes::{QuoteJson, QuotedMethodJson, problem::nothing_to_buy},
    },
    values::{language::Language, locale::AmountFormat, page_path, province::Province},
};

/// Where web/src/features/sales/basket/BasketPage.tsx leaves room for it.
const START: &str = "<!--plain-basket-->";
const END: &str = "<!--/plain-basket-->";

/// What the basket needs besides itself.
struct PlainBasket<'a> {
    basket: &'a BasketJson,
    /// The method of the query.
    typed: &'a TypedPlace,
    /// Why the place cannot be quoted.
    place_error: Option<&'a str>,
    /// Why a change was refused.
    refusal: Option<&'a str>,
    amounts: AmountFormat,
    language: Language,
}

/// The query of the page, as it was typed.
#[derive(Default)]
struct TypedPlace {
    province: String,
    postal_code: String,
    method: String,
    /// The whole query with its `?`, or an empty text. Each form keeps it.
    query: String,
}

/// Puts the basket into the page. In a page that the server has not rendered, it replaces what browsers without
/// JavaScript show.
fn put_into(page: &str, content: &Markup, language: Language) -> String {
    if page.contains(START) {
        return replace_between(page, START, END, content);
    }
    let whole = html! {
        main class="hidden measure py-4 noscript:block" { h1 class="text-title" { (words_of(language).basket) } (content) }
    };
    let shell =
        page.split_once("<main").and_then(|(start, rest)| Some((start, rest.split_once("</main>")?.1)));
    shell.map_or_else(|| page.to_owned(), |(start, end)| format!("{start}{}{end}", whole.into_string()))
}

impl PlainBasket<'_> {
    fn address<'p>(&self, path: &'p str) -> Cow<'p, str> {
        page_path::in_language(self.language, path)
    }

    fn content(&self) -> Markup {
        let basket = self.basket;
        let words = words_of(self.language);
        let tools = self.address("/tool");
        html! {
            @if let Some(refusal) = self.refusal { p role="alert" class="buying-note mt-4 text-error" { (refusal) } }
            @if basket.lines.is_empty() {
                p class="mt-6" { (words.is_empty) " " a href=(tools) class="underline" { (words.all_tools) } }
            } @else {
                @let is_sold_out = basket.lines.iter().all(BasketLineJson::is_sold_out);
                @if is_sold_out { p class="buying-note mt-4 text-error" { (nothing_to_buy().english()) } }
                div class="basket-columns" {
                    ul class="basket-lines" { @for line in &basket.lines { (self.line(line)) } }
                    @if is_sold_out {
                        p { a href=(tools) class="btn btn-primary" { (words.all_tools) } }
                    } @else {
                        section class="basket-sum" {
                            h2 class="text-heading" { (words.sum) }
                            @if basket.has_charges { (self.place()) }
                            (self.sum())
                            p class="buying-note mt-4" { (words.needs_javascript) }
                        }
                    }
                }
            }
        }
    }

    fn line(&self, line: &BasketLineJson) -> Markup {
        let problem = line.problem.as_ref();
        let is_for_sale = !line.is_sold_out();
        let words = words_of(self.language);
        let action = format!("{}{}", self.address("/basket"), self.typed.query);
        let field = format!("quantity-{}", line.tool_id);
        let next = line.price_steps.iter().find(|step| step.from > line.quantity);
        html! {
            li class="basket-line" {
                div class="bg-plate" {
                    img src=(line.img) alt=(line.img_alt) width="350" height="450" class="aspect-[7/9] h-auto w-full object-cover";
                }
                div class="min-w-0" {
                    h2 class="text-lg leading-snug wrap-anywhere sm:text-xl" {
                        a href={ (self.address("/tool/")) (line.slug) } { (line.tool_name) }
                    }
                    @if is_for_sale {
                        p class="figures mt-0.5 text-sm text-quiet" {
                            (line.price.format(self.amounts)) " " (words.each)
                            @if let Some(step) = next {
                                " · " (step.price.format(self.amounts)) " " (words.from) " " (step.from)
                            }
                            @if line.minimum_quantity > 1 {
                                " · " (words.minimum_of) " " (line.minimum_quantity)
                            }
                        }
                    }
                    @for change in &line.changes { p class="buying-note figures text-sm" { (change.detail.english()) } }
                    @if let Some(problem) = problem { p class="buying-note figures" { (problem.detail.english()) } }
                    div class="basket-line-controls" {
                        @if is_for_sale {
                            form method="post" action=(action) class="flex flex-wrap items-center gap-2" {
                                input type="hidden" name="tool" value=(line.tool_id);
                                label for=(field) class="sr-only" { (words.quantity_of) " " (line.tool_name) }
                                input id=(field) name="quantity" inputmode="numeric" value=(line.quantity) class="input w-24";
                                button class="btn btn-outline btn-sm" aria-label={ (words.update) " " (line.tool_name) } { (words.update) }
                            }
                        }
                        form method="post" action=(action) {
                            @if is_for_sale { p class="figures basket-line-total" { (self.amounts.format_cents(line.total.0)) } }
                            input type="hidden" name="tool" value=(line.tool_id);
                            button name="quantity" value="0" class="min-h-6 text-sm text-quiet underline underline-offset-4"
                                aria-label={ (words.remove) " " (line.tool_name) } { (words.remove) }
                        }
                    }
                }
            }
        }
    }

    /// A form of GET, so that a place is a part of the address.
    fn place(&self) -> Markup {
        let quote = self.basket.quote.as_ref();
        let quoted = quote.map(|quote| &quote.destination);
        let is_typed = !self.typed.province.is_empty() || !self.typed.postal_code.is_empty();
        let province = Province::from_words(&self.typed.province)
            .or_else(|| quoted.filter(|_| self.place_error.is_none()).map(|place| place.province));
        let of_quote = quoted.and_then(|place| place.postal_code.as_deref()).filter(|_| !is_typed);
        let code = of_quote.unwrap_or(&self.typed.postal_code);
        let words = words_of(self.language);
        html! {
            form method="get" action=(self.address("/basket")) {
                div class="basket-place" {
                    div {
                        label for="plain-province" class="mb-1.5 block text-sm font-medium" { (words.province) }
                        select id="plain-province" name="province" class="input select-field" {
                            option value="" { (words.as_the_code_says) }
                            @for known in Province::ALL {
                                option value=(known.as_str()) selected[province == Some(known)] { (known.name()) }
                            }
                        }
                    }
                    div {
                        label for="plain-code" class="mb-1.5 block text-sm font-medium" { (words.postal_code) }
                        input id="plain-code" name="postalCode" maxlength="20" autocomplete="postal-code" value=(code) class="input";
                    }
                }
                @if let Some(error) = self.place_error { p role="alert" class="pt-1 text-sm text-error" { (error) } }
                @if let Some(quote) = quote.filter(|quote| !quote.methods.is_empty()) {
                    fieldset class="delivery-choice" {
                        legend class="text-sm font-medium" { (words.delivery) }
                        @for method in &quote.methods { (self.method(method, quote)) }
                    }
                }
                button class="btn btn-outline btn-sm" { (words.calculate) }
            }
        }
    }

    fn method(&self, method: &QuotedMethodJson, quote: &QuoteJson) -> Markup {
        let days = days_text(self.language, method.days_from, method.days_to, method.pick_up);
        let text = method.text.in_language(self.language);
        html! {
            label {
                input type="radio" name="method" value=(method.id) checked[quote.method.as_ref() == Some(&method.id)]
                    class="mt-1 size-4 shrink-0 accent-primary";
                span class="min-w-0 grow" {
                    (method.name.in_language(self.language))
                    span class="block text-sm text-quiet" { (days) @if !text.is_empty() { " · " (text) } }
                }
                span class="figures" { (self.price(method.price.0)) }
            }
        }
    }

    fn sum(&self) -> Markup {
        let words = words_of(self.language);
        let goods: i64 = self.basket.lines.iter().map(|line| line.total.0).sum();
        let quote = self.basket.quote.as_ref();
        let is_whole = quote.is_some() || !self.basket.has_charges;
        let is_of_whole = |code: &str| {
            !matches!(code, "sold_out" | "not_enough_stock" | "below_minimum" | "tool_unavailable")
        };
        html! {
            @for problem in quote.iter().flat_map(|quote| &quote.problems).filter(|it| is_of_whole(it.code)) {
                p class="buying-note mt-4 text-error" { (problem.detail.english()) }
            }
            dl class="basket-amounts purchase-sum figures" {
                div { dt { (words.goods) } dd { (self.amounts.format_cents(quote.map_or(goods, |quote| quote.goods.0))) } }
                @if let Some(quote) = quote {
                    @if quote.discount.0 > 0 {
                        div { dt { (words.discount) } dd { (self.amounts.format_cents(-quote.discount.0)) } }
                    }
                    @if quote.method.is_some() { div { dt { (words.delivery) } dd { (self.price(quote.shipping.0)) } } }
                    @for tax in &quote.taxes {
                        div { dt { (tax.tax.as_str()) " " (tax.rate) "%" } dd { (self.amounts.format_cents(tax.amount.0)) } }
                    }
                }
                div class="purchase-total" {
                    dt { @if is_whole { (words.total) } @else { (words.total_of_goods) } }
                    dd { (self.amounts.format_full(quote.map_or(goods, |quote| quote.total.0))) }
                }
            }
        }
    }

    fn price(&self, cents: i64) -> String {
        if cents == 0 { words_of(self.language).free.to_owned() } else { self.amounts.format_cents(cents) }
    }
}

/// Returns the words for the days of a delivery. web/src/features/sales/delivery-texts.ts writes the same ones.
fn days_text(language: Language, from: u32, to: u32, is_pick_up: bool) -> String {
    match language {
        Language::English => english_days(from, to, is_pick_up),
        Language::French => french_days(from, to, is_pick_up),
    }
}

fn english_days(from: u32, to: u32, is_pick_up: bool) -> String {
    let days = match (from, to) {
        (_, 0) => return if is_pick_up { "ready today".to_owned() } else { "today".to_owned() },
        (0, 1) => "up to 1 day".to_owned(),
        (0, to) => format!("up to {to} days"),
        (from, to) if from != to => format!("{from} to {to} days"),
        (_, 1) => "1 day".to_owned(),
        (_, to) => format!("{to} days"),
    };
    if is_pick_up { format!("ready in {days}") } else { days }
}

fn french_days(from: u32, to: u32, is_pick_up: bool) -> String {
    let days = match (from, to) {
        (_, 0) => {
            return if is_pick_up { "prêt aujourd’hui".to_owned() } else { "aujourd’hui".to_owned() };
        }
        (0, 1) => "1 jour au plus".to_owned(),
        (0, to) => format!("{to} jours au plus"),
        (from, to) if from != to => format!("{from} à {to} jours"),
        (_, 1) => "1 jour".to_owned(),
        (_, to) => format!("{to} jours"),
    };
    if is_pick_up { format!("prêt dans {days}") } else { days }
}

/// The labels and sentences of the page.
struct Words {
    basket: &'static str,
    is_empty: &'static str,
    all_tools: &'static str,
    sum: &'static str,
    needs_javascript: &'static str,
    each: &'static str,
    from: &'static str,
    minimum_of: &'static str,
    quantity_of: &'static str,
    update: &'static str,
    remove: &'static str,
    province: &'static str,
    as_the_code_says: &'static str,
    postal_code: &'static str,
    delivery: &'static str,
    calculate: &'static str,
    goods: &'static str,
    discount: &'static str,
    total: &'static str,
    total_of_goods: &'static str,
    free: &'static str,
}

const fn words_of(language: Language) -> Words {
    match language {
        Language::English => Words {
            basket: "Basket",
            is_empty: "Your basket is empty.",
            all_tools: "All Tools",
            sum: "Sum",
            needs_javascript: "Payment needs JavaScript. Please turn it on to check out. Your basket stays as it is.",
            each: "each",
            from: "from",
            minimum_of: "Minimum of",
            quantity_of: "Quantity of",
            update: "Update",
            remove: "Remove",
            province: "Province or territory",
            as_the_code_says: "As the postal code says",
            postal_code: "Postal code",
            delivery: "Delivery",
            calculate: "Calculate",
            goods: "Goods",
            discount: "Discount",
            total: "Total",
            total_of_goods: "Total of the goods",
            free: "Free",
        },
        Language::French => Words {
            basket: "Panier",
            is_empty: "Votre panier est vide.",
            all_tools: "Tous les outils",
            sum: "Sommaire",
            needs_javascript: "Le paiement a besoin de JavaScript. Veuillez l’activer pour passer à la caisse. Votre panier reste tel quel.",
            each: "l’unité",
            from: "à partir de",
            minimum_of: "Minimum de",
            quantity_of: "Quantité de",
            update: "Mettre à jour",
            remove: "Retirer",
            province: "Province ou territoire",
            as_the_code_says: "Selon le code postal",
            postal_code: "Code postal",
            delivery: "Livraison",
            calculate: "Calculer",
            goods: "Marchandises",
            discount: "Rabais",
            total: "Total",
            total_of_goods: "Total des marchandises",
            free: "Gratuit",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_basket_stands_in_the_page_also_if_the_server_did_not_render_it() {
        let content = html! { p { "Two tools" } };
        let rendered =
            "<main><!--plain-basket--><p>Empty</p><!--/plain-basket--></main><noscript>No script</noscript>";
        assert_eq!(
            put_into(rendered, &content, Language::English),
            "<main><!--plain-basket--><p>Two tools</p><!--/plain-basket--></main><noscript>No script</noscript>"
        );
        let shell = put_into(
            "<div><main class=\"hidden\">This page needs JavaScript</main></div>",
            &content,
            Language::English,
        );
        assert!(shell.starts_with("<div><main class=\"hidden measure py-4 noscript:block\"><h1"), "{shell}");
        assert!(shell.ends_with("<p>Two tools</p></main></div>"), "{shell}");
    }

    #[test]
    fn days_are_written_as_in_the_app() {
        for (from, to, pick_up, text) in [
            (3, 8, false, "3 to 8 days"),
            (1, 1, true, "ready in 1 day"),
            (2, 2, false, "2 days"),
            (0, 8, false, "up to 8 days"),
            (0, 1, true, "ready in up to 1 day"),
            (0, 0, true, "ready today"),
            (0, 0, false, "today"),
        ] {
            assert_eq!(days_text(Language::English, from, to, pick_up), text);
        }
    }
}
