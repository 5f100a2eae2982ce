//! The part of an address that is made of a name.

use super::{fold::fold, ids::Id};

/// Longer names lose their last words.
const MAX_LENGTH: usize = 80;

/// Makes a slug of small letters, digits and single hyphens: "Sécateur à haie" becomes `secateur-a-haie`. It is empty
/// if the name has no Latin letter or digit.
pub fn slug_of(name: &str) -> String {
    let mut slug = String::new();
    for word in fold(name).split(|char: char| !char.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if slug.len() + word.len() >= MAX_LENGTH && !slug.is_empty() {
            break;
        }
        slug.push_str(if slug.is_empty() { "" } else { "-" });
        slug.push_str(&word[..word.len().min(MAX_LENGTH)]);
    }
    slug
}

/// Whether it has no other characters than slugs have, so that a database may be asked for it.
pub fn has_slug_characters(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Things whose names have the same slug get numbers up to this one.
pub const MAX_NUMBER: u32 = 9;

/// The slugs that a thing with this name and id may have, in the order in which they are tried. `fallback` is for names
/// without a Latin letter.
pub fn candidates(name: &str, fallback: &str, id: &Id) -> impl Iterator<Item = String> {
    let base = slug_or(name, fallback);
    let id = id.as_str();
    let last = format!("{base}-{}", id.get(id.len().saturating_sub(12)..).unwrap_or(id));
    let numbered = (2..=MAX_NUMBER).map({
        let base = base.clone();
        move |number| format!("{base}-{number}")
    });
    std::iter::once(base).chain(numbered).chain(std::iter::once(last))
}

pub fn slug_or(name: &str, fallback: &str) -> String {
    Some(slug_of(name)).filter(|slug| !slug.is_empty()).unwrap_or_else(|| fallback.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_the_name_in_plain_letters() {
        for (name, slug) in [
            ("Hand Trowel", "hand-trowel"),
            ("  Sécateur  à haie! ", "secateur-a-haie"),
            ("Gardener’s knife, 3½″", "gardeners-knife-31-2"),
            ("Groß-Spaten Ø20", "gross-spaten-o20"),
            ("Tuyau d'arrosage Þór™", "tuyau-d-arrosage-thor"),
            ("İstanbul", "istanbul"),
            ("手鋸", ""),
            ("../<script>", "script"),
        ] {
            assert_eq!(slug_of(name), slug, "{name}");
            assert_eq!(slug_of(slug), slug, "{name}: it is the slug of itself");
        }
        for name in ["x".repeat(200), "word ".repeat(40)] {
            assert!((70..=MAX_LENGTH).contains(&slug_of(&name).len()), "{name}");
        }
    }
}
