//! Patterns for LIKE.

/// A pattern that finds `part` anywhere in a text, for `LIKE $1 ESCAPE '!'`. Wildcards in `part` are escaped. Use lower
/// case for both sides, because LIKE is case-sensitive on one engine only.
pub fn containing(part: &str) -> String {
    let mut pattern = String::with_capacity(part.len() + 2);
    pattern.push('%');
    for char in part.chars() {
        if matches!(char, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(char);
    }
    pattern.push('%');
    pattern
}

/// A pattern that finds `part` where a word begins, in a text with a space before each word.
pub fn beginning_a_word(part: &str) -> String {
    containing(&format!(" {part}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_mean_themselves() {
        assert_eq!(containing("50%_off!"), "%50!%!_off!!%");
        assert_eq!(containing(""), "%%");
    }
}
