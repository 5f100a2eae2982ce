//! How many connections fit into the open files of this process.

use std::{fs, sync::LazyLock};

const MAX_CONNECTIONS: usize = 16_384;
/// File descriptors for the database, pictures and calls of other services.
const OTHER_FILES: usize = 200;

/// Places for connections: at most as many as this process may open files, because each takes a file descriptor.
pub fn max_connections() -> usize {
    static MAX: LazyLock<usize> = LazyLock::new(|| {
        // Other systems than Linux have no such file.
        let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
        connections_within(&limits)
    });
    *MAX
}

fn connections_within(limits: &str) -> usize {
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let files = files.and_then(|files| files.split_whitespace().next()?.parse::<usize>().ok());
    files.map_or(MAX_CONNECTIONS, |files| files.saturating_sub(OTHER_FILES).clamp(64, MAX_CONNECTIONS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_database() {
        let limits =
            |files: &str| format!("Max processes 9 9 processes\nMax open files            {files} files\n");
        assert_eq!(connections_within(&limits("1024                 524288")), 824);
        assert_eq!(connections_within(&limits("65536 65536")), MAX_CONNECTIONS);
        assert_eq!(connections_within(""), MAX_CONNECTIONS);
    }
}
