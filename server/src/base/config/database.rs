//! Where the database is.

use std::path::{Path, PathBuf};

use clap::Args;

use super::non_blank;
use crate::db::DatabaseLocation;

/// Connections to PostgreSQL, unless a setting says otherwise.
pub const DATABASE_CONNECTIONS: usize = 16;

#[derive(Args, Clone)]
pub struct DatabaseUrlArgs {
    /// postgres://… to use PostgreSQL instead of the embedded database
    #[arg(
        long = "database",
        alias = "database-url",
        env = "TROWEL_DATABASE_URL",
        hide_env_values = true,
        help_heading = "Data"
    )]
    pub database: Option<String>,
    /// Connections to PostgreSQL; a quarter of them is reserved for reads [default: 16]
    #[arg(long, env = "TROWEL_DATABASE_CONNECTIONS", help_heading = "Data")]
    database_connections: Option<String>,
}

impl DatabaseUrlArgs {
    pub fn check_connections(&self, faults: &mut Vec<String>) -> usize {
        let Some(text) = non_blank(self.database_connections.as_deref()) else { return DATABASE_CONNECTIONS };
        text.parse().ok().filter(|count| (2..=1_000).contains(count)).unwrap_or_else(|| {
            faults.push(format!(
                "TROWEL_DATABASE_CONNECTIONS is {text:?}. Use a number from 2 to 1000, for example 16."
            ));
            DATABASE_CONNECTIONS
        })
    }
}

/// Where the database is: at the URL of the setting, or in the data folder.
pub fn check_location(database: Option<&str>, data: &Path, faults: &mut Vec<String>) -> DatabaseLocation {
    match non_blank(database) {
        None => DatabaseLocation::Sqlite(data.join("trowel.sqlite")),
        Some(url) if is_postgres_url(&url) => DatabaseLocation::Postgres(url),
        Some(_) => {
            faults.push(
                "TROWEL_DATABASE_URL must start with postgres://. Remove it to use the embedded database."
                    .into(),
            );
            DatabaseLocation::Sqlite(PathBuf::new())
        }
    }
}

pub fn is_postgres_url(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://")
}

#[cfg(test)]
mod tests {
    use super::super::{RunMode, tests::checked};

    #[test]
    fn the_connections_are_a_number_and_16_by_default() {
        for (text, expected) in [("", 16), (" 40 ", 40), ("2", 2)] {
            let config = checked(RunMode::Demo, &["--database-connections", text]).unwrap();
            assert_eq!(config.database_connections, expected);
        }
        for text in ["1", "0", "-3", "many", "1001"] {
            let flag = format!("--database-connections={text}");
            let faults = checked(RunMode::Demo, &[&flag]).err().unwrap();
            assert!(faults[0].contains("TROWEL_DATABASE_CONNECTIONS"), "{faults:?}");
        }
    }
}
