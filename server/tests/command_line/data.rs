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
    let copy = Folder::new();
    let ends = ["copy", "--from", &other.data(), "--to", &copy.data()];
    let said = printed(&run(&copy, &ends));
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
    let mut to = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
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
