//! `trowel licenses`: the licence texts of everything inside the program.

use std::io::{ErrorKind, Write as _};

use super::CliError;

/// Ends without an error when the reader, such as `head`, has closed the pipe.
pub fn print() -> Result<(), CliError> {
    match std::io::stdout().write_all(crate::LICENSES.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::from(error.to_string())),
        _ => Ok(()),
    }
}
