//! Folders and files of customers' data and of keys, which only the user of the shop can enter.

use std::{
    fs::{self, DirBuilder, File},
    io,
    path::Path,
};

/// Makes the folder, unless it exists. Folders above it get the usual permissions.
pub fn create_private(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)?;
    }
    #[allow(unused_mut, reason = "only Unix has modes")]
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made,
    }
}

/// Makes a folder like [`create_private`], and takes the access of other users away. No other program may use the
/// folder.
pub fn make_private(folder: &Path) -> io::Result<()> {
    create_private(folder)?;
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Opens the file for writing, or makes it. Only the user of the shop can read it.
pub fn open_private(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.create(true).write(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    // An earlier version gave it the usual permissions. Another user may own it.
    #[cfg(unix)]
    let _ = file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    Ok(file)
}

/// Whether other users of this machine may read or enter an existing folder.
pub fn is_open_to_others(folder: &Path) -> bool {
    #[cfg(unix)]
    return folder.metadata().is_ok_and(|folder| std::os::unix::fs::MetadataExt::mode(&folder) & 0o077 != 0);
    #[cfg(not(unix))]
    false
}

/// The bytes of a file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// What this user may still write.
    pub free: u64,
    pub total: u64,
}

/// Returns the space of the disk that has the folder. Returns `None` if the folder does not exist, or if the system
/// does not say.
pub fn disk_space(folder: &Path) -> Option<DiskSpace> {
    #[cfg(unix)]
    #[allow(clippy::useless_conversion, reason = "the types differ between systems")]
    return nix::sys::statvfs::statvfs(folder).ok().map(|disk| {
        let block = u64::from(disk.fragment_size());
        let bytes = |blocks| block.saturating_mul(u64::from(blocks));
        DiskSpace { free: bytes(disk.blocks_available()), total: bytes(disk.blocks()) }
    });
    #[cfg(not(unix))]
    return None;
}

/// Returns the network file system that the folder is on. Returns `None` if it is on none, or if that is not known.
pub fn network_file_system(folder: &Path) -> Option<&'static str> {
    #[cfg(target_os = "linux")]
    {
        // The type of the number differs between C libraries and processors.
        let kind = i128::from(nix::sys::statfs::statfs(folder).ok()?.filesystem_type().0) & 0xffff_ffff;
        NETWORK_FILE_SYSTEMS.iter().find(|(known, _)| *known == kind).map(|(_, name)| *name)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// The numbers of linux/magic.h.
#[cfg(target_os = "linux")]
const NETWORK_FILE_SYSTEMS: [(i128, &str); 6] = [
    (0x6969, "NFS"),
    (0x517b, "SMB"),
    (0xff53_4d42, "CIFS"),
    (0xfe53_4d42, "SMB"),
    (0x00c3_6400, "Ceph"),
    (0x0102_1997, "9P"),
];

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use super::*;

    #[test]
    fn the_disk_of_a_folder_is_known_and_local() {
        let disk = disk_space(&std::env::temp_dir()).unwrap();
        assert!(disk.free <= disk.total && disk.total > 0, "{disk:?}");
        assert_eq!(disk_space(Path::new("no/such/folder")), None);
        assert_eq!(network_file_system(Path::new("/proc")), None);
    }

    #[test]
    fn only_its_user_enters_a_folder_of_the_shop() {
        let above = std::env::temp_dir().join(format!("trowel_private_{}", std::process::id()));
        let mode = |folder: &Path| folder.metadata().unwrap().mode() & 0o777;
        let data = above.join("shops/data");
        create_private(&data).unwrap();
        assert_eq!(mode(&data), 0o700);
        assert!(!is_open_to_others(&data));
        fs::set_permissions(&data, fs::Permissions::from_mode(0o750)).unwrap();
        create_private(&data).unwrap();
        assert!(mode(&data) == 0o750 && is_open_to_others(&data), "an existing folder stays as it is");
        make_private(&data).unwrap();
        assert_eq!(mode(&data), 0o700);
        fs::write(above.join("file"), "").unwrap();
        assert!(create_private(&above.join("file")).is_err());
        fs::remove_dir_all(&above).unwrap();
    }
}
