//! Folders of customers' data and of keys, which only the user of the shop can enter.

use std::{
    fs::{self, DirBuilder},
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

/// Like [`create_private`], for a folder that no other program uses: takes the access of other users away.
pub fn make_private(folder: &Path) -> io::Result<()> {
    create_private(folder)?;
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    Ok(())
}

/// Whether other users of this machine may read or enter an existing folder.
pub fn is_open_to_others(folder: &Path) -> bool {
    #[cfg(unix)]
    return folder.metadata().is_ok_and(|folder| std::os::unix::fs::MetadataExt::mode(&folder) & 0o077 != 0);
    #[cfg(not(unix))]
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};

    use super::*;

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
