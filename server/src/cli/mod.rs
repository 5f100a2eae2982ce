//! The commands of `trowel`.
#![expect(clippy::print_stdout, reason = "commands print their results")]

pub mod admin;
pub mod backup;
pub mod config;
#[cfg(feature = "demo")]
pub mod demo;
pub mod health;
pub mod licenses;
pub mod mail;
pub mod repair;
pub mod serve;
pub mod systemd;
pub mod verify;

use thiserror::Error;

/// A sentence for the person who started the program.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct CliError(String);

impl<T: Into<String>> From<T> for CliError {
    fn from(sentence: T) -> Self {
        Self(sentence.into())
    }
}
