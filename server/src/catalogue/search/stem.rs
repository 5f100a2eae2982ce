//! The part that the forms of a word share.

/// A shorter stem would join words that have nothing in common.
const MIN_LETTERS: usize = 3;
/// The endings of plurals, verbs, and of who or what does something. They are English. `without_ending` adds the French
/// plural `x` of `râteaux`.
const ENDINGS: [&str; 7] = ["s", "ing", "er", "ed", "e", "y", "i"];

/// `prun` of pruner, pruners and pruning. It is the beginning of the word, so that a search finds all forms in one
/// range of the sorted words. A dictionary would know more words and cost more.
pub fn stem(word: &str) -> &str {
    let mut stem = word;
    while let Some(shorter) = without_ending(stem) {
        stem = shorter;
    }
    stem
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
            let stems: Vec<&str> = forms.iter().map(|word| stem(word)).collect();
            assert!(stems.iter().all(|it| *it == stems[0]), "{forms:?} {stems:?}");
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
            assert_ne!(stem(one), stem(other), "{one} {other}");
        }
        for word in ["12", "1s", "s", "ss", "es", "é", "ééés"] {
            assert!(word.starts_with(stem(word)), "{word}");
        }
    }
}
