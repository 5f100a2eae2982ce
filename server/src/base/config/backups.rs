//! Settings of the backups that the program makes by itself.

use std::path::PathBuf;

use clap::Args;

use crate::base::config::{is_on, non_blank};

#[expect(clippy::struct_field_names, reason = "the names of the flags")]
#[derive(Args, Clone)]
#[command(next_help_heading = "Backups")]
pub struct BackupArgs {
    /// Folder for a backup each night, best on another disk; none if another program makes backups [default: off]
    #[arg(long, env = "TROWEL_BACKUP_DIR")]
    backup_dir: Option<PathBuf>,
    /// How many of the nightly backups stay; older ones are deleted [default: 14]
    #[arg(long, env = "TROWEL_BACKUP_KEEP")]
    backup_keep: Option<String>,
    /// Back up the rows before a migration, into the folder backups of the data folder; false to turn it off
    #[arg(long, env = "TROWEL_BACKUP_BEFORE_MIGRATION", default_value = "true")]
    backup_before_migration: String,
}

#[derive(Debug, Clone)]
pub struct BackupConfig {
    /// If this is `None`, the shop makes no nightly backup.
    pub folder: Option<PathBuf>,
    /// Another program makes them, so the shop does not miss its own.
    pub made_elsewhere: bool,
    pub keep: usize,
    pub before_migration: bool,
}

impl Default for BackupConfig {
    fn default() -> Self {
        Self { folder: None, made_elsewhere: false, keep: 14, before_migration: true }
    }
}

impl BackupArgs {
    pub fn check(self, faults: &mut Vec<String>) -> BackupConfig {
        let before_migration = non_blank(Some(&self.backup_before_migration));
        let before_migration = before_migration.as_deref().or(Some("true"));
        let before_migration = is_on("TROWEL_BACKUP_BEFORE_MIGRATION", before_migration, faults);
        let mut config = BackupConfig { before_migration, ..BackupConfig::default() };
        config.made_elsewhere = self.backup_dir.as_ref().is_some_and(|folder| folder.as_os_str() == "none");
        config.folder =
            self.backup_dir.filter(|folder| !config.made_elsewhere && !folder.as_os_str().is_empty());
        if let Some(text) = non_blank(self.backup_keep.as_deref()) {
            match text.parse() {
                Ok(keep) if keep > 0 => config.keep = keep,
                _ => faults.push(format!(
                    "TROWEL_BACKUP_KEEP is {text:?}. Use a whole number from 1, for example 14."
                )),
            }
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_says_that_another_program_makes_backups() {
        let check = |folder: &str| {
            let args = BackupArgs {
                backup_dir: Some(folder.into()),
                backup_keep: None,
                backup_before_migration: "true".into(),
            };
            let config = args.check(&mut Vec::new());
            (config.folder, config.made_elsewhere)
        };
        assert_eq!(check("none"), (None, true));
        assert_eq!(check(""), (None, false));
        assert_eq!(check("./none"), (Some("./none".into()), false));
    }
}
