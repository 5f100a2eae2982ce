//! The ETag of a tool.

/// The state of a tool that its ETag names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolVersion {
    pub revision: i64,
    pub available: i64,
}

impl ToolVersion {
    /// `"<revision>.<available>"`: changes with every update and every order.
    pub fn tag(self) -> String {
        format!("\"{}.{}\"", self.revision, self.available)
    }

    /// Parses the tags of `If-Match` and ignores invalid ones. Weak tags are accepted, because proxies that compress
    /// responses weaken tags.
    pub fn parse_if_match(tags: &str) -> Vec<Self> {
        let parse = |tag: &str| {
            let tag = tag.trim();
            let text = tag.strip_prefix("W/").unwrap_or(tag).strip_prefix('"')?.strip_suffix('"')?;
            let (revision, available) = text.split_once('.')?;
            Some(Self { revision: revision.parse().ok()?, available: available.parse().ok()? })
        };
        tags.split(',').filter_map(parse).collect()
    }
}
