//! Databases and backups of older builds, which `scripts/make-fixture` made: this build opens, migrates and verifies
//! them.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use serde_json::{Value, json};
use trowel::{
    back_office::{
        backup::{self, CheckedBackup},
        reconciliation::{self, Period},
    },
    base::{metadata, migrations::MIGRATIONS},
    clients::object_store::{FileStore, StorageLocation},
    db::{self, DatabaseLocation, Db, Engine, params},
};

use crate::support::{Setup, TestShop, clock_of_test, on_new_database, with_empty_database, with_shop_at};

const ORDERS: [&str; 6] = ["Approved and shipped", "Refunded", "pending", "pending", "pending", "unpaid"];

/// The files whose names end with `ending`, one for each older build.
fn fixtures(ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let found: Vec<_> = files.filter(|path| path.to_str().unwrap().ends_with(ending)).collect();
    assert!(!found.is_empty(), "no fixture ends with {ending}");
    found
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut content = Vec::new();
    GzDecoder::new(fs::File::open(path).unwrap()).read_to_end(&mut content).unwrap();
    content
}

async fn assert_all_agrees(db: &Db) {
    let now = clock_of_test().now();
    let report = reconciliation::reconcile(db, None, Period::All, now).await.unwrap();
    assert!(report.discrepancies.is_empty(), "{:?}", report.discrepancies);
    assert_eq!(report.orders, i64::try_from(ORDERS.len()).unwrap());
}

/// The older shop shows its orders and settings, and sells.
async fn is_open(shop: &TestShop) {
    assert_all_agrees(&shop.shop.db).await;
    let admin = shop.admin().await;
    let orders = admin.get("/manageOrders").await.body;
    let state = |order: &Value| order["status"].as_str().unwrap_or("unpaid").to_owned();
    let mut states: Vec<_> = orders.as_array().unwrap().iter().map(state).collect();
    states.sort();
    assert_eq!(states, ORDERS);
    let settings = admin.get("/shop-settings").await.body;
    assert_eq!((&settings["name"], &settings["shopState"]), (&json!("Fern & Spade"), &json!("open")));
    assert_eq!(admin.get("/webhooks").await.body.as_array().unwrap().len(), 1);
    let tools = admin.get("/tools").await.body;
    let tool = tools.as_array().unwrap().iter().find(|tool| tool["price"] == json!(19.25)).unwrap();
    let customer = shop.customer("Cy").await;
    customer.order(tool["name"].as_str().unwrap(), 1_925, 2).await;
    let report = reconciliation::reconcile(&shop.shop.db, None, Period::All, shop.shop.clock.now()).await;
    assert!(report.unwrap().discrepancies.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_sqlite_file_is_migrated_and_sells() {
    for file in fixtures(".sqlite.gz") {
        let folder = std::env::temp_dir().join(format!("trowel_older_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let database = folder.join("trowel.sqlite");
        fs::write(&database, unpacked(&file)).unwrap();
        with_shop_at(&Setup::sqlite(), DatabaseLocation::Sqlite(database), &folder, is_open).await;
        fs::remove_dir_all(folder).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_postgresql_dump_is_migrated_and_sells() {
    for file in fixtures(".sql.gz") {
        let dump = String::from_utf8(unpacked(&file)).unwrap();
        on_new_database(&dump, async |place, folder| {
            with_shop_at(&Setup::postgres(), place, folder, is_open).await;
        })
        .await;
    }
}

mod by_hand {
    trowel::db::statements! {
        pub FORGET_SETTINGS = "DELETE FROM shop_settings";
        pub KEEP = "UPDATE orders SET kept = 1, user_id = (SELECT id FROM users WHERE role = 'admin') WHERE state = 'unpaid'";
        pub NAME_USER = "UPDATE users SET display_name = 'Zoë Brontë-Tremblay' WHERE role = 'user'";
        pub NAME_ORDER = "UPDATE orders SET customer_name = 'Łukasz Roy', search_key = ' łukasz roy | ada@example.com | hoe'
            WHERE user_id = (SELECT id FROM users WHERE role = 'user' ORDER BY id LIMIT 1)";
        pub NAME_TOOL = "UPDATE tools SET search_key = ' œillet' WHERE id = (SELECT tool_id FROM orders ORDER BY id LIMIT 1)";
        pub FOLDED_TOOLS = "SELECT CAST(count(*) AS BIGINT) FROM tools WHERE search_key = ' oeillet'";
        pub COUNT_NEW = "UPDATE orders SET new_customer = new_customer WHERE new_customer = 1";
    }
}

/// Leaves the database as a build before `0012_opening` left it. The owner never saved a setting, and the first order
/// of an account waits for its transfer.
async fn forget_settings(place: &DatabaseLocation) {
    let db = Db::open(place, db::Options::default()).await.unwrap();
    db.migrate(&MIGRATIONS[..11], clock_of_test().now().micros()).await.unwrap();
    let written = db.write((), |tx, ()| {
        Box::pin(async move {
            tx.execute(&by_hand::FORGET_SETTINGS, params![]).await?;
            tx.execute(&by_hand::KEEP, params![]).await
        })
    });
    assert_eq!(written.await.unwrap(), 1);
    db.close().await;
}

async fn has_sold(shop: &TestShop) {
    let admin = shop.admin().await;
    assert_eq!(admin.get("/shop-settings").await.body["shopState"], "open");
    assert_eq!(shop.execute(&by_hand::COUNT_NEW, params![]).await, 0, "a transfer is no stranger's order");
    let history = admin.get("/manageShop/history").await;
    assert_eq!((history.status, history.body.as_array().map(Vec::len)), (200, Some(1)), "{}", history.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_shop_that_sold_is_open_without_a_saved_setting() {
    for file in fixtures(".sqlite.gz") {
        let folder = std::env::temp_dir().join(format!("trowel_sold_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let database = folder.join("trowel.sqlite");
        fs::write(&database, unpacked(&file)).unwrap();
        let place = DatabaseLocation::Sqlite(database);
        forget_settings(&place).await;
        with_shop_at(&Setup::sqlite(), place, &folder, has_sold).await;
        fs::remove_dir_all(folder).unwrap();
    }
    for file in fixtures(".sql.gz") {
        let dump = String::from_utf8(unpacked(&file)).unwrap();
        on_new_database(&dump, async |place, folder| {
            forget_settings(&place).await;
            with_shop_at(&Setup::postgres(), place, folder, has_sold).await;
        })
        .await;
    }
}

/// Leaves the database as a build before `0017_search_words` left it: names with accents, in lower case.
async fn name_customers(place: &DatabaseLocation) {
    let db = Db::open(place, db::Options::default()).await.unwrap();
    db.migrate(&MIGRATIONS[..16], clock_of_test().now().micros()).await.unwrap();
    for statement in [&by_hand::NAME_USER, &by_hand::NAME_ORDER, &by_hand::NAME_TOOL] {
        let written = db.write(statement, |tx, statement| Box::pin(tx.execute(statement, params![])));
        assert!(written.await.unwrap() > 0);
    }
    db.close().await;
}

async fn names_are_found(shop: &TestShop) {
    let admin = shop.admin().await;
    let count = async |path: &str| admin.get(path).await.body.as_array().unwrap().len();
    assert!(count("/users?q=tremblay+zoe").await > 0);
    assert!(count("/manageOrders/customers?q=bronte").await > 0);
    let orders = count("/manageOrders?limit=100&q=lukasz").await;
    assert_eq!((orders, count("/manageOrders?limit=100&q=roy,+lukasz").await), (orders, orders));
    assert!(orders > 0);
    let tools: Option<i64> = shop
        .shop
        .db
        .read((), |tx, ()| Box::pin(tx.optional(&by_hand::FOLDED_TOOLS, params![])))
        .await
        .unwrap();
    assert_eq!(tools, Some(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_names_of_an_older_shop_are_found_by_their_plain_letters() {
    for file in fixtures(".sqlite.gz") {
        let folder = std::env::temp_dir().join(format!("trowel_names_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let database = folder.join("trowel.sqlite");
        fs::write(&database, unpacked(&file)).unwrap();
        let place = DatabaseLocation::Sqlite(database);
        name_customers(&place).await;
        with_shop_at(&Setup::sqlite(), place, &folder, names_are_found).await;
        fs::remove_dir_all(folder).unwrap();
    }
    for file in fixtures(".sql.gz") {
        let dump = String::from_utf8(unpacked(&file)).unwrap();
        on_new_database(&dump, async |place, folder| {
            name_customers(&place).await;
            with_shop_at(&Setup::postgres(), place, folder, names_are_found).await;
        })
        .await;
    }
}

async fn is_restored(db: &Db, folder: &Path, file: &Path) {
    let pictures = FileStore::open(&StorageLocation::Folder(folder.join("images"))).unwrap();
    let checked = CheckedBackup::open(file, folder).await.unwrap();
    backup::restore(db, &pictures, checked, clock_of_test().now()).await.unwrap();
    assert!(trowel::db::migrations::is_complete(db, MIGRATIONS).await.unwrap());
    assert!(metadata::verifies_emails(db).await.is_ok());
    assert_all_agrees(db).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_backup_is_restored_to_sqlite() {
    for file in fixtures(".tar.gz") {
        with_empty_database(Engine::Sqlite, async |db, folder| is_restored(db, folder, &file).await).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_backup_is_restored_to_postgresql() {
    for file in fixtures(".tar.gz") {
        on_new_database("", async |place, folder| {
            let db = Db::open(&place, trowel::db::Options::default()).await.unwrap();
            is_restored(&db, folder, &file).await;
            db.close().await;
        })
        .await;
    }
}

#[test]
fn owners_keep_the_first_texts_of_the_sections_that_they_show() {
    let file = rusqlite::Connection::open_in_memory().unwrap();
    file.execute_batch("CREATE TABLE shop_settings (settings TEXT NOT NULL)").unwrap();
    let settings = r#"{"homeSections":"banner sell reviews","sellText":"By the \"piece\"."}"#;
    file.execute("INSERT INTO shop_settings VALUES ($1)", [settings]).unwrap();
    file.execute_batch(include_str!("../../../migrations/0022_home.sql")).unwrap();
    let migrated: String =
        file.query_row("SELECT settings FROM shop_settings", [], |row| row.get(0)).unwrap();
    let migrated: serde_json::Value = serde_json::from_str(&migrated).unwrap();
    assert_eq!(migrated["homeSections"], "categories new banner sell reviews");
    assert_eq!(migrated["sellTitle"], "Bought by the dozen, used for decades");
    assert_eq!(migrated["sellText"], "By the \"piece\".");
    assert!(migrated["sellSteps"].as_str().unwrap().contains(" | Twelve secateurs"));
    assert_eq!(
        (&migrated["yearTitle"], &migrated["summaryRows"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
}
