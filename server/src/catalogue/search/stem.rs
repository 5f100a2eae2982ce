//! The part that the forms of a word share.

use crate::values::language::Language;

/// A shorter stem would join words that have nothing in common.
const MIN_LETTERS: usize = 3;
/// The endings of plurals, verbs, and of who or what does something. They are English. `without_ending` adds the French
/// plural `x` of `râteaux`.
const ENDINGS: [&str; 7] = ["s", "ing", "er", "ed", "e", "y", "i"];

/// The endings of French forms, without accents. They are of verbs, of what a tool does and of who does it: `arros` of
/// arroser, arrosage and arrosoir. A longer ending stands before one that it ends with. Words of other roots that share
/// a stem, such as couleur and couler, are the price of having no dictionary.
const FRENCH_ENDINGS: [&str; 10] = ["euse", "eur", "ement", "age", "oire", "oir", "er", "ee", "e", "ant"];

/// `prun` of pruner, pruners and pruning. It is the beginning of the word, so that a search finds all forms in one
/// range of the sorted words. A dictionary would know more words and cost more.
pub fn stem(word: &str, language: Language) -> &str {
    let without_ending = match language {
        Language::English => without_ending,
        Language::French => without_french_ending,
    };
    let mut stem = word;
    while let Some(shorter) = without_ending(stem) {
        stem = shorter;
    }
    stem
}

/// The plural in `s`, and in `x` after `au`, `eu` and `ou`, goes first, then the endings. A double letter stays, so that
/// `pelle` differs from `peler`.
fn without_french_ending(word: &str) -> Option<&str> {
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let is_long_enough = |rest: &&str| rest.chars().count() >= MIN_LETTERS;
    let ends_in_vowels = |rest: &&str| ["au", "eu", "ou"].iter().any(|end| rest.ends_with(end));
    let has_plural_s = |rest: &&str| !rest.ends_with(['s', 'u']) || ends_in_vowels(rest);
    let plural_s = word.strip_suffix('s').filter(has_plural_s);
    let plural = plural_s.or_else(|| word.strip_suffix('x').filter(ends_in_vowels)).filter(is_long_enough);
    let ending = || FRENCH_ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(is_long_enough));
    plural.or_else(ending)
}

fn without_ending(word: &str) -> Option<&str> {
    // Numbers have no forms.
    if !word.starts_with(char::is_alphabetic) {
        return None;
    }
    let shorter = ENDINGS.iter().find_map(|ending| {
        let is_plural = *ending != "s" || !word.ends_with("ss") && !word.ends_with("us");
        word.strip_suffix(ending).filter(|rest| is_plural && rest.chars().count() >= MIN_LETTERS)
    });
    let plural_x = || word.strip_suffix('x').filter(|rest| rest.ends_with("au") || rest.ends_with("eu"));
    // `digg` of digging.
    let doubled = || {
        let mut last = word.chars().rev();
        let (one, other) = (last.next()?, last.next()?);
        let rest = &word[..word.len() - one.len_utf8()];
        (one == other && one != 's' && rest.chars().count() >= MIN_LETTERS).then_some(rest)
    };
    shorter.or_else(plural_x).or_else(doubled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_word_have_one_stem() {
        for forms in [
            &["prune", "pruner", "pruners", "pruning", "pruned"][..],
            &["dig", "digger", "digging"],
            &["edge", "edger", "edging", "edges"],
            &["berry", "berries"],
            &["brush", "brushes"],
            &["rake", "rakes", "raking"],
            &["water", "watering", "waters"],
            &["spray", "sprayer", "spraying"],
            &["glove", "gloves"],
            &["rateau", "rateaux"],
            &["weed", "weeder", "weeding", "weeds"],
        ] {
            let stems: Vec<&str> = forms.iter().map(|word| stem(word, Language::English)).collect();
            assert!(stems.iter().all(|it| *it == stems[0]), "{forms:?} {stems:?}");
        }
    }

    #[test]
    fn the_french_forms_of_a_word_have_one_stem() {
        for forms in [
            &["arroser", "arrosage", "arrosoir", "arrosoirs", "arroseur"][..],
            &["rateau", "rateaux"],
            &["tuyau", "tuyaux"],
            &["bambou", "bambous"],
            &["semer", "semoir", "semoirs"],
            &["planter", "plante", "plantoir"],
            &["ebrancher", "ebrancheur", "ebranchement"],
            &["tailler", "taille", "taillage"],
            &["desherber", "desherbage", "desherbeur", "desherbeuse"],
            &["beche", "beches", "becher"],
            &["pelle", "pelles"],
            &["gant", "gants"],
            &["sarcler", "sarcloir", "sarclage"],
            &["feuille", "feuilles", "feuillage"],
        ] {
            let stems: Vec<&str> = forms.iter().map(|word| stem(word, Language::French)).collect();
            assert!(stems.iter().all(|it| *it == stems[0]), "{forms:?} {stems:?}");
        }
        for (one, other) in [("pelle", "peler"), ("scie", "sceau"), ("fourche", "four"), ("fleur", "fleche")]
        {
            assert_ne!(stem(one, Language::French), stem(other, Language::French), "{one} {other}");
        }
    }

    #[test]
    fn other_words_keep_theirs() {
        for (one, other) in [
            ("hoe", "hose"),
            ("rake", "rack"),
            ("fork", "forge"),
            ("spade", "spray"),
            ("glass", "gladiolus"),
            ("saw", "sow"),
            ("glass", "glaze"),
            ("tie", "tire"),
        ] {
            assert_ne!(stem(one, Language::English), stem(other, Language::English), "{one} {other}");
        }
        for word in ["12", "1s", "s", "ss", "es", "é", "ééés"] {
            assert!(
                [Language::English, Language::French].iter().all(|it| word.starts_with(stem(word, *it))),
                "{word}"
            );
        }
    }
}
