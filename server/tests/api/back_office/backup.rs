//! Backups: a drill from each engine to the other, and files that are refused.

use std::{
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use image::ImageFormat;
use trowel::{
    back_office::{
        backup::{self, ArchiveTotals, BackupError, CheckedBackup, OnExisting, automatic},
        reconciliation::{self, Period},
    },
    base::{
        config::{Config, RunMode, backups::BackupConfig},
        metadata::maintenance::{self, OverdueBackup},
        migrations::MIGRATIONS,
    },
    catalogue::tools::texts::{self, ToolTexts},
    clients::object_store::{FileStore, StorageLocation},
    db::{Db, Engine, Migration},
    shop::Shop,
    values::ids::Id,
};

use crate::{
    catalogue::images::{file, get, quarters, uploaded},
    sales::payment::paid_order,
    support::{Setup, TestShop, clock_of_test, on_both_engines, with_empty_database, with_shop},
};

/// A shop with a picture, paid and unpaid orders, and reviews. Returns the path of the picture.
async fn trade(shop: &TestShop) -> String {
    shop.tool("Draw Hoe", 1_000, 1_000, 1).await;
    shop.review("Ada", "Sharp. \"Très bien\" 🌱\n\u{2028}", 0.1 + 4.2).await;
    let ada = shop.customer("Ada").await;
    paid_order(shop, &ada).await;
    ada.order("Draw Hoe", 1_000, 3).await;
    uploaded(shop, &shop.admin().await, &file(quarters(90, 70), ImageFormat::Png)).await
}

fn pictures(folder: &Path) -> FileStore {
    FileStore::open(&StorageLocation::Folder(folder.join("images"))).unwrap()
}

pub async fn back_up(shop: &TestShop) -> (PathBuf, ArchiveTotals) {
    let (folder, now) = (&shop.shop.config.data, shop.shop.clock.now());
    let path = folder.join("trowel.tar.gz");
    let pictures = pictures(folder);
    let written = backup::write_file(&shop.shop.db, Some(&pictures), &path, OnExisting::Refuse, now);
    let totals = written.await.unwrap();
    (path, totals)
}

async fn restore(db: &Db, folder: &Path, path: &Path) -> Result<ArchiveTotals, BackupError> {
    let now = clock_of_test().now();
    backup::restore(db, &pictures(folder), CheckedBackup::open(path, folder).await?, now).await
}

fn without_metadata(totals: &ArchiveTotals) -> ArchiveTotals {
    let mut totals = totals.clone();
    totals.tables.remove("shop_metadata");
    totals
}

fn rows(totals: &ArchiveTotals, table: &str) -> u64 {
    totals.tables[table].rows
}

async fn assert_books_agree(db: &Db, shop: &TestShop) {
    let now = shop.shop.clock.now();
    let report = reconciliation::reconcile(db, None, Period::All, now).await.unwrap();
    assert!(report.discrepancies.is_empty() && report.orders > 1, "{:?}", report.discrepancies);
}

/// Backs up while orders are placed, restores into the other engine, and copies the restored shop back.
async fn drill(shop: &TestShop, other: Engine) {
    let picture = trade(shop).await;
    let shown = get(shop, &picture).await;
    assert_eq!(shown.status, 200);
    let bob = shop.customer("Bob").await;
    let hoe = bob.get("/tools").await.body[0]["_id"].as_str().and_then(Id::parse).unwrap();
    let french = ToolTexts { name: Some("Binette".into()), description: None };
    let translate =
        shop.shop.db.write((hoe, french), |tx, (hoe, french)| Box::pin(texts::write(tx, hoe, french)));
    translate.await.unwrap();
    let is_done = AtomicBool::new(false);
    let keep_buying = async {
        let mut placed = 0;
        while !is_done.load(Ordering::Relaxed) {
            bob.order("Draw Hoe", 1_000, 1).await;
            placed += 1;
            if placed == 18 {
                break;
            }
        }
        placed
    };
    let while_buying = async {
        let made = back_up(shop).await;
        is_done.store(true, Ordering::Relaxed);
        made
    };
    let (placed, (path, totals)) = tokio::join!(keep_buying, while_buying);
    assert!((2..=2 + placed).contains(&rows(&totals, "orders")), "{placed} placed: {totals:?}");
    assert_eq!((rows(&totals, "reviews"), rows(&totals, "tool_texts"), totals.pictures), (1, 1, 3));
    with_empty_database(other, async |db, folder| {
        assert_eq!(restore(db, folder, &path).await.unwrap(), totals);
        assert_books_agree(db, shop).await;
        let (_, name) = picture.split_at("/images/".len());
        let (name, file) = name.split_once('/').unwrap();
        assert!(pictures(folder).get(name, file).await.unwrap().is_some(), "{picture}");
        assert!(!folder.join("trowel.tar.gz.part").exists());
        with_empty_database(shop.shop.db.engine(), async |back, elsewhere| {
            let stores = Some((pictures(folder), pictures(elsewhere)));
            let now = shop.shop.clock.now();
            let copied = backup::copy(db, back, stores, now, |_, _| {}).await.unwrap();
            assert_eq!(without_metadata(&copied), without_metadata(&totals));
            // The id of the shop.
            assert_eq!(rows(&copied, "shop_metadata") + 1, rows(&totals, "shop_metadata"));
            assert_books_agree(back, shop).await;
            let refused = backup::copy(db, back, None, now, |_, _| {}).await.unwrap_err();
            assert!(matches!(refused, BackupError::NotEmpty(_)), "{refused}");
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shop_on_sqlite_is_restored_on_postgres() {
    with_shop(Setup::sqlite(), async |shop| drill(shop, Engine::Postgres).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_shop_on_postgres_is_restored_on_sqlite() {
    with_shop(Setup::postgres(), async |shop| drill(shop, Engine::Sqlite).await).await;
}

/// Path and content of each entry.
type Entries = Vec<(String, Vec<u8>)>;

fn unpacked(path: &Path) -> Entries {
    let mut tar = tar::Archive::new(GzDecoder::new(std::fs::File::open(path).unwrap()));
    let read = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        (String::from_utf8(entry.path_bytes().into_owned()).unwrap(), bytes)
    };
    tar.entries().unwrap().map(read).collect()
}

fn packed(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    for (path, bytes) in entries {
        let mut header = tar::Header::new_gnu();
        // Unlike `set_path`, this accepts a path that leads out of the folder.
        header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        tar.append(&header, &bytes[..]).unwrap();
    }
    tar.into_inner().unwrap().finish().unwrap()
}

/// Copies of a compressed file, each with one bit of its second half changed.
///
/// Some bits of a Deflate stream say nothing: padding, or a distance within a run of equal bytes. A change of such a
/// bit damages no content, so it is passed over.
fn with_a_changed_bit(whole: &[u8]) -> Vec<Vec<u8>> {
    let unpack = |bytes: &[u8]| {
        let mut content = Vec::new();
        GzDecoder::new(bytes).read_to_end(&mut content).ok().map(|_| content)
    };
    let change = |place: usize| {
        let mut bytes = whole.to_vec();
        bytes[place] ^= 1;
        bytes
    };
    let content = unpack(whole);
    let places = (whole.len() / 2..whole.len()).step_by(whole.len() / 64);
    places.map(change).filter(|changed| unpack(changed) != content).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_cut_off_or_changed_is_refused_and_nothing_is_written() {
    with_shop(Setup::sqlite(), async |shop| {
        trade(shop).await;
        let (path, _) = back_up(shop).await;
        let (whole, entries) = (std::fs::read(&path).unwrap(), unpacked(&path));
        let mut bad: Vec<(&str, Vec<u8>)> = vec![];
        for length in [0, 10, whole.len() / 2, whole.len() - 1] {
            bad.push(("damaged or incomplete", whole[..length].to_vec()));
        }
        let changed = with_a_changed_bit(&whole);
        assert!(changed.len() >= 24, "{}", changed.len());
        bad.extend(changed.into_iter().map(|bytes| ("damaged or incomplete", bytes)));
        bad.push(("this is not a backup of a shop", b"id,name\n1,Draw Hoe\n".repeat(100)));
        bad.push(("this is not a backup of a shop", packed(&[("holiday.jpg".into(), vec![1; 600])])));
        let with = |change: &dyn Fn(&mut Entries)| {
            let mut entries = entries.clone();
            change(&mut entries);
            packed(&entries)
        };
        let replace = |name: &str, from: &str, to: &str| {
            with(&|entries| {
                let (_, bytes) = entries.iter_mut().find(|(path, _)| path.contains(name)).unwrap();
                let text = String::from_utf8(bytes.clone()).unwrap();
                assert!(text.contains(from), "{text}");
                *bytes = text.replace(from, to).into_bytes();
            })
        };
        bad.push(("checksums differ", replace("tables/tools", "Draw Hoe", "Draw Hoo")));
        bad.push(("checksums differ", with(&|entries| drop(entries.remove(1)))));
        bad.push(("the file ends too early", with(&|entries| drop(entries.pop()))));
        bad.push(("newer program", replace("manifest", "\"format\": 1", "\"format\": 2")));
        let evil = |path: &str| with(&|entries| entries.insert(1, (path.to_owned(), b"evil".to_vec())));
        for path in
            ["images/../350.webp", "images/../../evil", "/etc/cron.d/350.webp", "images/a/../../350.webp"]
        {
            bad.push(("which no backup of a shop has", evil(path)));
        }
        with_empty_database(Engine::Sqlite, async |db, folder| {
            for (expected, bytes) in bad {
                let path = folder.join("bad.tar.gz");
                std::fs::File::create(&path).unwrap().write_all(&bytes).unwrap();
                let refused = restore(db, folder, &path).await.unwrap_err().to_string();
                assert!(refused.contains(expected), "{expected}: {refused}");
                let is_plain = !["numeric", "deflate", "gzip", "line 1", "column"]
                    .iter()
                    .any(|noise| refused.contains(noise));
                assert!(is_plain, "{refused}");
                let stored = std::fs::read_dir(folder.join("images")).unwrap().count();
                assert_eq!((stored, folder.join("350.webp").exists()), (0, false), "{expected}");
            }
            restore(db, folder, &path).await.expect("the database is still empty");
            let again = restore(db, folder, &path).await.unwrap_err().to_string();
            assert!(again.contains("not empty") && again.contains("--data"), "{again}");
        })
        .await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_are_backed_up_before_a_migration_changes_them() {
    const NEXT: Migration = Migration { name: "0002_next", sql: "" };
    let list: &'static [Migration] = [MIGRATIONS, &[NEXT]].concat().leak();
    with_shop(Setup::sqlite(), async |shop| {
        trade(shop).await;
        let Shop { config, db, clock, .. } = &*shop.shop;
        let folder = config.data.join("backups");
        automatic::before_migration(db, config, clock, MIGRATIONS).await.unwrap();
        assert!(!folder.exists(), "nothing is to be migrated");
        let off = BackupConfig { before_migration: false, ..BackupConfig::default() };
        let off = Config { backups: off, ..config.clone() };
        automatic::before_migration(db, &off, clock, list).await.unwrap();
        assert!(!folder.exists(), "the setting is off");
        automatic::before_migration(db, config, clock, list).await.unwrap();
        let files: Vec<PathBuf> =
            std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files[0].to_str().unwrap().contains("before-0002_next-") && files.len() == 1, "{files:?}");
        with_empty_database(Engine::Sqlite, async |db, folder| {
            let totals = restore(db, folder, &files[0]).await.unwrap();
            assert_eq!((rows(&totals, "orders"), totals.pictures), (2, 0));
        })
        .await;
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, "no folder").unwrap();
        let refused = automatic::before_migration(db, config, clock, list).await.unwrap_err();
        assert!(refused.to_string().contains("cannot be written"), "{refused}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_backs_up_each_night_and_deletes_old_backups() {
    with_shop(Setup::sqlite(), async |shop| {
        trade(shop).await;
        let folder = shop.shop.config.data.join("nightly");
        let backups = BackupConfig { folder: Some(folder.clone()), keep: 2, ..BackupConfig::default() };
        let config = Config { backups, ..shop.shop.config.clone() };
        let node = Shop::open(config, shop.shop.db.clone(), shop.shop.clock.clone()).await.unwrap();
        let names = || {
            let files = std::fs::read_dir(&folder).unwrap();
            let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
            names.sort();
            names
        };
        automatic::nightly(&node).await;
        let first = names();
        automatic::nightly(&node).await;
        assert_eq!((names(), first.len()), (first.clone(), 1), "one for each night");
        for _ in 0..2 {
            node.clock.advance(Duration::from_hours(24));
            automatic::nightly(&node).await;
        }
        assert!(names().len() == 2 && !names().contains(&first[0]), "{:?}", names());
    })
    .await;
}

on_both_engines! {
    async fn the_owner_is_told_when_no_backup_succeeded_for_three_days(shop: TestShop) {
        let db = &shop.shop.db;
        let nightly = BackupConfig { folder: Some("nightly".into()), ..BackupConfig::default() };
        let with_nightly = Config { backups: nightly, ..shop.shop.config.clone() };
        let elsewhere = BackupConfig { made_elsewhere: true, ..BackupConfig::default() };
        let elsewhere = Config { backups: elsewhere, ..shop.shop.config.clone() };
        let demo = Config { mode: RunMode::Demo, ..shop.shop.config.clone() };
        let overdue = async |config: &Config| {
            let input = (config.clone(), shop.shop.clock.now());
            let read = db.read(input, |tx, (config, now)| Box::pin(maintenance::overdue_backup(tx, config, *now)));
            read.await.unwrap()
        };
        let never = |is_nightly| Some(OverdueBackup { last: None, is_nightly });
        assert_eq!(overdue(&shop.shop.config).await, never(false), "nothing makes a backup");
        assert_eq!(overdue(&with_nightly).await, None, "the first one follows");
        shop.shop.clock.advance(Duration::from_hours(73));
        assert_eq!(overdue(&with_nightly).await, never(true));
        assert_eq!((overdue(&demo).await, overdue(&elsewhere).await), (None, None));

        let at = shop.shop.clock.now();
        db.write(at, |tx, at| Box::pin(maintenance::record_manual_backup(tx, *at))).await.unwrap();
        for config in [&shop.shop.config, &with_nightly] {
            assert_eq!(overdue(config).await, None);
        }
        shop.shop.clock.advance(Duration::from_hours(71));
        let earlier = at.minus(Duration::from_hours(1));
        db.write(earlier, |tx, at| Box::pin(maintenance::record_nightly_backup(tx, *at))).await.unwrap();
        assert_eq!(overdue(&with_nightly).await, None, "the newer one counts");
        shop.shop.clock.advance(Duration::from_hours(2));
        assert_eq!(overdue(&with_nightly).await, Some(OverdueBackup { last: Some(at), is_nightly: true }));
        let hazel = shop.admin().await;
        let tasks = hazel.get("/manageShop/tasks").await.body;
        assert_eq!(tasks["overdueBackup"], serde_json::json!({ "lastAt": at, "isNightly": false }));
    }
}
