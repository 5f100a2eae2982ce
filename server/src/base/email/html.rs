//! The HTML of an e-mail. It loads nothing but pictures of the shop.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::render::{Block, BlockPicture, Fact, Letterhead, SumRow};

/// The fonts of the site. Mail clients load none, so most people see the next ones.
const DISPLAY: &str = "Fraunces,'Iowan Old Style','Palatino Linotype',Georgia,serif";
const SANS: &str = "Inter,system-ui,-apple-system,'Segoe UI',Arial,sans-serif";

/// The colours of the site's dark pages, and less padding on phones.
const STYLES: &str = ":root{color-scheme:light dark;supported-color-schemes:light dark}\
@media (max-width:480px){.pad{padding:20px!important}}\
@media (prefers-color-scheme:dark){\
.page{background-color:#171b15!important}\
.card{background-color:#20261d!important;border-color:#39412f!important}\
.ink{color:#ede7d8!important}.quiet{color:#b8b09c!important}\
.leaf{color:#8fbf8f!important;border-color:#8fbf8f!important}\
.rule{border-color:#39412f!important}\
.button{background-color:#8fbf8f!important;color:#12200f!important}}";

/// The parcel of web/public/scenes. Mail clients show no SVG.
pub const PARCEL: &str = "/scenes/parcel.png";

const SUM_CELL: &str = "padding:8px 0;border-bottom:1px solid #e8dfcc;vertical-align:top;";

fn block_html(shop: &Letterhead, block: &Block) -> Markup {
    match block {
        Block::Paragraph(sentences) => html! { p style="margin:0 0 16px" { (sentences) } },
        Block::Link(label, target) => html! {
            p style="margin:24px 0" {
                a class="button" href=(target) style="display:inline-block;background-color:#2f5d3a;color:#fbf8f1;text-decoration:none;\
                                       font-weight:bold;padding:12px 22px;border-radius:2px" { (label) }
            }
            p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#5c4f42" {
                (shop.choose(
                    "If the button does not work, open this link:",
                    "Si le bouton ne fonctionne pas, ouvrez ce lien\u{a0}:",
                )) br;
                a class="leaf" href=(target) style="color:#2f5d3a;word-break:break-all" { (target) }
            }
        },
        Block::SmallLink(label, target) => html! {
            p style="margin:0 0 16px" { a class="leaf" href=(target) style="color:#2f5d3a" { (label) } }
        },
        Block::Facts(facts) => html! {
            table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;font-size:15px;line-height:1.5" {
                @for (name, value) in facts {
                    tr {
                        td class="rule quiet" width="1%" style="white-space:nowrap;padding:8px 20px 8px 0;border-bottom:1px solid #e8dfcc;color:#5c4f42;vertical-align:top" {
                            (name)
                        }
                        td class="rule" style=(value_style(value)) {
                            @for (place, line) in value.lines().enumerate() { @if place > 0 { br; } (line) }
                        }
                    }
                }
            }
        },
        Block::Sum(rows) => sum_html(rows),
        Block::Item { picture, facts } => item_html(picture.as_ref(), facts),
        Block::Note(sentences) => html! {
            p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#5c4f42" { (sentences) }
        },
    }
}

fn sum_html(rows: &[SumRow]) -> Markup {
    let has_pictures = rows.iter().any(|row| row.picture.is_some());
    html! {
        table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;font-size:15px;line-height:1.5" {
            @for (place, SumRow { picture, name, amount }) in rows.iter().enumerate() {
                @let is_total = place + 1 == rows.len() && !amount.is_empty();
                @let weight = if is_total { "bold" } else { "normal" };
                tr {
                    @if let Some(BlockPicture { url, alt }) = picture {
                        td class="rule" width="56" style={ (SUM_CELL) "width:56px;padding-right:14px" } {
                            img class="quiet" src=(url) alt=(alt) width="56" height="72"
                                style="display:block;border:0;border-radius:2px;font-size:11px;line-height:1.3;color:#5c4f42";
                        }
                    }
                    td class="rule" colspan=[(has_pictures && picture.is_none()).then_some(2)]
                        style={ (SUM_CELL) "padding-right:20px;word-break:break-word;font-weight:" (weight) } { (name) }
                    td class="rule" align="right" style={ (SUM_CELL) "white-space:nowrap;font-weight:" (weight) } { (amount) }
                }
            }
        }
    }
}

fn item_html(picture: Option<&BlockPicture>, facts: &[Fact; 3]) -> Markup {
    let [(_, name), (quantity_label, quantity), (total_label, total)] = facts;
    html! {
        table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:20px 0 8px" {
            tr {
                @if let Some(BlockPicture { url, alt }) = picture {
                    td width="84" style="padding:0 16px 0 0;vertical-align:top" {
                        img class="quiet" src=(url) alt=(alt) width="84" height="108"
                            style="display:block;border:0;border-radius:2px;font-size:12px;line-height:1.3;color:#5c4f42";
                    }
                }
                td style="vertical-align:middle;font-size:15px;line-height:1.5;word-break:break-word" {
                    strong style="font-size:17px" { (name) } br;
                    span class="quiet" style="color:#5c4f42" { (quantity_label) } " " (quantity) br;
                    span class="quiet" style="color:#5c4f42" { (total_label) } " " strong { (total) }
                }
            }
        }
    }
}

// Mail clients need inline styles and a layout by tables. Those that darken e-mails by themselves read `STYLES`.
pub fn page(
    subject: &str,
    greeting: &str,
    (blocks, has_parcel): (&[Block], bool),
    shop: &Letterhead,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(shop.choose("en", "fr-CA")) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta name="color-scheme" content="light dark";
                meta name="supported-color-schemes" content="light dark";
                title { (subject) }
                style { (PreEscaped(STYLES)) }
            }
            body class="page" style="margin:0;background-color:#f3eddf" {
                table class="page" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background-color:#f3eddf" {
                    tr { td align="center" style="padding:24px 12px" {
                        table class="card" role="presentation" width="100%" cellspacing="0" cellpadding="0"
                            style="max-width:560px;background-color:#fffdf8;border:1px solid #e8dfcc" {
                            tr { td class="leaf pad" style={ "padding:20px 28px;border-bottom:3px solid #2f5d3a;font-family:" (DISPLAY) ";\
                                           font-size:22px;font-weight:600;color:#2f5d3a" } { (shop.shop_name) } }
                            @if has_parcel {
                                tr { td style="padding:0;line-height:0" {
                                    img src={ (shop.shop_url) (PARCEL) } alt="" width="560" height="180"
                                        style="display:block;border:0;width:100%;max-width:560px;height:auto";
                                } }
                            }
                            tr { td class="ink pad" style={ "padding:28px;font-family:" (SANS) ";font-size:16px;\
                                           line-height:1.6;color:#2b2118" } {
                                p style="margin:0 0 16px" { (greeting) }
                                @for block in blocks { (block_html(shop, block)) }
                            } }
                        }
                        p class="quiet" style={ "margin:16px 0 0;font-family:" (SANS) ";font-size:13px;line-height:1.5;color:#5c4f42" } {
                            strong { (shop.shop_name) }
                            @for line in &shop.contact { br; (line) }
                            br;
                            a class="quiet" href=(shop.shop_url) style="color:#5c4f42" { (shop.shop_url) }
                        }
                    } }
                }
            }
        }
    }
}

/// A word like the id of a payment gets a smaller type, to stay on one line of a phone.
fn value_style(value: &str) -> String {
    let has_long_word = value.split_whitespace().any(|word| word.chars().count() > 24);
    let size = if has_long_word { 13 } else { 15 };
    format!("padding:8px 0;border-bottom:1px solid #e8dfcc;word-break:break-word;font-size:{size}px")
}
