//! Property tests of every parser that receives bytes from outside. The properties are in `parsers`; `scripts/fuzz`
//! searches further with the same ones. `taxes` compares the taxes of purchases with a second program.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod parsers;
mod seeds;
mod taxes;
