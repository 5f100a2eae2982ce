//! HTML of a product as plain text. Pages show the result as text, so that no tag in it ever works.

use std::{borrow::Cow, mem};

use encoding_rs::WINDOWS_1252;
use html_escape::decode_html_entities;

use crate::values::text::is_invisible;

/// Elements that begin a line of their own.
const BLOCKS: &str =
    " p div br ul ol li tr table h1 h2 h3 h4 h5 h6 blockquote pre hr section article dl dt dd ";
/// Cells of a table stand beside each other.
const TABLE_CELLS: &str = " td th ";
/// Bytes of the longest name of a character, with its signs.
const MAX_ENTITY: usize = 40;

/// HTML as one line, such as a name. Control characters are blanks.
pub fn one_line(html: &str) -> String {
    let mut text = PlainText::with_room(usize::MAX);
    text.read(&html.replace(char::is_control, " "), false);
    text.as_str().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text of pages without their tags: single blanks, at most one empty line in a row, and no control characters.
#[derive(Default)]
pub struct PlainText {
    text: String,
    /// Characters that there is still room for.
    room: usize,
    breaks: usize,
    is_blank: bool,
    pub is_cut: bool,
}

impl PlainText {
    pub fn with_room(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    pub fn as_str(&self) -> &str {
        self.text.trim_end()
    }

    /// Adds a page, up to the character that has no room. An entity or a tag that is unknown or incomplete stays as it
    /// is written. If `keeps_lines`, line breaks count, as they do where the owner typed them.
    pub fn read(&mut self, html: &str, keeps_lines: bool) {
        let mut rest = html;
        let mut has_comment_end = true;
        while let Some(next) = rest.chars().next().filter(|_| !self.is_cut) {
            let tag = (next == '<').then(|| read_tag(rest, &mut has_comment_end)).flatten();
            let entity = (next == '&').then(|| read_entity(rest)).flatten();
            if let Some((name, length)) = tag {
                rest = &rest[length..];
                if matches!(&*name, "script" | "style") {
                    rest = after_closing_tag(rest, &name);
                } else {
                    let element = format!(" {} ", name.trim_start_matches('/'));
                    if BLOCKS.contains(&element) {
                        self.push('\n');
                    } else if TABLE_CELLS.contains(&element) {
                        self.push(' ');
                    }
                    if name == "li" {
                        self.push('•');
                        self.push(' ');
                    }
                }
            } else if let Some((characters, length)) = entity {
                characters.chars().for_each(|character| self.push(character));
                rest = &rest[length..];
            } else {
                let is_line = matches!(next, '\n' | '\r');
                self.push(if is_line && !keeps_lines { ' ' } else { next });
                rest = &rest[next.len_utf8()..];
            }
        }
    }

    fn push(&mut self, character: char) {
        if character == '\n' {
            self.breaks += 1;
        } else if character.is_whitespace() {
            self.is_blank = true;
        } else if !character.is_control() && !is_invisible(character) {
            let breaks = mem::take(&mut self.breaks);
            let is_blank = mem::take(&mut self.is_blank);
            let gap = match breaks {
                _ if self.text.is_empty() => "",
                0 if is_blank => " ",
                0 => "",
                1 => "\n",
                _ => "\n\n",
            };
            for character in gap.chars().chain([character]) {
                self.is_cut |= self.room == 0;
                if !self.is_cut {
                    self.room -= 1;
                    self.text.push(character);
                }
            }
        }
    }
}

/// The name of the tag at the beginning, and its length. A comment has an empty name.
fn read_tag(html: &str, has_comment_end: &mut bool) -> Option<(String, usize)> {
    if html.starts_with("<!--") {
        let end = has_comment_end.then(|| html.find("-->")).flatten();
        *has_comment_end = end.is_some();
        return end.map(|end| (String::new(), end + 3));
    }
    let inside = &html[1..];
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
        return None;
    }
    let mut quote = None;
    // Ends at the next tag, so that each character is read for three tags at most: without a quote, and in one of each.
    let end = inside.bytes().position(|byte| {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'<' | b'>') => return true,
            _ => {}
        }
        false
    })?;
    if inside.as_bytes()[end] == b'<' {
        return None;
    }
    let name: String = inside.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect();
    let name = name.to_ascii_lowercase();
    // <br/> has the slash at its end.
    let name = if name.starts_with('/') { name } else { name.trim_end_matches('/').to_owned() };
    Some((name, end + 2))
}

/// What follows `</name>`. Nothing, if it is missing, because it is all code.
fn after_closing_tag<'a>(html: &'a str, name: &str) -> &'a str {
    let mut closing = html.match_indices("</").map(|(at, _)| &html[at + 2..]);
    let is_named = |rest: &&str| rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    closing.find(is_named).and_then(|rest| rest.split_once('>')).map_or("", |(_, after)| after)
}

/// The characters of the entity at the beginning, and its length.
fn read_entity(html: &str) -> Option<(Cow<'_, str>, usize)> {
    let end = html.bytes().take(MAX_ENTITY).position(|byte| byte == b';')? + 1;
    let entity = html.get(..end)?;
    let Some(number) = entity.strip_prefix("&#") else {
        let decoded = decode_html_entities(entity);
        return (decoded != entity).then_some((decoded, end));
    };
    let number = number.trim_end_matches(';');
    let hex = number.strip_prefix(['x', 'X']).map(|hex| u32::from_str_radix(hex, 16));
    let code = hex.unwrap_or_else(|| number.parse()).ok()?;
    // Browsers read these as Windows wrote them.
    let of_windows = u8::try_from(code).ok().filter(|code| (0x80..0xa0).contains(code));
    let character = match of_windows {
        Some(byte) => WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()?,
        None => char::from_u32(code)?,
    };
    Some((character.to_string().into(), end))
}

#[cfg(test)]
mod tests {

    use super::*;

    fn to_text(html: &str, keeps_lines: bool) -> String {
        let mut text = PlainText::with_room(4_000);
        text.read(html, keeps_lines);
        text.as_str().to_owned()
    }

    #[test]
    fn tags_go_and_lines_and_characters_stay() {
        for (html, text) in [
            (
                "<p>A hoe&nbsp;&amp; a rake.</p>\n<p>Caf&eacute; &#8211; &#x2014;</p>",
                "A hoe & a rake.\n\nCafé – —",
            ),
            ("<ul>\n <li>Ash</li>\n <li>Steel</li>\n</ul>", "• Ash\n\n• Steel"),
            ("one<br>two<BR/>three", "one\ntwo\nthree"),
            ("<a title=\"a > b\" href='x'>link</a>", "link"),
            (
                "5 < 6 & 7 > 3, &unknown; &#0; &#xZZ;",
                "5 < 6 & 7 > 3, &unknown;  &#xZZ;".replace("  ", " ").as_str(),
            ),
            ("<script>alert('</p>')</script>Safe<style>p{}</STYLE >!", "Safe!"),
            ("&lt;script&gt;alert(1)&lt;/script&gt;", "<script>alert(1)</script>"),
            ("a<!-- b > c -->d <!-- open", "ad <!-- open"),
            ("cut <b", "cut <b"),
            ("<b <i>x</i>", "<b x"),
            ("<script>all of it", ""),
            ("a\u{1}b\u{0}", "ab"),
            ("<table><tr><td>W</td><td>20</td></tr><tr><th>H</th><td>5</td></tr></table>", "W 20\n\nH 5"),
            ("<dl><dt>W</dt><dd>20</dd></dl>", "W\n\n20"),
            ("&OElig;uvre &Ccedil; &Icirc; &sup2; &plusmn; &sect; &minus; &permil;", "Œuvre Ç Î ² ± § − ‰"),
            ("Fern&#146;s &#8217; &CounterClockwiseContourIntegral;", "Fern’s ’ ∳"),
            ("a\u{202e}b\u{200b}", "ab"),
        ] {
            assert_eq!(to_text(html, false), text, "{html}");
        }
        assert_eq!(to_text("one\ntwo", false), "one two");
        assert_eq!(to_text("one\r\ntwo\n\n\n\nthree", true), "one\ntwo\n\nthree");
    }

    /// A page that is read again for each of its tags would take hours.
    #[test]
    fn hostile_pages_are_read_once() {
        for tag in ["<a", "<a x='", "<a 'x\"", "<!--", "<!---->", "<script></script>", "<p>", "<a\"b\"", "</"]
        {
            let mut rest = tag.repeat(3_000_000 / tag.len());
            rest.push_str("end");
            let mut text = PlainText::with_room(usize::MAX);
            text.read(&rest, false);
            assert!(text.as_str().ends_with("end"), "{tag}");
        }
    }

    #[test]
    fn a_text_ends_where_there_is_no_room() {
        for (html, text, is_cut) in [
            ("abc<p> </p>", "abc", false),
            ("ab c", "ab", true),
            ("<li>ab", "• a", true),
            ("éé\n\nz", "éé", true),
            ("abcdef", "abc", true),
        ] {
            let mut found = PlainText::with_room(3);
            found.read(html, true);
            assert_eq!((found.as_str(), found.is_cut), (text, is_cut), "{html}");
        }
    }
}
