//! Seeds: inputs that a fuzz run starts with, and its earlier findings.

use std::{
    fs,
    path::{Path, PathBuf},
};

use proptest::{
    collection::vec,
    prelude::any,
    prop_oneof,
    sample::{Index, select},
    strategy::Strategy,
    test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner},
};

use crate::parsers::{ALL, Property};

/// Variations per test run. They are always the same; `scripts/fuzz` searches for new ones.
const VARIATIONS: u32 = 256;
/// Parsers that need an image, a password hash or a database get this many variations.
const FEWER: u32 = 48;
const HEAVY: [&str; 3] = ["calls", "picture", "provider_form"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus")
}

fn of(name: &str) -> Vec<Vec<u8>> {
    let folder = folder().join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// One change of some bytes.
#[derive(Debug, Clone)]
enum Change {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Double(Index, usize),
}

impl Change {
    fn make(&self, bytes: &mut Vec<u8>) {
        let at = |index: &Index| index.index(bytes.len() + 1);
        let span = |from: usize, length: usize| from..(from + length).min(bytes.len());
        match self {
            Self::Set(index, byte) => {
                let at = at(index);
                match bytes.get_mut(at) {
                    Some(old) => *old = *byte,
                    None => bytes.push(*byte),
                }
            }
            Self::Insert(index, more) => {
                let at = at(index);
                bytes.splice(at..at, more.iter().copied());
            }
            Self::Remove(index, length) => {
                let span = span(at(index), *length);
                bytes.drain(span);
            }
            Self::Double(index, length) => {
                let span = span(at(index), *length);
                let part = bytes[span.clone()].to_vec();
                bytes.splice(span.start..span.start, part);
            }
        }
    }
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let places = || any::<Index>();
    let change = prop_oneof![
        (places(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        (places(), vec(any::<u8>(), 1..8)).prop_map(|(at, more)| Change::Insert(at, more)),
        (places(), vec(select(b"0019.,-+\"%;=_! \0\n".to_vec()), 1..4))
            .prop_map(|(at, more)| Change::Insert(at, more)),
        (places(), 1..9_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        (places(), 1..9_usize).prop_map(|(at, length)| Change::Double(at, length)),
    ];
    vec(change, 0..6)
}

/// Tests a property with the seeds and with variations of them.
pub fn hold(name: &str, property: Property) {
    let seeds = of(name);
    assert!(!seeds.is_empty(), "{name} has no seed to begin with");
    for seed in &seeds {
        property(seed);
    }
    let cases = if HEAVY.contains(&name) { FEWER } else { VARIATIONS };
    let config = Config { failure_persistence: None, cases, max_shrink_iters: 0, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let tried = runner.run(&(any::<Index>(), changes()), |(seed, changes)| {
        let mut bytes = seed.get(&seeds).clone();
        for change in changes {
            change.make(&mut bytes);
        }
        let held = std::panic::catch_unwind(|| property(&bytes));
        held.map_err(|_| TestCaseError::fail(format!("\"{}\"", bytes.escape_ascii())))
    });
    tried.unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn seeds_are_of_parsers_that_exist() {
    let mut folders: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    folders.sort();
    let mut names: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    assert_eq!(folders, names);
}
