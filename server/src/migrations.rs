//! The files of server/migrations, in order.

use crate::db::Migration;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(Migration { name: $name, sql: include_str!(concat!("../migrations/", $name, ".sql")) }),*]
    };
}

/// The shop's schema, oldest first.
pub const MIGRATIONS: &[Migration] = files!["0001_shop"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_every_file() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".sql").map(str::to_owned))
            .collect();
        files.sort();
        assert_eq!(files, MIGRATIONS.iter().map(|migration| migration.name).collect::<Vec<_>>());
    }
}
