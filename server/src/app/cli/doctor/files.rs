//! Folders, disks and the store of pictures.

use std::{fs, io, path::Path};

use super::{DoctorReport, Fault, Finding, Fine, Note, Warning};
use crate::{
    base::{
        config::Config,
        folders::{self, DiskSpace},
    },
    clients::object_store::FileStore,
    db::DatabaseLocation,
    values::ids::Id,
};

const MIN_FREE_PERCENT: u64 = 10;

/// The folders of the data and of nightly backups, and their disks.
pub fn check(config: &Config, id: &Id, report: &mut DoctorReport) {
    report.add("Data folder", data_folder(config, id));
    report.add("Free space", free_space(&config.data));
    if let Some(folder) = &config.backups.folder {
        report.add("Backup folder", backup_folder(folder, id));
        report.add("Free space for backups", free_space(folder));
    }
}

fn data_folder(config: &Config, id: &Id) -> Finding {
    let folder = &config.data;
    let shown = folder.display();
    if let Some(finding) = missing(folder, folder, "start") {
        return finding;
    }
    if let Err(error) = write_and_delete(folder, id) {
        return Fault(format!(
            "this user cannot write to {shown}: {error}. Run this command as the user of the shop, or give the folder to it \
             with chown"
        ));
    }
    match folders::network_file_system(folder) {
        Some(kind) if matches!(config.database, DatabaseLocation::Sqlite(_)) => Fault(format!(
            "{shown} is on a network file system ({kind}), where the locks of SQLite do not work. Move it to a local disk"
        )),
        _ if folders::is_open_to_others(folder) => {
            Warning(format!("other users of this machine can enter {shown}. Close it with chmod 700 {shown}"))
        }
        _ => Fine(format!("{shown} can be written, and only its user can enter it")),
    }
}

fn backup_folder(folder: &Path, id: &Id) -> Finding {
    let shown = folder.display();
    if let Some(finding) = missing(folder, folder, "backup") {
        return finding;
    }
    match write_and_delete(folder, id) {
        Ok(()) => Fine(format!("{shown} can be written")),
        Err(error) => Fault(format!(
            "this user cannot write to {shown}: {error}. Give the folder to the user of the shop with chown. Under systemd, \
             name it in ReadWritePaths= too"
        )),
    }
}

/// Returns a finding about a path that does not exist or cannot be entered, or `None` if it exists. `maker` is what
/// makes it at its first run.
pub fn missing(path: &Path, folder: &Path, maker: &str) -> Option<Finding> {
    match path.try_exists() {
        Ok(true) => None,
        Ok(false) => Some(Note(format!("{} does not exist. The first {maker} makes it", path.display()))),
        Err(error) => Some(Fault(format!(
            "{} cannot be entered: {error}. Run this command as the user of the shop",
            folder.display()
        ))),
    }
}

fn write_and_delete(folder: &Path, id: &Id) -> io::Result<()> {
    let path = folder.join(test_file(id));
    let written = fs::write(&path, "a test").and_then(|()| fs::read(&path));
    let deleted = fs::remove_file(&path);
    written.and(deleted)
}

fn test_file(id: &Id) -> String {
    format!(".trowel-doctor-{id}")
}

/// Judges the free space of the folder's disk, or of the disk that the folder will be on.
fn free_space(folder: &Path) -> Finding {
    let found = folder.ancestors().find(|folder| folder.exists());
    let here = Path::new(".");
    let found = found.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(here);
    folders::disk_space(found)
        .map_or_else(|| Note("this system does not say".to_owned()), |space| judge(space, folder))
}

fn judge(space: DiskSpace, folder: &Path) -> Finding {
    let percent = u128::from(space.free) * 100 / u128::from(space.total.max(1));
    #[expect(clippy::cast_precision_loss, reason = "for people")]
    let told = format!("{:.1} GB are free ({percent} %)", space.free as f64 / 1e9);
    if percent < u128::from(MIN_FREE_PERCENT) {
        let shown = folder.display();
        return Warning(format!(
            "{told} on the disk of {shown}. Delete old files there, or use a larger disk"
        ));
    }
    Fine(told)
}

/// Writes, reads and deletes a file where uploaded pictures are.
pub async fn pictures(config: &Config, id: &Id) -> Finding {
    let place = &config.image_store;
    if let Some(finding) = place.folder().and_then(|folder| missing(folder, folder, "start")) {
        return finding;
    }
    let tried = match FileStore::open(place) {
        Ok(store) => store.check_writable(&test_file(id)).await,
        Err(error) => Err(error),
    };
    let is_folder = place.folder().is_some();
    match tried {
        Ok(()) => Fine("a file was written, read and deleted".to_owned()),
        Err(error) if is_folder => Fault(format!(
            "uploads cannot be stored: {error}. Give the folder to the user of the shop with chown"
        )),
        Err(error) => Fault(format!(
            "uploads cannot be stored: {error}. Check the name of the bucket, the AWS_… variables, and that the key may \
             list, read, write and delete"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_than_a_tenth_is_little_space() {
        let free = |free| judge(DiskSpace { free, total: 20_000_000_000 }, Path::new("data"));
        assert_eq!(free(2_000_000_000), Fine("2.0 GB are free (10 %)".to_owned()));
        let Warning(text) = free(1_999_999_999) else { panic!("a warning") };
        assert!(text.contains("(9 %) on the disk of data") && text.contains("Delete old files"), "{text}");
        assert!(matches!(free_space(Path::new("no/such/folder")), Fine(_) | Warning(_)));
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_that_cannot_be_entered_is_not_taken_for_a_missing_one() {
        let found = |path: &str| missing(Path::new(path), Path::new("data"), "start");
        assert_eq!(found("Cargo.toml"), None);
        assert_eq!(
            found("no/such/folder"),
            Some(Note("no/such/folder does not exist. The first start makes it".to_owned()))
        );
        // Tests may run as root, who can enter every folder. No user enters a file.
        let Some(Fault(text)) = found("Cargo.toml/data") else { panic!("a fault") };
        assert!(
            text.starts_with("data cannot be entered: ") && text.contains("as the user of the shop"),
            "{text}"
        );
    }
}
