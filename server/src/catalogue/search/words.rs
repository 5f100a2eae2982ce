//! What a search looks for: its words, and other words for them.

use std::sync::Arc;

use arc_swap::ArcSwapOption;

use super::{
    fuzzy::{FuzzyPattern, is_little_word, words_of},
    stem::stem,
};
use crate::{
    catalogue::categories::{Category, family},
    values::language::Language,
};

/// A misspelled word is compared with every word of the catalogue.
const MAX_WORDS: usize = 12;
/// A word is divided into two no shorter ones.
const MIN_PART: usize = 3;

/// Part of the key of a cached page, so a change of synonyms or categories needs no other invalidation.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct SearchWords {
    /// The words of the search, each once, in lower case and without accents.
    pub words: Vec<String>,
    pub alternatives: Vec<Alternative>,
    /// Places in `words`, with the slug of a category whose tools match.
    pub categories: Vec<(usize, String)>,
    pub language: Language,
}

/// A tool with all of `words` matches the searched words at `covers`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Alternative {
    pub covers: Vec<usize>,
    pub words: Vec<String>,
    pub kind: AlternativeKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlternativeKind {
    Synonym,
    /// A synonym, if the word has a typo. Only for a word that no tool's name has.
    Guess,
    /// The same words, written as one or as two. Only in names.
    Joined,
}

impl SearchWords {
    pub fn new(text: &str, language: Language) -> Self {
        let is_little_word = |word: &String| is_little_word(word, language);
        let mut words: Vec<String> = Vec::new();
        for word in words_of(text) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        if !words.iter().all(is_little_word) {
            words.retain(|word| !is_little_word(word));
        }
        words.truncate(MAX_WORDS);
        Self { alternatives: joined(&words), words, categories: Vec::new(), language }
    }

    #[must_use]
    pub fn with(mut self, synonyms: &Synonyms, categories: &[Category]) -> Self {
        synonyms.add_to(&self.words, &mut self.alternatives);
        let language = self.language;
        for (place, word) in self.words.iter().enumerate() {
            for category in categories.iter().filter(|it| names_category(word, &it.name, language)) {
                let its = family(categories, &category.slug);
                self.categories.extend(its.into_iter().map(|slug| (place, slug)));
            }
        }
        self
    }

    /// The search for only the word at this place.
    #[must_use]
    pub fn only(&self, place: usize) -> Self {
        let alternatives = self.alternatives.iter().filter(|it| it.covers == [place]);
        Self {
            words: vec![self.words[place].clone()],
            alternatives: alternatives.map(|it| Alternative { covers: vec![0], ..it.clone() }).collect(),
            categories: self
                .categories
                .iter()
                .filter(|it| it.0 == place)
                .map(|it| (0, it.1.clone()))
                .collect(),
            language: self.language,
        }
    }
}

/// `wheel barrow` as one word, and `handsaw` as two.
fn joined(words: &[String]) -> Vec<Alternative> {
    let alternative = |covers: &[usize], words: &[&str]| Alternative {
        covers: covers.to_vec(),
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        kind: AlternativeKind::Joined,
    };
    let mut all: Vec<_> = words
        .windows(2)
        .enumerate()
        .map(|(place, pair)| alternative(&[place, place + 1], &[&pair.concat()]))
        .collect();
    for (place, word) in words.iter().enumerate().filter(|(_, word)| word.is_ascii()) {
        for at in MIN_PART..(word.len() + 1).saturating_sub(MIN_PART) {
            all.push(alternative(&[place], &[&word[..at], &word[at..]]));
        }
    }
    all
}

/// Whether the word is one of the category's name, or begins one.
pub fn names_category(word: &str, name: &str, language: Language) -> bool {
    let is_form = |its: &str| stem(its, language) == stem(word, language);
    let begins = |its: &String| word.len() > 2 && its.starts_with(word) || is_form(its);
    !is_little_word(word, language) && words_of(name).iter().any(begins)
}

/// The owner's groups of words that mean the same.
#[derive(Debug, Default)]
pub struct Synonyms {
    groups: Vec<Vec<Phrase>>,
    language: Language,
}

#[derive(Debug)]
struct Phrase {
    words: Vec<String>,
    stems: Vec<String>,
}

impl Synonyms {
    /// One group a line, such as `secateurs = pruners = hand pruners`.
    pub fn parse(text: &str, language: Language) -> Self {
        let phrase = |text: &str| {
            let words = words_of(text);
            Phrase { stems: words.iter().map(|word| stem(word, language).to_owned()).collect(), words }
        };
        let group = |line: &str| line.split('=').map(phrase).filter(|it| !it.words.is_empty()).collect();
        let groups = text.lines().map(group).filter(|group: &Vec<_>| group.len() > 1).collect();
        Self { groups, language }
    }

    fn add_to(&self, words: &[String], alternatives: &mut Vec<Alternative>) {
        let stems: Vec<&str> = words.iter().map(|word| stem(word, self.language)).collect();
        for group in &self.groups {
            for (number, phrase) in group.iter().enumerate() {
                let place = |its: &String| stems.iter().position(|stem| stem == its);
                let searched = phrase.stems.iter().map(place).collect::<Option<Vec<_>>>();
                let (covers, kind) = match searched {
                    Some(covers) => (covers, AlternativeKind::Synonym),
                    None => match phrase.typo_in(words) {
                        Some(place) => (vec![place], AlternativeKind::Guess),
                        None => continue,
                    },
                };
                for (_, other) in group.iter().enumerate().filter(|(other, _)| *other != number) {
                    let words = other.words.clone();
                    alternatives.push(Alternative { covers: covers.clone(), words, kind });
                }
            }
        }
    }
}

impl Phrase {
    /// The place of a word that has one typing error.
    fn typo_in(&self, words: &[String]) -> Option<usize> {
        let [known] = self.words.as_slice() else { return None };
        let is_near = |typed: &String| {
            typed.len() > 3
                && typed.len().abs_diff(known.len()) < 2
                && FuzzyPattern::new(typed).nearly_starts(known)
        };
        words.iter().position(is_near)
    }
}

/// The synonyms of the current settings, for searches in each language.
#[derive(Default)]
pub struct SynonymCache([ArcSwapOption<(i64, Arc<Synonyms>)>; 2]);

impl SynonymCache {
    /// Parses the text once for each revision of the settings.
    pub fn of(&self, revision: i64, text: &str, language: Language) -> Arc<Synonyms> {
        let cached = &self.0[language as usize];
        if let Some(known) = cached.load().as_deref().filter(|known| known.0 == revision) {
            return Arc::clone(&known.1);
        }
        let synonyms = Arc::new(Synonyms::parse(text, language));
        cached.store(Some(Arc::new((revision, Arc::clone(&synonyms)))));
        synonyms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_words_count_only_alone() {
        assert_eq!(
            SearchWords::new("Gloves for the roses, gloves", Language::English).words,
            ["gloves", "roses"]
        );
        assert_eq!(SearchWords::new("for the", Language::English).words, ["for", "the"]);
    }

    #[test]
    fn french_searches_have_no_elisions_and_little_words() {
        let words = |text: &str| SearchWords::new(text, Language::French).words;
        assert_eq!(words("tuyau d’arrosage pour l'été"), ["tuyau", "arrosage", "ete"]);
        assert_eq!(words("gants en cuir aux poignets"), ["gants", "cuir", "poignets"]);
        assert_eq!(words("d’un"), ["d", "un"]);
    }

    #[test]
    fn synonyms_of_a_french_search_match_french_plurals() {
        let synonyms = Synonyms::parse("râteau = balai", Language::French);
        let search = SearchWords::new("rateaux", Language::French).with(&synonyms, &[]);
        assert!(search.alternatives.iter().any(|it| it.words == ["balai"]));
    }

    #[test]
    fn synonyms_replace_words_and_phrases_in_both_directions() {
        let synonyms = Synonyms::parse(
            "secateurs = pruners\n\nloppers = branch cutters\nbroken\n = = ",
            Language::English,
        );
        let of = |text: &str| {
            let search = SearchWords::new(text, Language::English).with(&synonyms, &[]);
            let kept = search.alternatives.into_iter().filter(|it| it.kind != AlternativeKind::Joined);
            kept.map(|it| (it.covers, it.words.join(" "), it.kind)).collect::<Vec<_>>()
        };
        assert_eq!(of("pruner"), [(vec![0], "secateurs".into(), AlternativeKind::Synonym)]);
        assert_eq!(of("steel secateur"), [(vec![1], "pruners".into(), AlternativeKind::Synonym)]);
        assert_eq!(of("cutters branch"), [(vec![1, 0], "loppers".into(), AlternativeKind::Synonym)]);
        assert_eq!(of("lopper"), [(vec![0], "branch cutters".into(), AlternativeKind::Synonym)]);
        assert_eq!(of("pruenrs"), [(vec![0], "secateurs".into(), AlternativeKind::Guess)]);
        assert_eq!(of("branch"), []);
    }
}
