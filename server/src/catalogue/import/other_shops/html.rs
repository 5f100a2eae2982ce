//! HTML of a product as plain text. Pages show the result as text, so that no tag in it ever works.

/// Elements that begin a line of their own.
const BLOCKS: &str =
    " p div br ul ol li tr table h1 h2 h3 h4 h5 h6 blockquote pre hr section article dl dt dd ";
/// Each with its character.
const ENTITIES: &str = " nbsp=  amp=& lt=< gt=> quot=\" apos=' ndash=– mdash=— hellip=… lsquo=‘ rsquo=’ \
    ldquo=“ rdquo=” laquo=« raquo=» bull=• middot=· times=× deg=° copy=© reg=® trade=™ euro=€ frac12=½ \
    frac14=¼ frac34=¾ eacute=é egrave=è ecirc=ê euml=ë agrave=à acirc=â ccedil=ç icirc=î iuml=ï ocirc=ô \
    ugrave=ù ucirc=û uuml=ü oelig=œ Eacute=É Agrave=À ";

/// Text of a page without its tags. An entity or a tag that is unknown or incomplete stays as it is written.
/// `keeps_lines`: line breaks count, as they do where the owner typed them.
pub fn to_text(html: &str, keeps_lines: bool) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(next) = rest.chars().next() {
        let tag = (next == '<').then(|| read_tag(rest)).flatten();
        let entity = (next == '&').then(|| read_entity(rest)).flatten();
        if let Some((name, length)) = tag {
            rest = &rest[length..];
            if matches!(&*name, "script" | "style") {
                rest = after_closing_tag(rest, &name);
            } else if BLOCKS.contains(&format!(" {} ", name.trim_start_matches('/'))) {
                text.push('\n');
                text.push_str(if name == "li" { "• " } else { "" });
            }
        } else if let Some((character, length)) = entity {
            text.push(character);
            rest = &rest[length..];
        } else {
            let is_line = matches!(next, '\n' | '\r');
            text.push(if is_line && !keeps_lines { ' ' } else { next });
            rest = &rest[next.len_utf8()..];
        }
    }
    tidy_lines(&text)
}

/// The name of the tag at the beginning, and its length. A comment has an empty name.
fn read_tag(html: &str) -> Option<(String, usize)> {
    if html.starts_with("<!--") {
        return html.find("-->").map(|end| (String::new(), end + 3));
    }
    let inside = &html[1..];
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
        return None;
    }
    let mut quote = None;
    let end = html.char_indices().find_map(|(at, c)| {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '>') => return Some(at),
            _ => {}
        }
        None
    })?;
    let name: String = inside.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '/').collect();
    let name = name.to_ascii_lowercase();
    // <br/> has the slash at its end.
    let name = if name.starts_with('/') { name } else { name.trim_end_matches('/').to_owned() };
    Some((name, end + 1))
}

/// What follows `</name>`. Nothing, if it is missing, because it is all code.
fn after_closing_tag<'a>(html: &'a str, name: &str) -> &'a str {
    let end = html.to_ascii_lowercase().find(&format!("</{name}")).unwrap_or(html.len());
    html[end..].find('>').map_or("", |close| &html[end + close + 1..])
}

/// The character of the entity at the beginning, and its length.
fn read_entity(html: &str) -> Option<(char, usize)> {
    let end = html.bytes().take(12).position(|byte| byte == b';')?;
    let name = html.get(1..end)?;
    let character = match name.strip_prefix('#') {
        None => {
            let at = ENTITIES.find(&format!(" {name}="))?;
            ENTITIES[at + name.len() + 2..].chars().next()?
        }
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']).map(|hex| u32::from_str_radix(hex, 16));
            let code = hex.unwrap_or_else(|| number.parse()).ok()?;
            char::from_u32(code)?
        }
    };
    Some((character, end + 1))
}

/// Single blanks, at most one empty line in a row, and no control characters.
fn tidy_lines(text: &str) -> String {
    let printable = |c: &char| !c.is_control() || c.is_whitespace();
    let mut lines = Vec::new();
    for line in text.lines() {
        let line: String = line.chars().filter(printable).collect();
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if !line.is_empty() || lines.last().is_some_and(|last: &String| !last.is_empty()) {
            lines.push(line);
        }
    }
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("<script>all of it", ""),
            ("a\u{1}b\u{0}", "ab"),
        ] {
            assert_eq!(to_text(html, false), text, "{html}");
        }
        assert_eq!(to_text("one\ntwo", false), "one two");
        assert_eq!(to_text("one\r\ntwo\n\n\n\nthree", true), "one\ntwo\n\nthree");
    }
}
