//! `trowel licenses`: the licence texts of everything inside the program.

use super::{CliError, print_all};

pub fn print() -> Result<(), CliError> {
    print_all(crate::LICENSES.as_bytes())
}
