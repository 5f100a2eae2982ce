//! Patterns for LIKE.

/// What finds `part` anywhere in a text, for `LIKE $1 ESCAPE '!'`: nothing in `part` stands for anything but itself. Give
/// it in lower case and compare it with a column in lower case, since only one of the engines minds capitals.
pub fn containing(part: &str) -> String {
    let mut pattern = String::with_capacity(part.len() + 2);
    pattern.push('%');
    for letter in part.chars() {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
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
