//! The commands of `trowel` besides serving.
#![expect(clippy::print_stdout, reason = "commands print their results")]

pub mod repair;
pub mod verify;

/// A sentence for the person who started the program.
pub type Failure = String;
