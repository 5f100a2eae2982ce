//! `trowel completions` and `trowel man-pages`: what the definitions of the commands say, for shells and for `man`.

use std::path::Path;

use clap::Command;
use clap_complete::Shell;

use super::{CliError, print_all};

pub fn completions(mut command: Command, shell: Shell) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "trowel", &mut script);
    print_all(&script)
}

/// Writes `trowel.1` and one page for each command.
pub fn man_pages(command: Command, folder: &Path) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder)).map_err(
        |error| format!("the manual pages cannot be written to {}: {error}", folder.display()).into(),
    )
}
