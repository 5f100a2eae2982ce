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
    "0018_other_programs",
    "0019_redirects",
    "0020_former_reviews",
    "0021_former_orders",
    "0022_home",
    "0023_review_requests",
    "0024_saved_cards",
    "0025_former_order_imports",
    "0026_push_devices",
    "0027_languages",
    "0028_tool_texts",
    "0029_newsletter",
    "0030_category_names",
    "0031_changes_of_address",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::migrations::fingerprint;

    /// People run what is on the main branch, so their databases have these. An edit would lock them out: write a
    /// migration with the next number, and add it here with its merge.
    const FROZEN: &[(&str, &str)] = &[
        ("0001_shop", "afe12b52b406849f16c8bfdf9d9d22e1b0fb42ade2e57bf190ce14d6c5d22eac"),
        ("0002_holds_and_roles", "9ccf9583138e598a0aa37f22af6df81d5ef8b82b18da0f1817d95d243daf3b3a"),
        ("0003_owners_shop", "3669384a4f05158a3ef08c6ecdf57a52131b7a260f0ba4cdbba5ec6fce030d9c"),
        ("0004_posts", "662907c8388cb36bbf77537993074d7ee407da131789ae6749f534731f75e794"),
        ("0005_stock_history", "4bea2839887e722c3cf26335282090e74dfee2f83d0145f8369d138d8c8c63d6"),
        ("0006_purchases", "747e1ac2b85df1d8f7c1d7a843fedd9ec976414994ccfcaec6c7aa3f91801b3e"),
        ("0007_credit_notes", "3a4dea0b15e5e07b8b2c99f8c63a270db4d28cfd004a013b247c7cca74f19829"),
        ("0008_codes_and_pick_up", "5bcbbd3deed07d82821dd74ea4ee7d3de2c9d2e63ce2498a46f0b8cdd56a4f49"),
        ("0009_guests", "d1b41ec69cd4d3be7ba93b30b6764d7b9229a6d00cb5b6a4d575a583ac3d9141"),
        ("0010_cheaper_orders", "885f48306ded31a159b7eed70fcab3553cec750175a4ddfbf1f3b4eb6e704e12"),
        ("0011_ended_purchases", "823fe795fa6de80093bb65196ac3522b159783579253e31b1089b7a9336bc2ab"),
        ("0012_opening", "ab5947561d3cefe47e48c241a8917ac30ddb9ef4216cfce59ab93a4c235775f3"),
        ("0013_new_customers", "8a62926b8d0f0975581bf84bfd348805c1bec2ab6841e0f513d60cb5f268c036"),
        ("0014_failed_refunds", "22008c49e50e9e4d5ccc26275e99ebec2bbb3e6aed6720e82c652d9253727376"),
        ("0015_guest_browsers", "c0f7a45b04e31f6ebd5af050c32099c11660e4ca4319325f193564406448d15a"),
        ("0016_shops_that_sold", "bd04b502fdf17a0eb46997f56bc9947c49c26a72fcff53aadcbc342de6b7a7df"),
        ("0017_search_words", "b0f25f7358fe5108a1bd06ad20dbdfd742cf33bfa9431de63928c88ec6dbde51"),
        ("0018_other_programs", "25aad6bd2a2142ee8f3cdff6acb7c31a40c1b9a0a084cce9b83fc8be0cb5110a"),
        ("0019_redirects", "37cbff51b59410e1a211d859b64167410f804c1898bb178ee4be34672a181b11"),
        ("0020_former_reviews", "cee4885a35689097eca34f6092ccccf891d81d6849c83b69bcff07d26240627d"),
        ("0021_former_orders", "2bf0c5ed40ef72d1a7e78af3b8b9de5cbb338b14d66ba83f16b218aabff8b4b9"),
        ("0022_home", "4072e1e4e5a18e119e1589bd11b584c12ea706113af719d7fddee8a2ddfa8316"),
        ("0023_review_requests", "28471b06dc58c182ecbec6c08a161de1fd4a7e7c710f7b7b7f255903e8f3aedc"),
        ("0024_saved_cards", "dc4bf0858fb581fe92758e9e2e5aa7416d529da4b1d3831b06da0f71a1027216"),
        ("0025_former_order_imports", "789a70a3cca476226c24d04722fef0e157527ccdf31b629e93f5edb6f477d0b9"),
        ("0026_push_devices", "11130be58e7b5cc7bfa4d5a9bf8d2a017c5a4a0d80f55802b2d34f95b27de8c0"),
        ("0027_languages", "82e8a8a30aaf2135872c4a757e8aabbb76a46ef18a397794f19946282148e94c"),
        ("0028_tool_texts", "b34f613d1c8ae2eb58c10daf721751db525f713d44738eb26e4f385b12180a7b"),
        ("0029_newsletter", "8b024d87e7c407930939beabaf160f693ef012ab2c1f4fbea578b84ee5c5e3fc"),
        ("0030_category_names", "3a8bcc673a3bf3e00df311cd5b3e576458cd163fc1158f4e0f246db16d206ff2"),
        ("0031_changes_of_address", "a1d42f7c735b37577ef0dbe15c0a04cacd2b3886d13e2640a004d9305de3fb18"),
    ];

    #[test]
    fn a_migration_that_shops_have_is_never_edited() {
        for (migration, (name, sha256)) in MIGRATIONS.iter().zip(FROZEN) {
            assert_eq!((migration.name, fingerprint(migration).as_str()), (*name, *sha256));
        }
        assert_eq!(MIGRATIONS.len(), FROZEN.len(), "a migration without its checksum");
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
