//! Safe insertion of JSON and markup into a page that already exists.

use maud::Markup;

/// Escapes JSON for a script element, so that no text in it can close the element.
pub fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c")
}

/// Replaces what stands between the first `start` and the next `end`. If one of them is missing, `text` stays
/// unchanged.
pub fn replace_between(text: &str, start: &str, end: &str, middle: &Markup) -> String {
    let Some((before, rest)) = text.split_once(start) else { return text.to_owned() };
    let Some((_, after)) = rest.split_once(end) else { return text.to_owned() };
    format!("{before}{start}{}{end}{after}", middle.0)
}

#[cfg(test)]
mod tests {
    use maud::html;

    use super::*;

    #[test]
    fn no_text_ends_what_it_stands_in() {
        assert_eq!(html! { ("<a b=\"c\">&") }.into_string(), "&lt;a b=&quot;c&quot;&gt;&amp;");
        assert_eq!(escape_json("[\"</script>\"]"), "[\"\\u003c/script>\"]");
    }

    #[test]
    fn the_head_is_replaced_in_place() {
        let new = html! { "New" };
        let html = replace_between("<a><title>Old</title><b>", "<title>", "</title>", &new);
        assert_eq!(html, "<a><title>New</title><b>");
        assert_eq!(replace_between("no title", "<title>", "</title>", &new), "no title");
    }
}
