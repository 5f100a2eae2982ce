//! Settings of the backups that the program makes by itself.

use std::path::PathBuf;

use clap::Args;

use crate::config::{is_on, non_blank};

#[expect(clippy::struct_field_names, reason = "the names of the flags")]
#[derive(Args, Clone)]
#[command(next_help_heading = "Backups")]
pub struct BackupArgs {
    /// Folder for a backup each night, best on another disk; the first follows minutes after the start [default: none]
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
    /// `None`: no nightly backup.
    pub folder: Option<PathBuf>,
    pub keep: usize,
    pub before_migration: bool,
}

impl Default for BackupConfig {
    fn default() -> Self {
        Self { folder: None, keep: 14, before_migration: true }
    }
}

impl BackupArgs {
    pub fn check(self, faults: &mut Vec<String>) -> BackupConfig {
        let before_migration = non_blank(Some(&self.backup_before_migration));
        let before_migration = before_migration.as_deref().or(Some("true"));
        let before_migration = is_on("TROWEL_BACKUP_BEFORE_MIGRATION", before_migration, faults);
        let mut config = BackupConfig { before_migration, ..BackupConfig::default() };
        config.folder = self.backup_dir.filter(|folder| !folder.as_os_str().is_empty());
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
