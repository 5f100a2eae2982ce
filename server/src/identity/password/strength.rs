//! Password strength. A weak password causes a warning and is accepted (docs/authorization.md §3).

use zxcvbn::{Score, feedback::Warning, zxcvbn};

use crate::identity::user::User;

const COMMON: &str =
    "Many people have this password, so it is among the first that are tried. One of several words is safer.";
const GUESSABLE: &str = "This password is guessed quickly. A longer one, of several words, is safer.";

/// The work grows faster than linearly. A password that is strong up to here is strong.
const MAX_JUDGED_CHARS: usize = 40;

/// Parts of the `owner`'s name and address count as easy to guess.
pub fn warning(password: &str, owner: Option<&User>) -> Option<&'static str> {
    let name = owner.map_or("", |owner| &owner.display_name);
    let email = owner.and_then(|owner| owner.email.as_deref()).unwrap_or_default();
    let known: Vec<&str> = name
        .split_whitespace()
        .chain(email.split(['@', '.', '+', '-', '_']))
        .chain([email, "trowel"])
        .filter(|word| word.len() > 2)
        .collect();
    let beginning: String = password.chars().take(MAX_JUDGED_CHARS).collect();
    let strength = zxcvbn(&beginning, &known);
    if strength.score() >= Score::Three {
        return None;
    }
    let why = strength.feedback().and_then(zxcvbn::feedback::Feedback::warning);
    let is_common = matches!(
        why,
        Some(
            Warning::ThisIsATop10Password
                | Warning::ThisIsATop100Password
                | Warning::ThisIsACommonPassword
                | Warning::ThisIsSimilarToACommonlyUsedPassword
        )
    );
    Some(if is_common { COMMON } else { GUESSABLE })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identity::user::Role,
        values::{ids::Id, time::Timestamp},
    };

    #[test]
    fn what_is_tried_first_is_told_apart_from_what_is_merely_weak() {
        for common in ["123456", "password", "qwerty", "P@ssw0rd", "iloveyou"] {
            assert_eq!(warning(common, None), Some(COMMON), "{common}");
        }
        for weak in ["aaaaaaaaaa", "abcdefgh", "2019-05-17", "k9#x!2"] {
            assert_eq!(warning(weak, None), Some(GUESSABLE), "{weak}");
        }
        for good in ["correct horse battery staple", "Zwölf Boxkämpfer jagen Viktor", "mK9#x!2qW&7z"] {
            assert_eq!(warning(good, None), None, "{good}");
        }
    }

    #[test]
    fn ones_own_name_and_address_are_no_secret() {
        let owner = User {
            id: Id::new(Timestamp::from_micros(0)),
            email: Some("hortensia.greenfingers@example.com".into()),
            display_name: "Hortensia Greenfingers".into(),
            photo_url: None,
            role: Role::User,
        };
        let password = "hortensiagreenfingers";
        assert!(warning(password, Some(&owner)).is_some());
        assert_eq!(warning(password, None), None);
    }

    #[test]
    fn a_long_one_is_judged_by_its_beginning() {
        assert_eq!(warning(&"a".repeat(1_024), None), Some(GUESSABLE));
        assert_eq!(warning(&"correct horse battery staple ".repeat(35), None), None);
    }
}
