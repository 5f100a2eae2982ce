//! `--settings FILE`: settings in the form that systemd's `EnvironmentFile` and `docker --env-file` read.

use std::{
    ffi::{OsStr, OsString},
    path::PathBuf,
};

use super::small_file;

/// The flag, before or behind the command.
pub const FLAG: &str = "--settings";

/// Takes `--settings FILE` or `--settings=FILE` out of the arguments.
pub fn take(arguments: &mut Vec<OsString>) -> Option<PathBuf> {
    let at = arguments.iter().position(|argument| {
        argument == FLAG || argument.to_string_lossy().starts_with(&format!("{FLAG}="))
    })?;
    if arguments[at] == FLAG {
        // If no file follows, the flag stays in the arguments, so that the parser of the command line refuses it.
        let file = arguments.get(at + 1)?.clone();
        arguments.drain(at..=at + 1);
        return Some(file.into());
    }
    let argument = arguments.remove(at);
    argument.to_string_lossy().split_once('=').map(|(_, file)| file.into())
}

/// Names and values of the file, without those that `is_set` in the environment, which count more.
pub fn read(
    path: &std::path::Path,
    is_set: impl Fn(&OsStr) -> bool,
) -> Result<Vec<(String, String)>, String> {
    let refused = |what: String| format!("{FLAG} {}: {what}.", path.display());
    let text =
        small_file::read(path).map_err(|error| refused(format!("the file cannot be read: {error}")))?;
    let mut settings = Vec::new();
    for (line, number) in text.trim_start_matches('\u{feff}').lines().map(str::trim).zip(1..) {
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        let (name, value) = line
            .split_once('=')
            .filter(|(name, _)| is_name(name.trim()))
            .ok_or_else(|| refused(format!("line {number} is no NAME=value")))?;
        let name = name.trim();
        if !is_set(OsStr::new(name)) {
            settings.push((name.to_owned(), unquoted(value.trim()).to_owned()));
        }
    }
    Ok(settings)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// systemd removes one pair of quotes; docker keeps them.
fn unquoted(value: &str) -> &str {
    let inner = |quote| value.strip_prefix(quote).and_then(|value| value.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_stands_anywhere() {
        for (given, left) in [
            (vec!["--settings", "/etc/a", "verify"], vec!["verify"]),
            (vec!["verify", "--settings=/etc/a", "--data", "d"], vec!["verify", "--data", "d"]),
        ] {
            let mut arguments = given.into_iter().map(OsString::from).collect();
            assert_eq!(take(&mut arguments), Some("/etc/a".into()));
            assert_eq!(arguments, left);
        }
        let mut arguments = vec![OsString::from("verify"), OsString::from("--settings")];
        assert_eq!(take(&mut arguments), None);
        assert_eq!(arguments.len(), 2);
    }

    #[test]
    fn a_file_is_read_as_systemd_reads_it() {
        let path = std::env::temp_dir().join(format!("trowel_settings_{}.env", std::process::id()));
        let text = "# a shop\n\n TROWEL_DATA = /var/lib/a b \nNAME_X=\"quoted = yes\"\n;NAME_Y=1\nNAME_SET=file\nE=\n";
        std::fs::write(&path, text).unwrap();
        let read = |path: &PathBuf| read(path, |name| name == "NAME_SET");
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let wanted = [pair("TROWEL_DATA", "/var/lib/a b"), pair("NAME_X", "quoted = yes"), pair("E", "")];
        assert_eq!(read(&path).unwrap(), wanted);
        std::fs::write(&path, "A=1\nexport B=2\n").unwrap();
        assert!(read(&path).unwrap_err().ends_with("line 2 is no NAME=value."));
        std::fs::remove_file(&path).unwrap();
        assert!(read(&path).unwrap_err().contains("cannot be read"));
    }
}
