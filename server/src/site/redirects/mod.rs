//! Where the paths of a former shop lead, for requests and for the owner. The table is in `settings::redirects`.

mod file;
pub mod http;
pub(super) mod respond;

use super::{page_list::PageList, web_files::WebApp};
use crate::{
    http::{error::ApiError, origin::PublicUrl},
    settings::redirects::{NewRedirect, old_path::OldPath, parse_target},
    values::InvalidValue,
};

/// These are no pages, and the server answers for all of them.
const RESERVED: [&str; 6] = ["/api/", "/images/", "/assets/", "/scenes/", "/accent/", "/.well-known/"];

/// Checks what the owner or a file wants. `has_page`: whether the shop has a page of its own at a path.
fn check(
    path: &str,
    target: &str,
    public_url: &PublicUrl,
    pages: &PageList,
) -> Result<NewRedirect, (Option<InvalidValue>, Option<InvalidValue>)> {
    let path = OldPath::parse(path).and_then(|path| not_own(path, pages));
    let target = parse_target(target, public_url);
    match (path, target) {
        (Ok(path), Ok(target)) => Ok(NewRedirect { path, target }),
        (path, target) => Err((path.err(), target.err())),
    }
}

/// A redirect never answers for a page of the shop.
fn not_own(path: OldPath, pages: &PageList) -> Result<OldPath, InvalidValue> {
    let is_reserved = RESERVED.iter().any(|start| path.path().starts_with(start));
    let is_page = path.path() != "/" && pages.has_fixed_page(path.path());
    if is_reserved || is_page {
        let why = "This shop has a page of its own at this path. Please enter a path of the former shop.";
        return Err(InvalidValue::new("own_page", why));
    }
    Ok(path)
}

fn pages() -> Result<PageList, ApiError> {
    let file = WebApp::get("pages.json");
    file.map_or_else(
        || Ok(PageList::default()),
        |file| serde_json::from_slice(&file.data).map_err(ApiError::internal),
    )
}
