//! One program for all parsers; TROWEL_PARSER selects one. `scripts/fuzz` runs all of them.

#![no_main]

#[path = "../../server/tests/properties/parsers/mod.rs"]
mod parsers;

use std::{env, sync::LazyLock};

use parsers::{ALL, Property};

static CHOSEN: LazyLock<Property> = LazyLock::new(|| {
    let wanted = env::var("TROWEL_PARSER").unwrap_or_default();
    let found = ALL.iter().find(|(name, _)| *name == wanted);
    let names: Vec<&str> = ALL.iter().map(|(name, _)| *name).collect();
    let (_, property) = found.unwrap_or_else(|| panic!("set TROWEL_PARSER to one of {}", names.join(", ")));
    *property
});

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| CHOSEN(bytes));
