//! One letter's words as the two parts of a mail: plain text, and the same as HTML without anything from elsewhere.

use std::fmt::Write as _;

use crate::http::html::escape;

/// A letter before it has a form.
pub struct Sheet {
    subject: String,
    name: String,
    parts: Vec<Part>,
}

pub enum Part {
    Paragraph(String),
    /// What to do next: a word for the button, and where it leads.
    Link(&'static str, String),
    /// To be typed elsewhere.
    Code(String),
    Facts(Vec<(&'static str, String)>),
    /// What to know beside it, in smaller type.
    Note(String),
}

/// The parts of a mail.
pub struct Written {
    pub subject: String,
    pub text: String,
    pub html: String,
}

const SHOP: &str = "Trowel";

impl Sheet {
    /// `name`: whoever it is for, as they call themselves.
    pub fn new(subject: impl Into<String>, name: &str, parts: Vec<Part>) -> Self {
        Self { subject: subject.into(), name: name.to_owned(), parts }
    }

    pub fn write(&self, shop_url: &str) -> Written {
        // A subject is one line, whatever a tool is called.
        let subject = self.subject.split_whitespace().collect::<Vec<_>>().join(" ");
        Written { text: self.text(shop_url), html: self.html(&subject, shop_url), subject }
    }

    fn greeting(&self) -> String {
        greetable(&self.name).map_or_else(|| "Hello,".to_owned(), |name| format!("Hello {name},"))
    }

    fn text(&self, shop_url: &str) -> String {
        let mut text = format!("{}\n\n", self.greeting());
        for part in &self.parts {
            match part {
                Part::Paragraph(words) | Part::Note(words) => text.push_str(words),
                Part::Link(label, target) => _ = write!(text, "{label}:\n{target}"),
                Part::Code(code) => _ = write!(text, "    {code}"),
                Part::Facts(facts) => {
                    let lines: Vec<_> =
                        facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                    text.push_str(&lines.join("\n"));
                }
            }
            text.push_str("\n\n");
        }
        _ = write!(text, "{SHOP}\n{shop_url}\n");
        text
    }

    // Styles stand in the elements, and the frame is a table: that is what mail programs read.
    fn html(&self, subject: &str, shop_url: &str) -> String {
        let mut parts = String::new();
        for part in &self.parts {
            _ = match part {
                Part::Paragraph(words) => write!(parts, "<p style=\"margin:0 0 16px\">{}</p>", escape(words)),
                Part::Link(label, target) => write!(
                    parts,
                    "<p style=\"margin:24px 0\"><a href=\"{0}\" style=\"display:inline-block;background-color:#2f5d3a;color:#fbf8f1;\
                     text-decoration:none;font-weight:bold;padding:12px 22px;border-radius:2px\">{1}</a></p>\
                     <p style=\"margin:0 0 16px;font-size:13px;line-height:1.5;color:#5c4f42\">If the button does nothing, \
                     open this address:<br><a href=\"{0}\" style=\"color:#2f5d3a;word-break:break-all\">{0}</a></p>",
                    escape(target),
                    escape(label)
                ),
                Part::Code(code) => write!(
                    parts,
                    "<p style=\"margin:24px 0;font-family:Consolas,Menlo,monospace;font-size:32px;font-weight:bold;\
                     letter-spacing:6px;color:#2f5d3a\">{}</p>",
                    escape(code)
                ),
                Part::Facts(facts) => write!(parts, "{}", table(facts)),
                Part::Note(words) => write!(
                    parts,
                    "<p style=\"margin:0 0 16px;font-size:14px;line-height:1.5;color:#5c4f42\">{}</p>",
                    escape(words)
                ),
            };
        }
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
             <meta name=\"color-scheme\" content=\"light\"><title>{title}</title></head>\
             <body style=\"margin:0;background-color:#f3eddf\">\
             <table role=\"presentation\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"background-color:#f3eddf\"><tr>\
             <td align=\"center\" style=\"padding:24px 12px\">\
             <table role=\"presentation\" width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"max-width:560px;\
             background-color:#fffdf8;border:1px solid #e8dfcc\"><tr>\
             <td style=\"padding:20px 28px;border-bottom:3px solid #2f5d3a;font-family:Georgia,serif;font-size:22px;\
             color:#2f5d3a\">{SHOP}</td></tr><tr>\
             <td style=\"padding:28px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.6;color:#2b2118\">\
             <p style=\"margin:0 0 16px\">{greeting}</p>{parts}</td></tr></table>\
             <p style=\"margin:16px 0 0;font-family:Arial,Helvetica,sans-serif;font-size:13px;color:#5c4f42\">\
             <a href=\"{shop}\" style=\"color:#5c4f42\">{shop}</a></p></td></tr></table></body></html>\n",
            title = escape(subject),
            greeting = escape(&self.greeting()),
            shop = escape(shop_url)
        )
    }
}

fn table(facts: &[(&'static str, String)]) -> String {
    let rows: String = facts
        .iter()
        .map(|(name, value)| {
            format!(
                "<tr><td style=\"padding:8px 16px 8px 0;border-bottom:1px solid #e8dfcc;color:#5c4f42;vertical-align:top\">{}</td>\
                 <td style=\"padding:8px 0;border-bottom:1px solid #e8dfcc;word-break:break-word\">{}</td></tr>",
                escape(name),
                escape(value)
            )
        })
        .collect();
    format!(
        "<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" style=\"margin:0 0 20px;font-size:15px;\
         line-height:1.5\">{rows}</table>"
    )
}

/// A name as one may be called by it. Whoever signs up chooses name and address freely, and so could let the shop write
/// "Hello, win at example.com" to a stranger: what could be read as an address of the web greets nobody.
fn greetable(name: &str) -> Option<&str> {
    let name = name.trim();
    let is_name = (1..=40).contains(&name.chars().count())
        && name.chars().all(|c| c.is_alphanumeric() || " -'’.·".contains(c))
        && !name.split('.').skip(1).any(|rest| rest.starts_with(char::is_alphanumeric));
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(name: &str, parts: Vec<Part>) -> Written {
        Sheet { subject: "Two\r\nBcc: x@y.ca".into(), name: name.into(), parts }
            .write("https://tools.example.ca")
    }

    #[test]
    fn both_parts_say_the_same() {
        let written = sheet(
            "Ada",
            vec![
                Part::Paragraph("Somebody asked.".into()),
                Part::Link("Do it", "https://tools.example.ca/x#token=1".into()),
                Part::Code("123456".into()),
                Part::Facts(vec![("Tool", "Hoe".into())]),
                Part::Note("Else do nothing.".into()),
            ],
        );
        for words in
            ["Hello Ada,", "Somebody asked.", "Do it", "/x#token=1", "123456", "Tool", "Hoe", "Else do"]
        {
            assert!(written.text.contains(words) && written.html.contains(words), "{words}");
        }
        assert_eq!(written.subject, "Two Bcc: x@y.ca");
    }

    #[test]
    fn no_words_become_markup() {
        let evil = "<img src=//x.ca>\"";
        let written = sheet(
            "Ada",
            vec![
                Part::Paragraph(evil.into()),
                Part::Link("Go", evil.into()),
                Part::Code(evil.into()),
                Part::Facts(vec![("Tool", evil.into())]),
                Part::Note(evil.into()),
            ],
        );
        assert!(!written.html.contains("<img") && !written.html.contains("x.ca>\""));
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        let html = sheet("Ada", vec![Part::Link("Go", "https://tools.example.ca/".into())]).html;
        for fetch in ["<img", "<link", "<script", "url(", "src="] {
            assert!(!html.contains(fetch), "{fetch}");
        }
    }

    #[test]
    fn a_name_that_is_an_advertisement_greets_nobody() {
        for name in ["Ada", "Ada Lovelace", "Dr. Ada", "Zoë O’Hara-Smith", "J. R. Hartley", "李小龙"] {
            assert_eq!(greetable(name), Some(name));
        }
        for name in
            ["", "  ", "www.example.com", "Win! https://x.ca", "call a@b.ca", "x.ca", "A\nB", &"a".repeat(41)]
        {
            assert_eq!(greetable(name), None, "{name}");
        }
        assert!(sheet("x.ca", Vec::new()).text.starts_with("Hello,\n"));
    }
}
