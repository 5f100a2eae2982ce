//! Text in HTML.

/// For text and double-quoted attributes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// For JSON inside a script element, which its text must not be able to end.
pub fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// `text` with `middle` between the first `start` and the `end` behind it; unchanged when they are not there.
pub fn replace_between(text: &str, start: &str, end: &str, middle: &str) -> String {
    let Some((before, rest)) = text.split_once(start) else { return text.to_owned() };
    let Some((_, after)) = rest.split_once(end) else { return text.to_owned() };
    format!("{before}{start}{middle}{end}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_what_it_stands_in() {
        assert_eq!(escape("<a b=\"c\">&"), "&lt;a b=&quot;c&quot;&gt;&amp;");
        assert_eq!(escape_json("[\"</script>\"]"), "[\"\\u003c/script>\"]");
    }

    #[test]
    fn the_head_is_replaced_in_place() {
        let html = replace_between("<a><title>Old</title><b>", "<title>", "</title>", "New");
        assert_eq!(html, "<a><title>New</title><b>");
        assert_eq!(replace_between("no title", "<title>", "</title>", "New"), "no title");
    }
}
