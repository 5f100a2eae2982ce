//! The commands of `trowel`.
#![expect(clippy::print_stdout, reason = "commands print their results")]

pub mod admin;
pub mod backup;
pub mod command_line;
pub mod config;
#[cfg(feature = "demo")]
pub mod demo;
pub mod doctor;
pub mod health;
pub mod licenses;
pub mod mail;
pub mod repair;
pub mod serve;
pub mod systemd;
pub mod verify;

use std::io::{ErrorKind, Write as _};

use thiserror::Error;

use crate::base::config::secrets::masked;

/// A sentence for the person who started the program.
#[derive(Debug, Error)]
pub enum CliError {
    /// The settings are wrong, so another start with them fails too.
    #[error("{0}")]
    Settings(String),
    #[error("{0}")]
    Failed(String),
}

impl CliError {
    /// Each fault is a line. It may repeat a value, and the value may be a secret in the wrong setting.
    pub fn settings(faults: &[String]) -> Self {
        Self::Settings(masked(&faults.join("\ntrowel: ")))
    }

    /// `EX_CONFIG` of sysexits.h for wrong settings: deploy/trowel.service does not start the shop again after it.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Settings(_) => 78,
            Self::Failed(_) => 1,
        }
    }
}

impl<T: Into<String>> From<T> for CliError {
    fn from(sentence: T) -> Self {
        Self::Failed(sentence.into())
    }
}

/// Ends without an error when the reader, such as `head`, has closed the pipe.
fn print_all(text: &[u8]) -> Result<(), CliError> {
    match std::io::stdout().write_all(text) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::from(error.to_string())),
        _ => Ok(()),
    }
}
