//! Renders an e-mail as plain text, and with `html.rs` as HTML of the same content.

use std::fmt::Write as _;

use jiff::{Span, tz::TimeZone};

use super::{UNSUBSCRIBE, html, order_summary::EmailPicture, wording::EmailTexts};
use crate::values::{
    day::day_at,
    email::Email,
    language::Language,
    locale::{AmountFormat, ShopLocale, format_days_in_french},
    money::Cents,
    page_path,
    time::Timestamp,
};

/// The content of an e-mail before rendering.
pub struct EmailText {
    pub subject: String,
    name: String,
    blocks: Vec<Block>,
    /// The drawn parcel stands above the text.
    has_parcel: bool,
}

/// Label and value.
pub type Fact = (&'static str, String);

pub enum Block {
    Paragraph(String),
    /// The next step: the label of a button and its URL.
    Link(&'static str, String),
    /// A further page.
    SmallLink(&'static str, String),
    Facts(Vec<Fact>),
    /// What adds up to the last row. Rows without amounts are a list.
    Sum(Vec<SumRow>),
    /// What was ordered. The first fact is its name.
    Item {
        picture: Option<BlockPicture>,
        facts: [Fact; 3],
    },
    /// Additional information in smaller type.
    Note(String),
}

pub struct SumRow {
    pub picture: Option<BlockPicture>,
    pub name: String,
    /// May be empty.
    pub amount: String,
}

impl SumRow {
    pub const fn new(name: String, amount: String) -> Self {
        Self { picture: None, name, amount }
    }
}

/// A picture of the shop.
pub struct BlockPicture {
    pub url: String,
    pub alt: String,
}

pub struct RenderedEmail {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Who sends the e-mails, and how.
#[derive(Clone)]
pub struct Letterhead {
    pub shop_name: String,
    /// Scheme and authority of the shop, for links.
    pub shop_url: String,
    /// Legal name, postal address, phone, opening hours and more, if the owner has set them.
    pub contact: Vec<String>,
    /// Where answers to the e-mails go. Without it they go to the sender.
    pub reply_to: Option<Email>,
    /// The postal address, on several lines. It is empty if the owner has set none.
    pub address: String,
    /// How amounts are written.
    pub amounts: AmountFormat,
    /// How dates are written.
    pub locale: ShopLocale,
    pub time_zone: TimeZone,
    /// The owner's subjects and opening words in each language.
    pub texts: EmailTexts,
    /// The language of the e-mail.
    pub language: Language,
}

/// The URL of a page in this language. All links of e-mails to the shop's pages go through this function.
pub fn link(shop_url: &str, language: Language, path: &str) -> String {
    // The page that ends e-mails has one address, because its form answers there.
    let path =
        if path.starts_with(UNSUBSCRIBE) { path.into() } else { page_path::in_language(language, path) };
    format!("{shop_url}{path}")
}

impl Letterhead {
    /// The same sender with the texts, amounts and dates of this language.
    #[must_use]
    pub fn in_language(&self, language: Language) -> Self {
        Self {
            amounts: self.amounts.in_language(language),
            locale: self.locale.in_language(language),
            language,
            ..self.clone()
        }
    }

    /// Chooses between the texts of both languages.
    pub fn choose<T>(&self, english: T, french: T) -> T {
        self.language.choose(english, french)
    }

    pub fn page(&self, path: &str) -> String {
        link(&self.shop_url, self.language, path)
    }

    /// The link that was stored with the e-mail, in the language of the e-mail.
    pub fn stored_link(&self, url: &str) -> String {
        url.strip_prefix(&self.shop_url).map_or_else(|| url.to_owned(), |path| self.page(path))
    }

    /// Writes a label with its value.
    fn labelled(&self, label: &str, value: &str) -> String {
        self.choose(format!("{label}: {value}"), format!("{label}\u{a0}: {value}"))
    }

    pub fn amount(&self, amount: Cents) -> String {
        amount.format(self.amounts)
    }

    /// Returns the picture for a block, if the shop has it.
    pub fn picture(&self, EmailPicture { path, alt }: &EmailPicture) -> Option<BlockPicture> {
        (!path.is_empty()).then(|| BlockPicture { url: format!("{}{path}", self.shop_url), alt: alt.clone() })
    }

    /// Gives each row its picture.
    pub fn add_pictures(&self, rows: &mut [SumRow], pictures: &[EmailPicture]) {
        for (row, picture) in rows.iter_mut().zip(pictures) {
            row.picture = self.picture(picture);
        }
    }

    /// Formats an amount with the letters of the currency.
    pub fn full_amount(&self, amount: Cents) -> String {
        self.amounts.format_full(amount.as_i64())
    }

    /// The day where the shop is.
    pub fn date(&self, at: Timestamp) -> String {
        self.locale.format_date(day_at(at, &self.time_zone))
    }

    /// So many days after the day of `at` where the shop is.
    pub fn days_after(&self, at: Timestamp, from: u32, to: u32) -> String {
        let day = day_at(at, &self.time_zone);
        let after = |days: u32| day.saturating_add(Span::new().days(days));
        match self.language {
            Language::English => self.locale.format_days(after(from), after(to)),
            Language::French => format_days_in_french(after(from), after(to)),
        }
    }
}

impl EmailText {
    /// Makes a text. The subject becomes one line, whatever the tool's name contains. `name` is the recipient's display
    /// name.
    pub fn new(subject: impl AsRef<str>, name: &str, blocks: Vec<Block>) -> Self {
        // French has no-break spaces before colons and `$`.
        let parts = subject.as_ref().split(|c: char| c.is_whitespace() && c != '\u{a0}');
        let subject = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
        Self { subject, name: name.to_owned(), blocks, has_parcel: false }
    }

    #[must_use]
    pub fn with_parcel(self, has_parcel: bool) -> Self {
        Self { has_parcel, ..self }
    }

    pub fn render(self, shop: &Letterhead) -> RenderedEmail {
        let html = html::page(&self.subject, &self.greeting(shop), (&self.blocks, self.has_parcel), shop)
            .into_string();
        RenderedEmail { text: self.text(shop), html, subject: self.subject }
    }

    fn greeting(&self, shop: &Letterhead) -> String {
        let hello = shop.choose("Hello", "Bonjour");
        safe_greeting_name(&self.name).map_or_else(|| format!("{hello},"), |name| format!("{hello} {name},"))
    }

    fn text(&self, shop: &Letterhead) -> String {
        let mut text = format!("{}\n\n", self.greeting(shop));
        for block in &self.blocks {
            match block {
                Block::Paragraph(sentences) | Block::Note(sentences) => text.push_str(sentences),
                Block::Link(label, target) | Block::SmallLink(label, target) => {
                    _ = write!(text, "{}\n{target}", shop.labelled(label, "").trim_end());
                }
                Block::Facts(facts) => text.push_str(&facts_text(shop, facts)),
                Block::Sum(rows) => {
                    let row = |SumRow { name, amount, .. }: &SumRow| {
                        if amount.is_empty() { name.clone() } else { shop.labelled(name, amount) }
                    };
                    text.push_str(&rows.iter().map(row).collect::<Vec<_>>().join("\n"));
                }
                Block::Item { facts, .. } => text.push_str(&facts_text(shop, facts)),
            }
            text.push_str("\n\n");
        }
        for line in [&shop.shop_name].into_iter().chain(&shop.contact).chain([&shop.shop_url]) {
            _ = writeln!(text, "{line}");
        }
        text
    }
}

/// A value of several lines becomes one.
fn facts_text(shop: &Letterhead, facts: &[Fact]) -> String {
    let line = |(name, value): &Fact| shop.labelled(name, &value.lines().collect::<Vec<_>>().join(", "));
    facts.iter().map(line).collect::<Vec<_>>().join("\n")
}

const MAX_GREETING_NAME: usize = 40;

/// Returns the name if it is safe in a greeting, and the first words of a long one. An attacker could sign up with the
/// name "win at example.com" and another person's address. So a name that could be read as a link is left out.
pub fn safe_greeting_name(name: &str) -> Option<&str> {
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
    use crate::base::email::samples;

    fn letterhead() -> Letterhead {
        Letterhead {
            shop_name: "Fern <& Co>".into(),
            shop_url: "https://tools.example.ca".into(),
            contact: vec!["<img>".into()],
            ..samples::letterhead()
        }
    }

    fn render(name: &str, blocks: Vec<Block>) -> RenderedEmail {
        EmailText::new("Subject", name, blocks).render(&letterhead())
    }

    fn item(name: &str) -> Block {
        let picture =
            BlockPicture { url: "https://tools.example.ca/images/hoe/350.webp".into(), alt: name.into() };
        let facts =
            [("Tool", name.into()), ("Quantity", "3 × $12.50".into()), ("Total", "$37.50 CAD".into())];
        Block::Item { picture: Some(picture), facts }
    }

    #[test]
    fn text_and_html_say_the_same() {
        let rendered = render(
            "Ada",
            vec![
                Block::Paragraph("We got a request.".into()),
                Block::Link("Do it", "https://tools.example.ca/x#token=1".into()),
                Block::SmallLink("See it", "https://tools.example.ca/y".into()),
                Block::Facts(vec![("Ship to", "Ada\n1 Maple Street".into())]),
                item("Hoe"),
                Block::Note("Otherwise do nothing.".into()),
            ],
        );
        for expected in [
            "Hello Ada,",
            "We got a request.",
            "Do it",
            "/x#token=1",
            "See it",
            "/y",
            "Ship to",
            "1 Maple Street",
            "Hoe",
            "Quantity",
            "3 × $12.50",
            "$37.50 CAD",
            "Otherwise do",
        ] {
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
                Block::SmallLink("Go", evil.into()),
                Block::Facts(vec![("Tool", evil.into())]),
                item(evil),
                Block::Note(evil.into()),
            ],
        );
        assert!(!rendered.html.contains("<img src=//") && !rendered.html.contains("x.ca>\""));
    }

    #[test]
    fn nothing_is_loaded_from_other_hosts() {
        let html =
            render("Ada", vec![Block::Link("Go", "https://tools.example.ca/".into()), item("Hoe")]).html;
        for fetch in ["<link", "<script", "url(", "@import", "@font-face"] {
            assert!(!html.contains(fetch), "{fetch}");
        }
        let sources: Vec<_> = html.split("src=\"").skip(1).collect();
        assert!(
            sources.len() == 1
                && sources[0].starts_with("https://tools.example.ca/images/hoe/350.webp\" alt=\"Hoe\"")
        );
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
