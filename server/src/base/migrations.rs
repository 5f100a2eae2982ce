//! The files of server/migrations, in order.

use crate::db::Migration;

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(Migration { name: $name, sql: include_str!(concat!("../../migrations/", $name, ".sql")) }),*]
    };
}

/// The shop's schema, oldest first.
pub const MIGRATIONS: &[Migration] = files![
    "0001_shop",
    "0002_holds_and_roles",
    "0003_owners_shop",
    "0004_posts",
    "0005_stock_history",
    "0006_purchases",
    "0007_credit_notes",
    "0008_codes_and_pick_up",
    "0009_guests",
    "0010_cheaper_orders",
    "0011_ended_purchases",
    "0012_opening",
    "0013_new_customers",
    "0014_failed_refunds",
    "0015_guest_browsers",
    "0016_shops_that_sold",
    "0017_search_words",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::migrations::fingerprint;

    /// Shops have databases with these migrations. An edit would lock them out: write a migration with the next number.
    /// A release adds its migrations here.
    const FROZEN: &[(&str, &str)] =
        &[("0001_shop", "afe12b52b406849f16c8bfdf9d9d22e1b0fb42ade2e57bf190ce14d6c5d22eac")];

    #[test]
    fn a_migration_that_shops_have_is_never_edited() {
        for (migration, (name, sha256)) in MIGRATIONS.iter().zip(FROZEN) {
            assert_eq!((migration.name, fingerprint(migration).as_str()), (*name, *sha256));
        }
        assert!(MIGRATIONS.len() >= FROZEN.len());
    }

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
