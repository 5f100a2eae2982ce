//! Files that settings name: secrets, and a file that the shop publishes. All of them are small.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

use super::secrets::masked;

const MAX_BYTES: u64 = 64 * 1024;

/// The text of a regular file of at most 64 kB. A device or a pipe could be endless, or wait for ever.
pub fn read(path: &Path) -> io::Result<String> {
    // Opening a pipe waits for its other end, so this looks first.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut text = String::new();
    file.take(MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it is larger than 64 kB"));
    }
    Ok(text)
}

/// Whether the text may be a key, a list of passwords or the settings of a program, which must stay private.
pub fn looks_secret(text: &str) -> bool {
    let is_binary = text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'));
    is_binary || text.contains("PRIVATE KEY") || masked(text) != text || text.lines().any(is_secret_line)
}

/// A line such as `root:$6$…` of a file of passwords, or `API_TOKEN=…` of a file of settings.
fn is_secret_line(line: &str) -> bool {
    let is_password = [":$", ":!", ":*"].iter().any(|mark| line.contains(mark));
    let name = line.split_once(['=', ':']).map(|(name, _)| name.to_uppercase()).unwrap_or_default();
    is_password || ["PASSWORD", "SECRET", "TOKEN", "_KEY"].iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_regular_and_small() {
        let folder = std::env::temp_dir().join(format!("trowel_small_file_{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let most = usize::try_from(MAX_BYTES).unwrap();
        fs::write(&path, "a".repeat(most)).unwrap();
        assert_eq!(read(&path).unwrap().len(), most);
        fs::write(&path, "a".repeat(most + 1)).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("larger than 64 kB"));
        fs::write(&path, b"\xff").unwrap();
        assert!(read(&path).is_err());
        for other in [&folder, Path::new("/dev/zero")] {
            assert!(read(other).is_err(), "{}", other.display());
        }
        #[cfg(unix)]
        {
            let pipe = folder.join("pipe");
            assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
            assert!(read(&pipe).unwrap_err().to_string().contains("not a regular file"));
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_looks_like_a_secret_is_not_published() {
        for secret in [
            "-----BEGIN PRIVATE KEY-----\nMIIB\n",
            "-----BEGIN OPENSSH PRIVATE KEY-----\n",
            "root:$6$abc:19000:0:99999:7:::\n",
            "root:*:19000:0:99999:7:::\ndaemon:!:19000::::::\n",
            "TROWEL_SMTP_URL=smtp://shop:hunter2@mail.example\n",
            "export API_TOKEN=abc\n",
            "db_password: abc\n",
            "whsec_0123456789abcdef\n",
            "PATH=/bin\0HOME=/root\0",
        ] {
            assert!(looks_secret(secret), "{secret}");
        }
        for file in
            ["7B227073704964223A22394\n", "{\"version\":1,\"pspId\":\"394\",\"createdOn\":1715203339612}"]
        {
            assert!(!looks_secret(file), "{file}");
        }
    }
}
