//! Password strength. A customer's weak password causes a warning and is accepted. Administrators and staff need a
//! better one (docs/authorization.md §3).

use zxcvbn::{Score, feedback::Warning, zxcvbn};

use crate::{
    accounts::user::{Role, User},
    values::{
        InvalidValue,
        language::{Localized, localized},
    },
};

/// The smallest number of characters of a password of administrators and staff.
const MIN_STAFF_CHARS: usize = 12;
/// The work grows faster than linearly. A password that is strong up to here is strong.
const MAX_JUDGED_CHARS: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PasswordStrength {
    is_short: bool,
    /// Why the password is easy to guess.
    pub warning: Option<PasswordWarning>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordWarning {
    Common,
    Guessable,
}

impl PasswordWarning {
    /// A sentence for the user.
    pub fn sentence(self) -> Localized {
        match self {
            Self::Common => localized!(
                "Many people have this password, so it is among the first that are tried. One of several words \
                 is safer.",
                "Beaucoup de personnes ont ce mot de passe, donc il est parmi les premiers essayés. Un mot de \
                 passe de plusieurs mots est plus sûr."
            ),
            Self::Guessable => localized!(
                "This password is guessed quickly. A longer one, of several words, is safer.",
                "Ce mot de passe se devine vite. Un mot de passe plus long, de plusieurs mots, est plus sûr."
            ),
        }
    }
}

impl PasswordStrength {
    /// Parts of the `owner`'s name and address count as easy to guess.
    pub fn of(password: &str, owner: &User) -> Self {
        Self {
            is_short: password.chars().count() < MIN_STAFF_CHARS,
            warning: warning(password, &owner.display_name, owner.email.as_deref().unwrap_or_default()),
        }
    }

    /// Whether it is too weak for administrators and staff.
    pub fn is_weak(self) -> bool {
        self.is_short || self.warning.is_some()
    }

    /// The error if this is too weak for the account that will own the shop.
    pub fn refusal_for_first_owner(self) -> Option<InvalidValue> {
        if self.is_short {
            let sentence = localized!(
                "This account will be the owner’s, so its password needs 12 characters or more. Several words \
                 are good.",
                "Ce compte sera celui du propriétaire, donc son mot de passe doit compter au moins \
                 12\u{a0}caractères. Plusieurs mots conviennent bien."
            );
            return Some(InvalidValue::new("too_short", sentence));
        }
        let sentence = localized!(
            "This account will be the owner’s, so its password must be hard to guess. Several words are good.",
            "Ce compte sera celui du propriétaire, donc son mot de passe doit être difficile à deviner. \
             Plusieurs mots conviennent bien."
        );
        self.warning.map(|_| InvalidValue::new("too_weak", sentence))
    }

    /// The error if this is too weak as a new password of an account with this role.
    pub fn refusal_for(self, role: Role) -> Option<InvalidValue> {
        if role == Role::Customer {
            return None;
        }
        if self.is_short {
            let sentence = localized!(
                "The owner and staff need a password of 12 characters or more. Several words are good.",
                "Il faut au propriétaire et au personnel un mot de passe d’au moins 12\u{a0}caractères. \
                 Plusieurs mots conviennent bien."
            );
            return Some(InvalidValue::new("too_short", sentence));
        }
        let sentence = localized!(
            "The owner and staff need a password that is hard to guess. Several words are good.",
            "Il faut au propriétaire et au personnel un mot de passe difficile à deviner. Plusieurs mots \
             conviennent bien."
        );
        self.warning.map(|_| InvalidValue::new("too_weak", sentence))
    }
}

fn warning(password: &str, name: &str, email: &str) -> Option<PasswordWarning> {
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
    Some(if is_common { PasswordWarning::Common } else { PasswordWarning::Guessable })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{ids::Id, time::Timestamp};

    #[test]
    fn what_is_tried_first_is_told_apart_from_what_is_merely_weak() {
        for common in ["123456", "password", "qwerty", "P@ssw0rd", "iloveyou"] {
            assert_eq!(warning(common, "", ""), Some(PasswordWarning::Common), "{common}");
        }
        for weak in ["aaaaaaaaaa", "abcdefgh", "2019-05-17", "k9#x!2"] {
            assert_eq!(warning(weak, "", ""), Some(PasswordWarning::Guessable), "{weak}");
        }
        for good in ["correct horse battery staple", "Zwölf Boxkämpfer jagen Viktor", "mK9#x!2qW&7z"] {
            assert_eq!(warning(good, "", ""), None, "{good}");
        }
    }

    #[test]
    fn ones_own_name_and_address_are_no_secret() {
        let password = "hortensiagreenfingers";
        assert!(warning(password, "Hortensia Greenfingers", "").is_some());
        assert!(warning(password, "", "hortensia.greenfingers@example.com").is_some());
        assert_eq!(warning(password, "", ""), None);
    }

    #[test]
    fn a_long_one_is_judged_by_its_beginning() {
        assert_eq!(warning(&"a".repeat(1_024), "", ""), Some(PasswordWarning::Guessable));
        assert_eq!(warning(&"correct horse battery staple ".repeat(35), "", ""), None);
    }

    #[test]
    fn a_role_needs_twelve_characters_that_are_hard_to_guess() {
        let owner = User {
            id: Id::new(Timestamp::from_micros(0)),
            email: Some("hazel@example.com".into()),
            display_name: "Hazel Moss".into(),
            photo_url: None,
            role: Role::Customer,
            language: crate::values::language::Language::default(),
        };
        for (password, refusal) in [
            ("123456", Some("too_short")),
            ("mK9#x!2qW&7", Some("too_short")),
            ("password1234", Some("too_weak")),
            ("aaaaaaaaaaaaaaaaaaaaaaaa", Some("too_weak")),
            ("hazelmosshazelmoss", Some("too_weak")),
            ("mK9#x!2qW&7z", None),
            ("four garden words here", None),
        ] {
            let strength = PasswordStrength::of(password, &owner);
            let code = |role| strength.refusal_for(role).map(|fault| fault.code);
            assert_eq!((code(Role::Staff), code(Role::Admin)), (refusal, refusal), "{password}");
            assert_eq!((code(Role::Customer), strength.is_weak()), (None, refusal.is_some()), "{password}");
        }
    }
}
