//! Renders an e-mail as plain text and as HTML with the same content. The HTML loads nothing from other hosts.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, html};

use crate::values::{locale::AmountFormat, money::Cents};

/// The content of an e-mail before rendering.
pub struct EmailText {
    pub subject: String,
    name: String,
    blocks: Vec<Block>,
}

pub enum Block {
    Paragraph(String),
    /// The next step: the label of a button and its URL.
    Link(&'static str, String),
    Facts(Vec<(&'static str, String)>),
    /// Additional information in smaller type.
    Note(String),
}

pub struct RenderedEmail {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Who sends the e-mails.
pub struct Letterhead {
    pub shop_name: String,
    /// Scheme and authority of the shop, for links.
    pub shop_url: String,
    /// Legal name, postal address and e-mail address, if the owner has set them.
    pub contact: Vec<String>,
    /// How amounts are written.
    pub amounts: AmountFormat,
}

impl Letterhead {
    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.shop_url)
    }

    pub fn amount(&self, amount: Cents) -> String {
        amount.format(self.amounts)
    }
}

impl EmailText {
    /// The subject becomes one line, whatever the tool's name contains. `name`: the recipient's display name.
    pub fn new(subject: impl AsRef<str>, name: &str, blocks: Vec<Block>) -> Self {
        let subject = subject.as_ref().split_whitespace().collect::<Vec<_>>().join(" ");
        Self { subject, name: name.to_owned(), blocks }
    }

    pub fn render(self, shop: &Letterhead) -> RenderedEmail {
        let html = self.html(shop).into_string();
        RenderedEmail { text: self.text(shop), html, subject: self.subject }
    }

    fn greeting(&self) -> String {
        safe_greeting_name(&self.name).map_or_else(|| "Hello,".to_owned(), |name| format!("Hello {name},"))
    }

    fn text(&self, shop: &Letterhead) -> String {
        let mut text = format!("{}\n\n", self.greeting());
        for block in &self.blocks {
            match block {
                Block::Paragraph(sentences) | Block::Note(sentences) => text.push_str(sentences),
                Block::Link(label, target) => _ = write!(text, "{label}:\n{target}"),
                Block::Facts(facts) => {
                    let lines: Vec<_> =
                        facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                    text.push_str(&lines.join("\n"));
                }
            }
            text.push_str("\n\n");
        }
        for line in [&shop.shop_name, &shop.shop_url].into_iter().chain(&shop.contact) {
            _ = writeln!(text, "{line}");
        }
        text
    }

    // Mail clients need inline styles and a layout by tables.
    fn html(&self, shop: &Letterhead) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    meta name="color-scheme" content="light";
                    title { (self.subject) }
                }
                body style="margin:0;background-color:#f3eddf" {
                    table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background-color:#f3eddf" {
                        tr { td align="center" style="padding:24px 12px" {
                            table role="presentation" width="100%" cellspacing="0" cellpadding="0"
                                style="max-width:560px;background-color:#fffdf8;border:1px solid #e8dfcc" {
                                tr { td style="padding:20px 28px;border-bottom:3px solid #2f5d3a;font-family:'Iowan Old Style','Palatino Linotype',Georgia,serif;\
                                               font-size:22px;color:#2f5d3a" { (shop.shop_name) } }
                                tr { td style="padding:28px;font-family:Arial,Helvetica,sans-serif;font-size:16px;\
                                               line-height:1.6;color:#2b2118" {
                                    p style="margin:0 0 16px" { (self.greeting()) }
                                    @for block in &self.blocks { (block_html(block)) }
                                } }
                            }
                            p style="margin:16px 0 0;font-family:Arial,Helvetica,sans-serif;font-size:13px;color:#5c4f42" {
                                a href=(shop.shop_url) style="color:#5c4f42" { (shop.shop_url) }
                                @for line in &shop.contact { br; (line) }
                            }
                        } }
                    }
                }
            }
        }
    }
}

fn block_html(block: &Block) -> Markup {
    match block {
        Block::Paragraph(sentences) => html! { p style="margin:0 0 16px" { (sentences) } },
        Block::Link(label, target) => html! {
            p style="margin:24px 0" {
                a href=(target) style="display:inline-block;background-color:#2f5d3a;color:#fbf8f1;text-decoration:none;\
                                       font-weight:bold;padding:12px 22px;border-radius:2px" { (label) }
            }
            p style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#5c4f42" {
                "If the button does not work, open this link:" br;
                a href=(target) style="color:#2f5d3a;word-break:break-all" { (target) }
            }
        },
        Block::Facts(facts) => html! {
            table width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 20px;font-size:15px;line-height:1.5" {
                @for (name, value) in facts {
                    tr {
                        td style="padding:8px 16px 8px 0;border-bottom:1px solid #e8dfcc;color:#5c4f42;vertical-align:top" {
                            (name)
                        }
                        td style=(value_style(value)) { (value) }
                    }
                }
            }
        },
        Block::Note(sentences) => html! {
            p style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#5c4f42" { (sentences) }
        },
    }
}

/// A word like the id of a payment gets a smaller type, to stay on one line of a phone.
fn value_style(value: &str) -> String {
    let has_long_word = value.split_whitespace().any(|word| word.chars().count() > 24);
    let size = if has_long_word { 13 } else { 15 };
    format!("padding:8px 0;border-bottom:1px solid #e8dfcc;word-break:break-word;font-size:{size}px")
}

const MAX_GREETING_NAME: usize = 40;

/// The name, or its first words if it is long, if it is safe in a greeting. An attacker could sign up with the name
/// "win at example.com" and another person's address, so names that could be read as a link are left out.
fn safe_greeting_name(name: &str) -> Option<&str> {
    let name = name.trim();
    let first_words = match name.char_indices().nth(MAX_GREETING_NAME) {
        Some((start, letter)) => name[..start + letter.len_utf8()].rsplit_once(' ')?.0.trim_end(),
        None => name,
    };
    let is_name = !name.is_empty()
        && name.chars().all(|c| c.is_alphanumeric() || " -'’.·".contains(c))
        && !name.split('.').skip(1).any(|rest| rest.starts_with(char::is_alphanumeric));
    is_name.then_some(first_words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letterhead() -> Letterhead {
        Letterhead {
            shop_name: "Fern <& Co>".into(),
            shop_url: "https://tools.example.ca".into(),
            contact: vec!["<img>".into()],
            amounts: AmountFormat::default(),
        }
    }

    fn render(name: &str, blocks: Vec<Block>) -> RenderedEmail {
        EmailText::new("Subject", name, blocks).render(&letterhead())
    }

    #[test]
    fn text_and_html_say_the_same() {
        let rendered = render(
            "Ada",
            vec![
                Block::Paragraph("We got a request.".into()),
                Block::Link("Do it", "https://tools.example.ca/x#token=1".into()),
                Block::Facts(vec![("Tool", "Hoe".into())]),
                Block::Note("Otherwise do nothing.".into()),
            ],
        );
        for expected in
            ["Hello Ada,", "We got a request.", "Do it", "/x#token=1", "Tool", "Hoe", "Otherwise do"]
        {
            assert!(rendered.text.contains(expected) && rendered.html.contains(expected), "{expected}");
        }
    }

    #[test]
    fn the_id_of_a_payment_stays_on_one_line_of_a_phone() {
        let html = |value: &str| render("Ada", vec![Block::Facts(vec![("Payment", value.into())])]).html;
        assert!(html("pi_3Q0123456789abcdefABCDEF").contains("font-size:13px\">pi_3Q"));
        assert!(html("Long-Arm Bypass Loppers, 80 cm").contains("font-size:15px\">Long-Arm"));
    }

    #[test]
    fn no_text_becomes_markup() {
        let evil = "<img src=//x.ca>\"";
        let rendered = render(
            "Ada",
            vec![
                Block::Paragraph(evil.into()),
                Block::Link("Go", evil.into()),
                Block::Facts(vec![("Tool", evil.into())]),
                Block::Note(evil.into()),
            ],
        );
        assert!(!rendered.html.contains("<img") && !rendered.html.contains("x.ca>\""));
    }

    #[test]
    fn nothing_is_loaded_from_other_hosts() {
        let html = render("Ada", vec![Block::Link("Go", "https://tools.example.ca/".into())]).html;
        for fetch in ["<img", "<link", "<script", "url(", "src="] {
            assert!(!html.contains(fetch), "{fetch}");
        }
    }

    #[test]
    fn a_name_that_is_an_advertisement_is_left_out() {
        for name in ["Ada", "Ada Lovelace", "Dr. Ada", "Zoë O’Hara-Smith", "J. R. Hartley", "李小龙"] {
            assert_eq!(safe_greeting_name(name), Some(name));
        }
        for name in
            ["", "  ", "www.example.com", "Win! https://x.ca", "call a@b.ca", "x.ca", "A\nB", &"a".repeat(41)]
        {
            assert_eq!(safe_greeting_name(name), None, "{name}");
        }
        let long = format!("Ada {}", "Maria ".repeat(20));
        assert_eq!(safe_greeting_name(&long), Some("Ada Maria Maria Maria Maria Maria Maria"));
        assert_eq!(safe_greeting_name(&format!("{long} x.ca")), None);
        assert!(render("x.ca", Vec::new()).text.starts_with("Hello,\n"));
    }
}
