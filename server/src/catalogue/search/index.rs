//! Finds tools by search words, and says how well each one matches.
//!
//! A word of a search matches a word of a name or description that starts with it or has the same stem. It also matches
//! the tools of a category that it names. Synonyms match too, and names with a word that ends with it: `fork` finds
//! Broadfork. If it matches no name, it may be misspelled: then names with one typing error match too. If it matches no
//! description either, descriptions with one error match too. So a word that begins a tool's name shows no fuzzy
//! matches.
//!
//! A search in French compares words by their French stems, and finds the English words of a tool beside the French
//! ones.
//!
//! An inverted index for each language has the tools of each word. It is built by the first search after a change of
//! names, descriptions or prices, and sales leave it as it is.

use std::{iter, ops::Range, sync::Arc};

use super::{fuzzy::FuzzyPattern, stem::stem, word_numbers::WordNumbers, word_set::WordSet};
use crate::{
    catalogue::{
        listing::{entry::CatalogueEntry, facets::ToolColumns},
        search::words::{Alternative, AlternativeKind, SearchWords},
    },
    values::language::Language,
};

/// How well a tool has a word. Of a name before of a description, exact before another form, a synonym and a typo.
type Grade = u8;

/// The grades of a word in names or in descriptions.
struct Grades {
    exact: Grade,
    /// The word goes on, as a plural does.
    longer_form: Grade,
    form: Grade,
    synonym: Grade,
    starts: Grade,
    typo: Grade,
    /// A synonym of a word that may be meant.
    guess: Grade,
}

const NAME: Grades =
    Grades { exact: 40, longer_form: 39, form: 34, synonym: 33, starts: 28, typo: 8, guess: 7 };
const DESCRIPTION: Grades =
    Grades { exact: 16, longer_form: 15, form: 14, synonym: 13, starts: 12, typo: 4, guess: 3 };
/// A longer word of the name ends with it.
const NAME_ENDS: Grade = 23;
/// The shortest end and the shortest rest of such a word.
const MIN_PART: usize = 3;
/// The word is the name of the tool's category.
const CATEGORY: Grade = 22;
/// Added if the name calls the tool so: "Garden Hose" is a hose, and "Hose Reel" is not.
const MAIN_WORD: Grade = 8;
/// Longer names count as names of this many words. Among equal matches, a name with fewer words comes first.
const MAX_NAME_LENGTH: u16 = 15;

/// The tools of each word, by its number.
struct Postings {
    /// The positions at which the tools of a word begin. The last element is their end.
    starts: Vec<u32>,
    tools: Vec<u32>,
}

impl Postings {
    #[expect(clippy::cast_possible_truncation, reason = "the program has no memory for 2^32 tools")]
    fn new<'t>(words: usize, tools: impl Iterator<Item = &'t WordSet> + Clone) -> Self {
        let mut starts = vec![0_u32; words + 1];
        for word in tools.clone().flat_map(WordSet::iter) {
            starts[word as usize + 1] += 1;
        }
        for word in 0..words {
            starts[word + 1] += starts[word];
        }
        let mut next = starts.clone();
        let mut placed = vec![0; starts[words] as usize];
        for (tool, its_words) in tools.enumerate() {
            for word in its_words.iter() {
                let at = &mut next[word as usize];
                placed[*at as usize] = tool as u32;
                *at += 1;
            }
        }
        Self { starts, tools: placed }
    }

    fn of(&self, word: u32) -> &[u32] {
        let word = word as usize;
        &self.tools[self.starts[word] as usize..self.starts[word + 1] as usize]
    }

    /// Whether a tool has one of these words.
    fn any(&self, words: &[u32]) -> bool {
        words.iter().any(|word| !self.of(*word).is_empty())
    }
}

/// How well each tool of a snapshot matches a search, by its place.
#[derive(Default)]
pub struct Matches {
    /// The grade of each tool. 0 if the tool does not match.
    grades: Vec<u16>,
    /// A rank has what the grades leave open.
    ranks: Vec<u16>,
}

impl Matches {
    pub fn contains(&self, tool: u32) -> bool {
        self.grades.get(tool as usize).is_some_and(|grade| *grade > 0)
    }

    pub fn count(&self) -> usize {
        self.grades.iter().filter(|grade| **grade > 0).count()
    }

    /// The places of the tools that match, with their rank. The best has the highest.
    pub fn ranked(&self) -> impl Iterator<Item = (u16, u32)> {
        let ranks = iter::zip(&self.grades, &self.ranks);
        iter::zip(0.., ranks).filter(|(_, (grade, _))| **grade > 0).map(|(at, (_, rank))| (*rank, at))
    }
}

/// The words of all tools of a snapshot.
pub struct SearchIndex {
    /// All words in their order, without gaps.
    text: String,
    /// The positions at which the words end in `text`.
    ends: Vec<u32>,
    /// Word numbers in the order of the words.
    sorted: Vec<u32>,
    in_names: Postings,
    in_descriptions: Postings,
    /// The number of each tool's main word, by tool.
    main_words: Vec<u32>,
    name_lengths: Vec<u8>,
    /// Says which endings a stem lacks.
    language: Language,
}

impl SearchIndex {
    #[expect(clippy::cast_possible_truncation, reason = "words have 32-bit numbers")]
    pub fn new(tools: &[Arc<CatalogueEntry>], numbers: &WordNumbers, language: Language) -> Self {
        let words = numbers.words();
        let texts = || tools.iter().map(|tool| tool.texts(language));
        let mut sorted: Vec<u32> = (0..words.len() as u32).collect();
        sorted.sort_unstable_by(|a, b| words[*a as usize].cmp(&words[*b as usize]));
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(words.len()));
        for number in &sorted {
            text.push_str(&words[*number as usize]);
            ends.push(text.len() as u32);
        }
        Self {
            text,
            ends,
            sorted,
            in_names: Postings::new(words.len(), texts().map(|its| &its.name_words)),
            in_descriptions: Postings::new(words.len(), texts().map(|its| &its.description_words)),
            main_words: texts().map(|its| its.main_word).collect(),
            name_lengths: texts().map(|its| its.name_length).collect(),
            language,
        }
    }

    /// Tools that have all words. A search without a word finds nothing.
    pub fn find(&self, search: &SearchWords, columns: &ToolColumns, in_stock: &[bool]) -> Matches {
        if search.words.is_empty() {
            return Matches::default();
        }
        let mut grades: Vec<_> = search.words.iter().map(|word| self.grade_word(word)).collect();
        for (place, slug) in &search.categories {
            columns.each_of(slug, |tool| raise(&mut grades[*place], tool, CATEGORY));
        }
        for alternative in search.alternatives.iter().filter(|it| it.kind != AlternativeKind::Guess) {
            self.add_alternative(alternative, &mut grades);
        }
        for (place, word) in search.words.iter().enumerate() {
            if grades[place].iter().any(|grade| *grade >= NAME_ENDS) {
                continue;
            }
            let guesses = search.alternatives.iter().filter(|it| it.kind == AlternativeKind::Guess);
            guesses.filter(|it| it.covers == [place]).for_each(|it| self.add_alternative(it, &mut grades));
            self.add_typos(word, &mut grades[place]);
        }
        let mut grades = grades.into_iter();
        let mut all: Vec<u16> = grades.next().into_iter().flatten().map(u16::from).collect();
        for others in grades {
            for (grade, other) in iter::zip(&mut all, others) {
                *grade = if *grade == 0 || other == 0 { 0 } else { *grade + u16::from(other) };
            }
        }
        let rank = |(tool, grade): (usize, &u16)| {
            let brevity = MAX_NAME_LENGTH - u16::from(self.name_lengths[tool]).min(MAX_NAME_LENGTH);
            grade << 5 | u16::from(in_stock[tool]) << 4 | brevity
        };
        Matches { ranks: all.iter().enumerate().map(rank).collect(), grades: all }
    }

    /// The words of names that are nearest to one that no tool has, the more frequent one first.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        let typed: Vec<char> = word.chars().collect();
        let most = if typed.len() < 5 { 1 } else { 2 };
        let places = 0..self.sorted.len();
        let near = places.filter_map(|place| {
            let known = self.word(place);
            let uses = self.in_names.of(self.sorted[place]).len();
            let is_word = uses > 0 && known.len() > 2 && !known.contains(|char: char| char.is_ascii_digit());
            let distance = is_word.then(|| distance(&typed, known, most)).flatten()?;
            Some(((distance, usize::MAX - uses), known))
        });
        near.min().map(|(_, word)| word)
    }

    fn stem<'w>(&self, word: &'w str) -> &'w str {
        stem(word, self.language)
    }

    fn word(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[place] as usize]
    }

    /// Grades each tool by this word, without typing errors.
    fn grade_word(&self, word: &str) -> Vec<Grade> {
        let mut found = vec![0; self.main_words.len()];
        let own = self.stem(word);
        for place in self.range_of(own) {
            let known = self.word(place);
            let is_start = known.starts_with(word);
            let is_form = is_start && known.len() == word.len() || self.stem(known) == own;
            if !is_start && !is_form {
                continue;
            }
            let grade_in = |grades: &Grades| match (is_start, is_form) {
                (true, true) if known.len() == word.len() => grades.exact,
                (true, true) => grades.longer_form,
                (false, _) => grades.form,
                (true, false) => grades.starts,
            };
            self.add(&mut found, self.sorted[place], Some(grade_in(&NAME)), Some(grade_in(&DESCRIPTION)));
        }
        self.add_ends(word, &mut found);
        found
    }

    fn add_ends(&self, word: &str, found: &mut [Grade]) {
        let own = self.stem(word);
        if word.len() < MIN_PART || !word.chars().all(char::is_alphabetic) {
            return;
        }
        let ends = |known: &str| {
            let head = known.rfind(own).filter(|at| *at >= MIN_PART);
            head.is_some_and(|at| known[at..] == *word || self.stem(&known[at..]) == own)
        };
        for number in
            (0..self.sorted.len()).filter(|place| ends(self.word(*place))).map(|place| self.sorted[place])
        {
            self.in_names.of(number).iter().for_each(|tool| raise(found, *tool, NAME_ENDS));
        }
    }

    fn add(&self, found: &mut [Grade], word: u32, in_name: Option<Grade>, in_description: Option<Grade>) {
        if let Some(grade) = in_name {
            for tool in self.in_names.of(word) {
                let main = if self.main_words[*tool as usize] == word { MAIN_WORD } else { 0 };
                raise(found, *tool, grade + main);
            }
        }
        if let Some(grade) = in_description {
            self.in_descriptions.of(word).iter().for_each(|tool| raise(found, *tool, grade));
        }
    }

    /// The tools that have all its words, as singular or plural.
    fn add_alternative(&self, alternative: &Alternative, grades: &mut [Vec<Grade>]) {
        let (name, in_description) = match alternative.kind {
            AlternativeKind::Synonym => (NAME.synonym, Some(DESCRIPTION.synonym)),
            AlternativeKind::Guess => (NAME.guess, Some(DESCRIPTION.guess)),
            AlternativeKind::Joined => (NAME.form, None),
        };
        let words: Vec<Vec<u32>> = alternative.words.iter().map(|wanted| self.close_forms(wanted)).collect();
        if words.iter().any(Vec::is_empty) {
            return;
        }
        let found = words.iter().map(|forms| {
            let mut found = vec![0; self.main_words.len()];
            for word in forms {
                self.add(&mut found, *word, Some(name), in_description);
            }
            found
        });
        let lesser = |mut one: Vec<Grade>, other: Vec<Grade>| {
            for (grade, other) in iter::zip(&mut one, other) {
                *grade = if *grade == 0 || other == 0 { 0 } else { (*grade).midpoint(other) };
            }
            one
        };
        let Some(found) = found.reduce(lesser) else { return };
        for (tool, grade) in iter::zip(0.., found).filter(|(_, grade)| *grade > 0) {
            alternative.covers.iter().for_each(|place| raise(&mut grades[*place], tool, grade));
        }
    }

    /// The word and its forms that only add an ending or lack one: pruner and pruners, but not pruning.
    fn close_forms(&self, wanted: &str) -> Vec<u32> {
        let own = self.stem(wanted);
        let is_close =
            |known: &str| (known.starts_with(wanted) || wanted.starts_with(known)) && self.stem(known) == own;
        let places = self.range_of(own).filter(|place| is_close(self.word(*place)));
        places.map(|place| self.sorted[place]).collect()
    }

    fn add_typos(&self, word: &str, found: &mut [Grade]) {
        let range = self.range_of(word);
        let is_described = self.in_descriptions.any(&self.sorted[range]);
        let in_description = (!is_described).then_some(DESCRIPTION.typo);
        let typed = FuzzyPattern::new(word);
        let nearly = (0..self.sorted.len()).filter(|place| typed.nearly_starts(self.word(*place)));
        nearly.for_each(|place| self.add(found, self.sorted[place], Some(NAME.typo), in_description));
    }

    /// Places of the words that start with `start`.
    fn range_of(&self, start: &str) -> Range<usize> {
        let (mut first, mut end) = (0, self.sorted.len());
        while first < end {
            let middle = first.midpoint(end);
            if self.word(middle) < start { first = middle + 1 } else { end = middle }
        }
        let (mut last, mut end) = (first, self.sorted.len());
        while last < end {
            let middle = last.midpoint(end);
            if self.word(middle).starts_with(start) { last = middle + 1 } else { end = middle }
        }
        first..last
    }
}

fn raise(found: &mut [Grade], tool: u32, grade: Grade) {
    let now = &mut found[tool as usize];
    *now = grade.max(*now);
}

/// Number of wrong, missing, additional and swapped characters, up to a limit.
fn distance(typed: &[char], word: &str, most: usize) -> Option<usize> {
    let word: Vec<char> = word.chars().collect();
    if typed.len().abs_diff(word.len()) > most {
        return None;
    }
    let mut rows = [Vec::new(), Vec::new(), (0..=word.len()).collect::<Vec<_>>()];
    for i in 1..=typed.len() {
        rows.rotate_left(1);
        let mut row = vec![i];
        for j in 1..=word.len() {
            let change = usize::from(typed[i - 1] != word[j - 1]);
            let mut least = (rows[1][j] + 1).min(row[j - 1] + 1).min(rows[1][j - 1] + change);
            if i > 1 && j > 1 && typed[i - 1] == word[j - 2] && typed[i - 2] == word[j - 1] {
                least = least.min(rows[0][j - 2] + 1);
            }
            row.push(least);
        }
        rows[2] = row;
    }
    rows[2].last().copied().filter(|distance| (1..=most).contains(distance))
}
