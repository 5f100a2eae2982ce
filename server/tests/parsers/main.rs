//! Every parser that bytes from outside reach, held to what it promises. The promises are in `properties`; `scripts/fuzz`
//! looks further, with the same ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod properties;
mod seeds;
