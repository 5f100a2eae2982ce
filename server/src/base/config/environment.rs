//! Misspelled settings among the variables of the environment, secrets in flags or files, and the settings of the log.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args as _, Command, parser::ValueSource};
use tracing_subscriber::EnvFilter;

use super::{ConfigArgs, small_file};

const LOG: &str = "TROWEL_LOG";
const LOG_FORMAT: &str = "TROWEL_LOG_FORMAT";
pub const OTLP_URL: &str = "TROWEL_OTLP_URL";
/// The ending of a variable that names a file with the secret. The name of the secret setting stands before it.
const SECRET_FILE: &str = "_FILE";
/// Settings of earlier versions without `TROWEL_`, and what to write instead.
const REPLACED: [(&str, &str); 2] = [
    ("UNVERIFIED_UNPAID_ORDERS", "TROWEL_NEW_CUSTOMER_UNPAID_ORDERS"),
    ("UNVERIFIED_ORDER_MINUTES", "TROWEL_NEW_CUSTOMER_ORDER_MINUTES"),
];
/// A name with more typos than one in so many letters is another name.
const LETTERS_PER_TYPO: usize = 6;

/// Adds a sentence for each variable that only begins like a setting, and for a log filter that cannot be read.
pub fn check(faults: &mut Vec<String>) {
    let given = std::env::vars_os().filter(|(_, value)| !value.to_string_lossy().trim().is_empty());
    faults.extend(unknown_settings(given.filter_map(|(name, _)| name.into_string().ok())));
    faults.extend(secret_faults());
    if let Err(error) = log_filter() {
        faults.push(format!("{LOG} cannot be read: {error}. Use for example info, or warn,trowel=debug."));
    }
    let traces = std::env::var(OTLP_URL).unwrap_or_default();
    if !traces.trim().is_empty() {
        if !cfg!(feature = "otlp") {
            faults.push(format!("{OTLP_URL} needs a program built with `--features otlp`."));
        } else if !["http://", "https://"].iter().any(|scheme| traces.trim().starts_with(scheme)) {
            faults.push(format!("{OTLP_URL} is {traces:?}. Use an address such as http://127.0.0.1:4318."));
        }
    }
    if let Err(given) = log_format() {
        faults.push(format!("{LOG_FORMAT} is {given:?}. Use text, or json for one object in each line."));
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// How the log is written; text without the setting.
pub fn log_format() -> Result<LogFormat, String> {
    let given = std::env::var_os(LOG_FORMAT).unwrap_or_default();
    match given.to_string_lossy().trim() {
        "" | "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        other => Err(other.to_owned()),
    }
}

/// What the log contains; `info` without the setting.
pub fn log_filter() -> Result<EnvFilter, tracing_subscriber::filter::ParseError> {
    let filter = std::env::var_os(LOG).unwrap_or_default();
    match filter.to_string_lossy().trim() {
        "" => EnvFilter::try_new("info"),
        filter => EnvFilter::try_new(filter),
    }
}

/// The settings that are no flags, because the log starts before the flags are read: name and default.
pub const VARIABLES_WITHOUT_FLAG: [(&str, &str); 3] = [(LOG, "info"), (LOG_FORMAT, "text"), (OTLP_URL, "")];

/// What a setting is without a value, where the help states it: 20 in `[default: 20, demo 1000]`.
pub fn documented_default(argument: &Arg) -> Option<String> {
    let help = argument.get_help()?.to_string();
    let (_, default) = help.split_once("[default: ")?;
    let default = default.split([',', ']']).next()?;
    // Other settings state a provider's name, or that they are off.
    let is_value = default.starts_with(|first: char| !first.is_ascii_uppercase());
    (is_value && !["none", "off"].contains(&default)).then(|| default.to_owned())
}

/// The secret settings among the flags, which every user of the machine reads in the list of processes.
pub fn secrets_in_flags(command: &Command, matches: &ArgMatches) -> Vec<String> {
    let is_secret = |argument: &&Arg| {
        let id = argument.get_id().as_str();
        let text = matches.get_raw(id).and_then(|mut values| values.next()).unwrap_or_default();
        // A URL is secret for the sake of its password.
        let url = reqwest::Url::parse(&text.to_string_lossy());
        argument.is_hide_env_values_set()
            && matches.value_source(id) == Some(ValueSource::CommandLine)
            && url.map_or(true, |url| url.password().is_some())
    };
    let flags = command.get_arguments().filter(is_secret);
    flags.filter_map(|argument| Some(format!("--{}", argument.get_long()?))).collect()
}

/// The file that the variable `X_FILE` names, for a secret setting X.
pub fn secret_file(argument: &Arg) -> Option<PathBuf> {
    let name = argument.get_env().filter(|_| argument.is_hide_env_values_set())?;
    let file = std::env::var_os(format!("{}{SECRET_FILE}", name.to_string_lossy()))?;
    (!file.to_string_lossy().trim().is_empty()).then(|| file.into())
}

/// The first line of the file of a secret setting, or a sentence that says why it cannot be used.
fn read_secret(argument: &Arg) -> Option<Result<String, String>> {
    let (name, file) = (argument.get_env()?.to_string_lossy(), secret_file(argument)?);
    let is_set = std::env::var_os(&*name).is_some_and(|value| !value.to_string_lossy().trim().is_empty());
    if is_set {
        return Some(Err(format!("{name} and {name}{SECRET_FILE} are both set. Remove one of them.")));
    }
    Some(match small_file::read(&file) {
        Ok(text) if !text.trim().is_empty() && text.trim().lines().count() == 1 => Ok(text.trim().to_owned()),
        Ok(_) => Err(format!("{name}{SECRET_FILE}: {} must have one line, the secret.", file.display())),
        Err(error) => Err(format!("{name}{SECRET_FILE}: {} cannot be read: {error}.", file.display())),
    })
}

/// A sentence for each secret setting whose file cannot be used.
pub fn secret_faults() -> Vec<String> {
    let command = ConfigArgs::augment_args(Command::new("trowel"));
    command.get_arguments().filter_map(|argument| read_secret(argument)?.err()).collect()
}

/// Gives secret settings the content of their files, as defaults that `--help` does not show.
pub fn with_secret_files(command: Command) -> Command {
    let read = |argument: Arg| match read_secret(&argument) {
        Some(Ok(secret)) => {
            // Lives as long as the process, like the settings.
            let secret: &'static str = secret.leak();
            argument.default_value(secret).hide_default_value(true)
        }
        Some(Err(_)) | None => argument,
    };
    command.mut_args(read).mut_subcommands(with_secret_files)
}

fn unknown_settings(names: impl Iterator<Item = String>) -> Vec<String> {
    let command = ConfigArgs::augment_args(Command::new("trowel"));
    let arguments = || command.get_arguments();
    let mut known: Vec<String> =
        arguments().filter_map(|argument| argument.get_env()?.to_str().map(str::to_owned)).collect();
    let secrets = arguments().filter(|argument| argument.is_hide_env_values_set());
    known.extend(secrets.filter_map(|secret| Some(format!("{}{SECRET_FILE}", secret.get_env()?.to_str()?))));
    known.extend(VARIABLES_WITHOUT_FLAG.map(|(name, _)| name.to_owned()));
    let mut unknown: Vec<_> =
        names.filter(|name| name.starts_with("TROWEL_") && !known.contains(name)).collect();
    unknown.sort_unstable();
    let sentence = |name: String| {
        if let Some((_, instead)) =
            REPLACED.iter().find(|(replaced, _)| name.strip_prefix("TROWEL_") == Some(replaced))
        {
            return format!("{name} is not a setting any more. Use {instead} (CHANGELOG.md).");
        }
        let nearest = known.iter().map(|known| (typos(&name, known), known)).min();
        match nearest.filter(|(typos, _)| *typos <= name.len() / LETTERS_PER_TYPO) {
            Some((_, nearest)) => format!("{name} is not a setting. Did you mean {nearest}?"),
            None => format!("{name} is not a setting. Remove it, or see `trowel serve --help`."),
        }
    };
    unknown.into_iter().map(sentence).collect()
}

/// Letters to insert, delete or replace until both names are equal.
fn typos(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_setting_is_named_with_the_nearest_one() {
        let names = ["STIRPE_SECRET_KEY", "DATA", "LOG", "X"].map(|name| format!("TROWEL_{name}"));
        let faults = unknown_settings(names.into_iter().chain(["HOME".to_owned()]));
        assert_eq!(faults.len(), 2, "{faults:?}");
        let (first, second) = (&faults[0], &faults[1]);
        assert!(
            first.contains("STIRPE") && first.ends_with("Did you mean TROWEL_STRIPE_SECRET_KEY?"),
            "{first}"
        );
        assert!(second.contains("_X is not a setting. Remove it"), "{second}");
    }

    #[test]
    fn a_replaced_setting_is_named_with_its_successor() {
        let faults = unknown_settings(REPLACED.iter().map(|(name, _)| format!("TROWEL_{name}")));
        assert_eq!(faults.len(), REPLACED.len());
        for (fault, (_, instead)) in faults.iter().zip(REPLACED.iter().rev()) {
            assert!(fault.contains("is not a setting any more. Use ") && fault.contains(instead), "{fault}");
        }
        assert_eq!(unknown_settings(REPLACED.iter().map(|(_, name)| (*name).to_owned())), [""; 0]);
    }

    #[test]
    fn a_typo_is_a_letter_inserted_deleted_or_replaced() {
        for (a, b, expected) in
            [("DATA", "DATA", 0), ("DAT", "DATA", 1), ("DATTA", "DATA", 1), ("STIRPE", "STRIPE", 2)]
        {
            assert_eq!(typos(a, b), expected, "{a} {b}");
        }
    }
}
