//! Names in a sentence.

use crate::values::language::Language;

/// "A, B and C". Names up to `most`, then how many more there are.
pub fn listed(names: &[impl AsRef<str>], most: usize, language: Language) -> String {
    let mut shown: Vec<_> = names.iter().take(most).map(|name| name.as_ref().to_owned()).collect();
    if names.len() > most {
        let more = names.len() - most;
        shown.push(match (language, more) {
            (Language::English, _) => format!("{more} more"),
            (Language::French, 1) => "1\u{a0}autre".to_owned(),
            (Language::French, _) => format!("{more}\u{a0}autres"),
        });
    }
    match shown.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => {
            let and = match language {
                Language::English => "and",
                Language::French => "et",
            };
            format!("{} {and} {last}", first.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_people_write_them() {
        let names = ["Ontario", "Québec", "Yukon", "Alberta", "Nunavut", "Manitoba", "Nova Scotia"];
        for (count, text) in [
            (0, ""),
            (1, "Ontario"),
            (2, "Ontario and Québec"),
            (3, "Ontario, Québec and Yukon"),
            (5, "Ontario, Québec, Yukon, Alberta and Nunavut"),
            (7, "Ontario, Québec, Yukon, Alberta, Nunavut and 2 more"),
        ] {
            assert_eq!(listed(&names[..count], 5, Language::English), text);
        }
    }
}
