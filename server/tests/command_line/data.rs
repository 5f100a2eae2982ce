//! Backup, restore and copy on the command line; health, and the check of the settings.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde_json::{Value, json};

use crate::{
    refusal,
    running::{Folder, Running, SERVE, demo, run, serve, trowel},
    wrong_settings,
};

fn printed(output: &std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[tokio::test]
async fn a_running_demo_is_backed_up_and_restored_with_its_sessions() {
    let (folder, other) = (Folder::new(), Folder::new());
    let shop = demo(&folder);
    let admin = shop.sign("sign-in", "admin@example.com", "garden-admin").await;
    let file = folder.0.join("shop.tar.gz");
    let file = file.to_str().unwrap();
    let said = printed(&run(&folder, &["backup", file]));
    assert!(said.contains("is complete") && said.contains("2 accounts"), "{said}");
    let streamed = run(&folder, &["backup", "-"]);
    assert!(streamed.status.success() && streamed.stdout.starts_with(&[0x1f, 0x8b]), "gzip");
    let used = refusal(&run(&folder, &["restore", file]));
    assert!(used.contains("another shop is running on the folder"), "{used}");
    assert_eq!(shop.stop("-TERM").0, Some(0));
    assert!(refusal(&run(&folder, &["restore", file])).contains("the database is not empty"));
    let said = printed(&run(&other, &["restore", file]));
    assert!(said.contains("is restored") && said.contains("All records agree."), "{said}");
    let restored = demo(&other);
    let answer = restored.get("/api/admin/admin@example.com", &admin).await;
    assert_eq!(answer.1, json!({ "admin": true }), "the session goes on");
    restored.kill();

    let elsewhere = refusal(&run(&other, &["backup", "x", "--database", "postgres://127.0.0.1:1/x"]));
    assert!(elsewhere.contains("cannot be opened"), "{elsewhere}");
    fs::remove_dir_all(folder.0.join("data/images")).unwrap();
    let bare = refusal(&run(&folder, &["backup", "x"]));
    assert!(bare.contains("there is no folder of pictures at"), "{bare}");

    let copy = Folder::new();
    let ends = ["copy", "--from", &other.data(), "--to", &copy.data()];
    let running = demo(&other);
    let said = refusal(&run(&copy, &ends));
    assert!(said.contains("a shop is running on the folder") && said.contains("--while-running"), "{said}");
    assert!(!Path::new(&copy.data()).exists(), "nothing was made");
    printed(&run(&copy, &[&ends[..], &["--while-running"]].concat()));
    running.kill();
    let itself = format!("{}/../data", other.data());
    let said = refusal(&run(&copy, &["copy", "--from", &other.data(), "--to", &itself]));
    assert!(said.contains("name the same shop"), "{said}");
    let copy = Folder::new();
    let nothing = Folder::new();
    let said = refusal(&run(&copy, &["copy", "--from", &nothing.data(), "--to", &copy.data()]));
    assert!(said.contains("there is no database"), "{said}");
    assert!(!Path::new(&copy.data()).exists(), "nothing was made");
    let ends = ["copy", "--from", &other.data(), "--to", &copy.data()];
    let said = printed(&run(&copy, &ends));
    assert!(said.contains(&format!("The pictures are in {}/images.", copy.data())), "{said}");
    assert!(said.contains("tools: 30 rows") && said.contains("the same on both sides"), "{said}");
}

/// A backup of a demo, and the folder that it is in.
fn backed_up() -> (Folder, PathBuf) {
    let folder = Folder::new();
    assert_eq!(demo(&folder).stop("-TERM").0, Some(0));
    let file = folder.0.join("shop.tar.gz");
    printed(&run(&folder, &["backup", file.to_str().unwrap()]));
    (folder, file)
}

/// The same backup with other sums of its tables, which no checksum covers. Only the import finds them.
fn with_other_sums(backup: &Path) -> Vec<u8> {
    let mut from = tar::Archive::new(GzDecoder::new(fs::File::open(backup).unwrap()));
    let mut to = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    for entry in from.entries().unwrap() {
        let mut entry = entry.unwrap();
        let (mut header, path) = (entry.header().clone(), entry.path().unwrap().into_owned());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if path.as_os_str() == "checksums.json" {
            let mut sums: Value = serde_json::from_slice(&bytes).unwrap();
            sums["tables"]["tools"]["rows"] = json!(7);
            bytes = serde_json::to_vec(&sums).unwrap();
            header.set_size(bytes.len() as u64);
        }
        to.append_data(&mut header, path, &bytes[..]).unwrap();
    }
    to.into_inner().unwrap().finish().unwrap()
}

#[tokio::test]
async fn a_restore_that_fails_leaves_no_shop_behind() {
    let (folder, file) = backed_up();
    let whole = fs::read(&file).unwrap();
    let other = Folder::new();
    let bad = other.0.join("bad.tar.gz");
    for (bytes, expected) in [
        (&whole[..whole.len() / 2], "the file ends too early"),
        (b"a file of other content", "this is not a backup of a shop"),
        (&with_other_sums(&file), "the rows of table tools differ"),
    ] {
        fs::write(&bad, bytes).unwrap();
        let said = refusal(&run(&other, &["restore", bad.to_str().unwrap()]));
        assert!(said.contains(expected) && said.contains("Nothing was restored"), "{said}");
        assert!(!Path::new(&other.data()).join("trowel.sqlite").exists(), "{expected}");
    }
    for wrong in ["no-such-file", folder.0.to_str().unwrap()] {
        let third = Folder::new();
        let said = refusal(&run(&third, &["restore", wrong]));
        assert!(said.contains(&format!("{wrong} cannot be read")), "{said}");
        assert!(!Path::new(&third.data()).exists(), "nothing was made");
    }
}

/// The files of a backup in the order of the archive.
fn files_of(backup: &Path) -> Vec<(String, Vec<u8>)> {
    let mut archive = tar::Archive::new(GzDecoder::new(fs::File::open(backup).unwrap()));
    let files = archive.entries().unwrap().map(|entry| {
        let mut entry = entry.unwrap();
        let (path, mut bytes) = (entry.path().unwrap().to_str().unwrap().to_owned(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        (path, bytes)
    });
    files.collect()
}

type Packing = tar::Builder<GzEncoder<Vec<u8>>>;

fn packed(pack: impl FnOnce(&mut Packing)) -> Vec<u8> {
    let mut tar = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::best()));
    pack(&mut tar);
    tar.into_inner().unwrap().finish().unwrap()
}

/// Adds an entry, also with a name that the `tar` crate would refuse to write.
fn add(tar: &mut Packing, kind: tar::EntryType, name: &str, bytes: &[u8]) {
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_size(bytes.len() as u64);
    header.set_mode(0o644);
    header.set_cksum();
    tar.append(&header, bytes).unwrap();
}

#[tokio::test]
async fn a_backup_is_restored_also_if_another_program_has_packed_it_again() {
    use tar::EntryType;

    let (_folder, file) = backed_up();
    let (files, whole) = (files_of(&file), fs::read(&file).unwrap());
    let sorted = {
        let mut files = files.clone();
        files.sort();
        files
    };
    let as_gnu_tar = packed(|tar| {
        for folder in ["./", "./tables/", "./tables/tools/", "./images/"] {
            add(tar, EntryType::Directory, folder, b"");
        }
        for (path, bytes) in files.iter().rev() {
            add(tar, EntryType::Regular, &format!("./{path}"), bytes);
        }
    });
    let as_python = packed(|tar| {
        add(tar, EntryType::XGlobalHeader, "pax_global_header", b"20 comment=a backup\n");
        for (path, bytes) in &sorted {
            add(
                tar,
                EntryType::XHeader,
                &format!("./PaxHeaders/{}", path.len()),
                b"24 mtime=1764288000.125\n",
            );
            add(tar, EntryType::Regular, path, bytes);
        }
    });
    let as_macos = packed(|tar| {
        for (path, bytes) in &sorted {
            let (folder, name) = path.rsplit_once('/').map_or(("", path.as_str()), |(a, b)| (a, b));
            add(tar, EntryType::Regular, &format!("./{folder}/._{name}").replace("//", "/"), b"attributes");
            add(tar, EntryType::Regular, &format!("./{path}"), bytes);
        }
    });
    let in_members = {
        let mut plain = Vec::new();
        GzDecoder::new(&whole[..]).read_to_end(&mut plain).unwrap();
        let mut members = Vec::new();
        for part in plain.chunks(plain.len() / 3 + 1) {
            let mut gzip = GzEncoder::new(&mut members, Compression::best());
            std::io::Write::write_all(&mut gzip, part).unwrap();
            gzip.finish().unwrap();
        }
        members
    };
    let tables = |folder: &Folder| {
        let file = rusqlite::Connection::open(Path::new(&folder.data()).join("trowel.sqlite")).unwrap();
        let count = |table: &str| {
            file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get::<_, i64>(0)).unwrap()
        };
        ["users", "tools", "orders", "reviews", "sessions"].map(count)
    };
    let mut expected = None;
    for (how, bytes) in [
        ("unchanged", whole),
        ("GNU tar", as_gnu_tar),
        ("Python", as_python),
        ("macOS", as_macos),
        ("pigz", in_members),
    ] {
        let other = Folder::new();
        let path = other.0.join("again.tgz");
        fs::write(&path, bytes).unwrap();
        let said = printed(&run(&other, &["restore", path.to_str().unwrap()]));
        assert!(said.contains("All records agree."), "{how}: {said}");
        let found = tables(&other);
        assert_eq!(*expected.get_or_insert(found), found, "{how}");
    }
}

#[tokio::test]
async fn a_hostile_archive_restores_nothing() {
    use tar::EntryType;

    let (_folder, file) = backed_up();
    let files = files_of(&file);
    let with = |kind: EntryType, name: &str, bytes: &[u8]| {
        packed(|tar| {
            for (path, bytes) in &files {
                add(tar, EntryType::Regular, path, bytes);
            }
            add(tar, kind, name, bytes);
        })
    };
    let changed = packed(|tar| {
        for (path, bytes) in &files {
            let is_tools = path.starts_with("tables/tools/");
            let bytes = if is_tools { [bytes, &b" "[..]].concat() } else { bytes.clone() };
            add(tar, EntryType::Regular, path, &bytes);
        }
    });
    let without_one = packed(|tar| {
        for (path, bytes) in files.iter().filter(|(path, _)| !path.starts_with("tables/reviews/")) {
            add(tar, EntryType::Regular, path, bytes);
        }
    });
    let endless = packed(|tar| {
        for (path, bytes) in &files {
            add(tar, EntryType::Regular, path, bytes);
        }
        std::io::copy(&mut std::io::Read::take(std::io::repeat(0), 1 << 26), tar.get_mut()).unwrap();
    });
    let bomb = packed(|tar| {
        let zeros = [b"[]\n".to_vec(), vec![0; 30 << 20]].concat();
        for (path, bytes) in &files {
            add(tar, EntryType::Regular, path, bytes);
        }
        for number in 2..14 {
            add(tar, EntryType::Regular, &format!("tables/tools/{number:05}.jsonl"), &zeros);
        }
    });
    let long = "a".repeat(70_000);
    let unknown = "which no backup of a shop has";
    let regular = EntryType::Regular;
    for (what, bytes, expected) in [
        ("a traversal", with(regular, "../escaped", b"x"), unknown),
        ("a traversal inside", with(regular, "images/../../escaped", b"x"), unknown),
        ("a folder outside", with(EntryType::Directory, "../escaped/", b""), unknown),
        ("an absolute path", with(regular, "/tmp/escaped", b"x"), unknown),
        ("a doubled slash", with(regular, "images//x.webp", b"x"), unknown),
        ("a backslash", with(regular, "images\\..\\x", b"x"), unknown),
        ("a symbolic link", with(EntryType::Symlink, "images", b""), unknown),
        ("a hard link", with(EntryType::Link, "tables/tools/00002.jsonl", b""), unknown),
        ("a device", with(EntryType::Char, "null", b""), unknown),
        ("a pipe", with(EntryType::Fifo, "pipe", b""), unknown),
        ("a long name", with(EntryType::GNULongName, "././@LongLink", long.as_bytes()), unknown),
        ("a path in an extension", with(EntryType::XHeader, "x", b"19 path=../escaped\n"), unknown),
        ("a size in an extension", with(EntryType::XHeader, "x", b"12 size=999\n"), unknown),
        ("a large extension", with(EntryType::XHeader, "x", long.as_bytes()), unknown),
        ("a strange file", with(regular, "notes.txt", b"x"), unknown),
        ("a strange number", with(regular, "tables/tools/last.jsonl", b"[]"), unknown),
        ("a second manifest", with(regular, &files[0].0, &files[0].1), "two manifests"),
        ("a second list of checksums", with(regular, "checksums.json", &files.last().unwrap().1), unknown),
        ("one more chunk", with(regular, "tables/tools/00009.jsonl", b"[\"id\"]\n"), "its checksums differ"),
        ("a changed chunk", changed, "its checksums differ"),
        ("a missing chunk", without_one, "its checksums differ"),
        ("endless zeros", endless, "goes on behind its end"),
        ("a bomb", bomb, "it unpacks to far more than a backup does"),
    ] {
        let other = Folder::new();
        let path = other.0.join("hostile.tgz");
        fs::write(&path, bytes).unwrap();
        let refused = run(&other, &["restore", path.to_str().unwrap()]);
        assert!(!refused.status.success(), "{what}");
        let said = refusal(&refused);
        assert!(said.contains(expected) && said.contains("Nothing was restored"), "{what}: {said}");
        assert!(!Path::new(&other.data()).exists(), "{what}");
    }
}

#[tokio::test]
async fn a_backup_is_restored_from_standard_input_and_nothing_of_it_stays() {
    let (_folder, file) = backed_up();
    let restore = |stdin: fs::File| {
        let folder = Folder::new();
        let output = trowel(&folder, &["restore", "-"]).stdin(stdin).output().unwrap();
        let names: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name()).collect();
        (output, names)
    };
    let (restored, names) = restore(fs::File::open(&file).unwrap());
    let said = printed(&restored);
    assert!(said.contains("The backup is restored") && said.contains("All records agree."), "{said}");
    assert_eq!(names, ["data"]);
    let cut = file.with_extension("cut");
    fs::write(&cut, &fs::read(&file).unwrap()[..1_000]).unwrap();
    let (refused, names) = restore(fs::File::open(&cut).unwrap());
    assert!(refusal(&refused).contains("damaged or incomplete"));
    assert!(names.is_empty(), "{names:?}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_backup_replaces_a_file_only_when_told_and_nothing_else_ever() {
    let (folder, file) = backed_up();
    let before = fs::read(&file).unwrap();
    let back_up =
        |path: &Path, flags: &[&str]| run(&folder, &[&["backup", path.to_str().unwrap()], flags].concat());
    let said = refusal(&back_up(&file, &[]));
    assert!(said.contains("exists already") && said.contains("--force"), "{said}");
    assert_eq!(fs::read(&file).unwrap(), before, "the older backup is still there");
    printed(&back_up(&file, &["--force"]));
    assert_ne!(fs::read(&file).unwrap(), before);

    let (link, socket) = (folder.0.join("link"), folder.0.join("socket"));
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    for path in [&link, &socket, &folder.0] {
        let said = refusal(&back_up(path, &["--force"]));
        assert!(said.contains("is no regular file"), "{said}");
    }
    assert!(link.is_symlink() && socket.exists() && folder.0.is_dir());
    assert!(!folder.0.join("link.part").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_user_enters_the_data_folder() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let log = folder.0.join("log");
    let start = || {
        let log = fs::File::create(&log).unwrap();
        let shop = Running::start_logging(&mut trowel(&folder, SERVE), "Card payment is off", log.into());
        assert_eq!(shop.stop("-TERM").0, Some(0));
        fs::read_to_string(folder.0.join("log")).unwrap()
    };
    let warning = "other users of this machine can enter the data folder. Close it: chmod 700";
    assert!(!start().contains(warning));
    assert_eq!(fs::metadata(folder.data()).unwrap().permissions().mode() & 0o777, 0o700);
    fs::set_permissions(folder.data(), fs::Permissions::from_mode(0o755)).unwrap();
    assert!(start().contains(warning));
}

#[tokio::test]
async fn a_health_check_fails_until_the_shop_is_ready() {
    let folder = Folder::new();
    let shop = serve(&folder);
    let address = shop.address.strip_prefix("http://").unwrap().to_owned();
    let health = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trowel"));
        command.arg("health").args(arguments).env("TROWEL_LISTEN", &address).output().unwrap()
    };
    assert!(printed(&health(&[])).contains("ready"));
    assert!(printed(&health(&["--url", &shop.address])).contains("ready"));
    assert!(refusal(&health(&["--url", &format!("{}/api", shop.address)])).contains("404"));
    shop.kill();
    assert!(refusal(&health(&[])).contains("does not answer"));
}

#[test]
fn the_check_of_settings_shows_sources_hides_secrets_and_lists_all_faults() {
    let folder = Folder::new();
    fs::write(folder.0.join("database"), "postgres://trowel:hunter2@db/trowel\n").unwrap();
    let check = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = trowel(&folder, &[&["config", "check"], arguments].concat());
        command.envs(variables.iter().copied()).stdin(Stdio::null()).output().unwrap()
    };
    let url = ("TROWEL_PUBLIC_URL", "http://127.0.0.1:1");
    let said = printed(&check(
        &["--currency", "eur"],
        &[url, ("TROWEL_DATABASE_URL_FILE", "database"), ("TROWEL_LOG", "warn")],
    ));
    for expected in [
        "TROWEL_PUBLIC_URL=http://127.0.0.1:1  # environment",
        "TROWEL_CURRENCY=eur  # command line",
        "TROWEL_LISTEN=127.0.0.1:8080  # default",
        "TROWEL_DATABASE_URL=(hidden)  # file database",
        "TROWEL_SMTP_URL=  # not set",
        "TROWEL_BACKUP_DIR=  # not set",
        "TROWEL_MAX_REVIEWS=10  # default",
        "TROWEL_SIGN_IN_RATE_LIMIT=30  # default",
        "TROWEL_EMAIL_RULE=wide  # default",
        "TROWEL_LOG=warn  # environment",
        "TROWEL_LOG_FORMAT=text  # default",
        "TROWEL_OTLP_URL=  # not set",
        "All settings are right.",
    ] {
        assert!(said.contains(expected), "{expected} in {said}");
    }
    let output = check(
        &["--currency", "dollars"],
        &[
            ("TROWEL_DATABASE_URL_FILE", "database"),
            ("TROWEL_DATABASE_URL", "postgres://trowel:hunter2@db/trowel"),
            ("TROWEL_SMTP_URL_FILE", "no-such-file"),
            ("TROWEL_LISTEN_FILE", "database"),
        ],
    );
    let faults = wrong_settings(&output);
    for expected in [
        "TROWEL_DATABASE_URL and TROWEL_DATABASE_URL_FILE are both set",
        "TROWEL_SMTP_URL_FILE: no-such-file cannot be read",
        "TROWEL_LISTEN_FILE is not a setting",
        "TROWEL_CURRENCY is",
        "TROWEL_PUBLIC_URL is missing",
    ] {
        assert!(faults.contains(expected), "{expected} in {faults}");
    }
    let all = [&output.stdout[..], &output.stderr].concat();
    assert!(!String::from_utf8_lossy(&all).contains("hunter2") && !said.contains("hunter2"));
}

#[tokio::test]
async fn a_secret_is_read_from_a_file_by_every_command() {
    let folder = Folder::new();
    fs::write(folder.0.join("key"), " pk_live_0123456789abcdef0123\n").unwrap();
    fs::write(folder.0.join("two"), "one\ntwo\n").unwrap();
    let mut command = trowel(&folder, SERVE);
    let said = wrong_settings(&command.env("TROWEL_STRIPE_SECRET_KEY_FILE", "key").output().unwrap());
    assert!(said.contains("half set") && !said.contains("pk_live_0123"), "{said}");
    let mut command = trowel(&folder, &["verify"]);
    let said = wrong_settings(&command.env("TROWEL_STRIPE_SECRET_KEY_FILE", "two").output().unwrap());
    assert!(said.contains("two must have one line"), "{said}");
    let help = trowel(&folder, &["serve", "--help"]).env("TROWEL_STRIPE_SECRET_KEY_FILE", "key").output();
    assert!(!String::from_utf8(help.unwrap().stdout).unwrap().contains("pk_live_0123"));
}
