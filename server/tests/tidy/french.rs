//! The French of `localized!` (docs/french.md).

use crate::source::Source;

/// Words that are English in every French sentence.
const ENGLISH: [&str; 24] = [
    "the", "and", "of", "is", "are", "was", "were", "please", "your", "this", "that", "with", "not", "you",
    "has", "have", "can", "be", "it", "to", "we", "from", "until", "again",
];
/// What the shop reads or prints as it is.
const CODE: [&str; 4] = ["from 48: 15.20", "CSV UTF-8", "true", "false"];

/// The English and the French of each `localized!` in a file.
fn pairs(text: &str) -> Vec<(String, String)> {
    let calls = text.match_indices("localized!(").map(|(at, name)| &text[at + name.len()..]);
    let pair = |rest: &str| {
        let rest = rest.trim_start();
        let rest = rest.strip_prefix("language =>").unwrap_or(rest).trim_start();
        let (english, rest) = literal(rest)?;
        let (french, _) = literal(rest.trim_start().strip_prefix(',')?.trim_start())?;
        Some((english, french))
    };
    calls.filter_map(pair).collect()
}

/// The string literal at the beginning, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut read = String::new();
    loop {
        let next = rest.chars().next()?;
        rest = &rest[next.len_utf8()..];
        match next {
            '"' => return Some((read, rest)),
            '\\' => {
                let escaped = rest.chars().next()?;
                rest = &rest[escaped.len_utf8()..];
                match escaped {
                    '\n' => rest = rest.trim_start(),
                    'u' => {
                        let (code, after) = rest.strip_prefix('{')?.split_once('}')?;
                        read.push(char::from_u32(u32::from_str_radix(code, 16).ok()?)?);
                        rest = after;
                    }
                    other => read.push(other),
                }
            }
            other => read.push(other),
        }
    }
}

pub fn writes_french_as_canada_does(source: &Source) -> Vec<String> {
    let faults = |(english, french): (String, String)| {
        let mut text = french.clone();
        for code in CODE {
            text = text.replace(code, "");
        }
        // JSON that a program sends.
        while let Some((start, end)) = text.find("{{").zip(text.find("}}")).filter(|(start, end)| start < end)
        {
            text.replace_range(start..end + 2, "");
        }
        let words =
            |text: &str| text.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect::<Vec<_>>();
        let mut faults = Vec::new();
        if english == french && english.contains(' ') {
            faults.push("it is English in both languages".to_owned());
        }
        faults.extend(
            words(&text)
                .iter()
                .filter(|word| ENGLISH.contains(&word.as_str()))
                .map(|word| format!("“{word}”")),
        );
        if text.contains('\'') {
            faults.push("an apostrophe is ’".to_owned());
        }
        let is_space = |c: char| c == ' ' || c == '\u{a0}';
        let characters: Vec<char> = text.chars().collect();
        for (at, character) in characters.iter().enumerate() {
            let before = at.checked_sub(1).map(|at| characters[at]);
            let after = characters.get(at + 1).copied();
            let ends = after.is_none_or(char::is_whitespace);
            let fault = match character {
                ';' | '!' | '?' => before.is_some_and(is_space).then_some("no space stands before it"),
                ':' | '%' if ends => {
                    (before != Some('\u{a0}')).then_some("a no-break space stands before it")
                }
                '«' => (after != Some('\u{a0}')).then_some("a no-break space stands behind it"),
                '»' => (before != Some('\u{a0}')).then_some("a no-break space stands before it"),
                '“' | '”' => Some("French has « »"),
                _ => None,
            };
            faults.extend(fault.map(|fault| format!("{character}: {fault}")));
        }
        let holes = |text: &str| text.matches("{}").count();
        if holes(&english) != holes(&french) {
            faults.push("it has other placeholders".to_owned());
        }
        faults.into_iter().map(|fault| format!("{fault}: {french}")).collect::<Vec<_>>()
    };
    pairs(&source.text).into_iter().flat_map(faults).collect()
}
