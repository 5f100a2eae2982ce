//! Where the paths of a former shop lead, for requests and for the owner. The table is in `settings::redirects`.

mod file;
pub mod http;
mod own_paths;
pub(super) mod respond;

use crate::{
    http::origin::PublicUrl,
    settings::redirects::{NewRedirect, old_path::OldPath, parse_target},
    values::InvalidValue,
};

/// Reads what the owner or a file wants.
#[expect(clippy::result_large_err, reason = "two refusals of one row, which are shown at once")]
fn parse(
    path: &str,
    target: &str,
    public_url: &PublicUrl,
) -> Result<NewRedirect, (Option<InvalidValue>, Option<InvalidValue>)> {
    match (OldPath::parse(path), parse_target(target, public_url)) {
        (Ok(path), Ok(target)) => Ok(NewRedirect { path, target }),
        (path, target) => Err((path.err(), target.err())),
    }
}
