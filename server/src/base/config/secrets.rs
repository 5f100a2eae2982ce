//! Hides secrets in texts, because a secret may stand in a setting that is printed.

/// How keys of the card provider, of Google and of GitHub begin.
const PREFIXES: [&str; 8] = ["sk_", "rk_", "whsec_", "GOCSPX-", "github_pat_", "ghp_", "gho_", "xoxb-"];
const PRIVATE_KEY: &str = "PRIVATE KEY-----";
const HIDDEN: &str = "(hidden)";

/// The text without keys, and without the passwords of URLs.
pub fn masked(text: &str) -> String {
    if let Some((before, _)) = text.split_once(PRIVATE_KEY) {
        return format!("{}{HIDDEN}", masked(before));
    }
    let words = text.split_inclusive(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`'));
    words.map(|word| without_keys(&without_password(word))).collect()
}

/// What stands between the user's name and the host of a URL is its password.
fn without_password(word: &str) -> String {
    let parts = word.split_once("://").and_then(|(scheme, rest)| {
        let (user, host) = rest.rsplit_once('@')?;
        let (name, password) = user.split_once(':')?;
        (!password.is_empty()).then(|| format!("{scheme}://{name}:{HIDDEN}@{host}"))
    });
    parts.unwrap_or_else(|| word.to_owned())
}

fn without_keys(word: &str) -> String {
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let mut shown = String::new();
    let mut rest = word;
    while let Some((at, prefix)) = first_key(rest) {
        let (before, key) = rest.split_at(at);
        let body = &key[prefix.len()..];
        shown.push_str(before);
        shown.push_str(prefix);
        shown.push_str(HIDDEN);
        rest = body.trim_start_matches(is_of_key);
    }
    shown + rest
}

/// Where the first key begins, and how. `task_1` has none, and neither has a prefix alone.
fn first_key(text: &str) -> Option<(usize, &'static str)> {
    let begins = |at: usize, prefix: &str| {
        let is_alone = !text[..at].ends_with(|c: char| c.is_ascii_alphanumeric());
        is_alone && text[at + prefix.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
    };
    let places = PREFIXES.iter().flat_map(|prefix| text.match_indices(*prefix));
    places.filter(|(at, prefix)| begins(*at, prefix)).min().map(|(at, prefix)| {
        let known = PREFIXES.iter().find(|known| **known == prefix);
        (at, known.copied().unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_passwords_of_urls_are_hidden() {
        for (text, expected) in [
            ("sk_live_abc", "sk_(hidden)"),
            (
                "https://js.stripe.com/v3/?key=sk_live_abc&a=rk_test_b",
                "https://js.stripe.com/v3/?key=sk_(hidden)&a=rk_(hidden)",
            ),
            ("TROWEL_LISTEN is \"whsec_abc\".", "TROWEL_LISTEN is \"whsec_(hidden)\"."),
            ("smtp://shop:hunter2@mail.example:587", "smtp://shop:(hidden)@mail.example:587"),
            ("a b://c:d/e@f@g h", "a b://c:(hidden)@g h"),
            ("GOCSPX-abc-d_e", "GOCSPX-(hidden)"),
            ("-----BEGIN PRIVATE KEY-----\nMIIB", "-----BEGIN (hidden)"),
            ("127.0.0.1:8080, https://a.ca/x", "127.0.0.1:8080, https://a.ca/x"),
            ("must start with sk_ or rk_; task_id", "must start with sk_ or rk_; task_id"),
            ("postgres://shop@db/trowel", "postgres://shop@db/trowel"),
        ] {
            assert_eq!(masked(text), expected);
        }
    }
}
