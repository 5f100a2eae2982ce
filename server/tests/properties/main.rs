//! Property tests of every parser that receives bytes from outside. The properties are in `parsers`; `scripts/fuzz`
//! searches further with the same ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod parsers;
mod seeds;
