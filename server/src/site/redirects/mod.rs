//! Where the paths of a former shop lead, for requests and for the owner. The table is in `settings::redirects`.

mod file;
pub mod http;

use std::sync::Arc;

use axum::{
    http::{StatusCode, Uri, header},
    response::{IntoResponse as _, Response},
};

use super::{
    page_list::PageList,
    spa::{self, AppShell, ShellPage},
    web_files::WebApp,
};
use crate::{
    db,
    http::{error::ApiError, origin::PublicUrl},
    settings::redirects::{
        MAX_HOPS, NewRedirect,
        old_path::{OldPath, candidates},
        parse_target, store,
    },
    shop::Shop,
    values::InvalidValue,
};
/// These are no pages, and the server answers for all of them.
const RESERVED: [&str; 6] = ["/api/", "/images/", "/assets/", "/scenes/", "/accent/", "/.well-known/"];

/// The redirect for a path, if the shop has no page there. A page of WordPress is a query of the home page.
pub(super) async fn find(
    app_shell: &AppShell,
    shop: &Arc<Shop>,
    uri: &Uri,
    status: StatusCode,
) -> Result<Option<Response>, ApiError> {
    let is_missing = matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE);
    let query = uri.query().unwrap_or_default();
    if !(is_missing || uri.path() == "/" && !query.is_empty()) {
        return Ok(None);
    }
    for candidate in candidates(uri.path(), query) {
        let Some(target) = target_of(shop, candidate.path.clone()).await? else { continue };
        if let Some(target) = follow(app_shell, shop, target).await? {
            shop.path_counts.count_hit(&candidate.path);
            return Ok(Some(redirect(&with_query(&target, &candidate.query))));
        }
    }
    if status == StatusCode::NOT_FOUND {
        shop.path_counts.count_missing(uri.path());
    }
    Ok(None)
}

async fn target_of(shop: &Shop, path: OldPath) -> Result<Option<String>, db::Error> {
    shop.db.read_statement(path, |tx, path| store::find(tx, path)).await
}

/// The target after all further redirects, so that the browser makes one hop. `None`: there is no page.
async fn follow(
    app_shell: &AppShell,
    shop: &Arc<Shop>,
    mut target: String,
) -> Result<Option<String>, ApiError> {
    for _ in 0..MAX_HOPS {
        let without_fragment = target.split('#').next().unwrap_or_default();
        let uri: Uri = without_fragment.parse().map_err(ApiError::internal)?;
        let next = match spa::find_page(app_shell, shop, &uri).await? {
            ShellPage::Elsewhere(response) => {
                let location = response.headers().get(header::LOCATION);
                location.and_then(|location| location.to_str().ok()).map(str::to_owned)
            }
            ShellPage::Here(StatusCode::NOT_FOUND, _) => match OldPath::parse(&target) {
                Ok(path) => target_of(shop, path).await?,
                Err(_) => None,
            },
            ShellPage::Here(..) => return Ok(Some(target)),
        };
        match next {
            Some(next) => target = next,
            None => return Ok(None),
        }
    }
    Ok(None)
}

fn with_query(target: &str, query: &str) -> String {
    if query.is_empty() {
        return target.to_owned();
    }
    let (path, fragment) =
        target.split_once('#').map_or((target, ""), |(path, _)| (path, &target[path.len()..]));
    let sign = if path.contains('?') { '&' } else { '?' };
    format!("{path}{sign}{query}{fragment}")
}

/// Browsers ask again, because the owner can change it.
pub(super) fn redirect(location: &str) -> Response {
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_of_a_request_goes_behind_the_one_of_the_target() {
        for (target, query, whole) in [
            ("/tool/hoe", "", "/tool/hoe"),
            ("/tool/hoe", "utm_source=mail", "/tool/hoe?utm_source=mail"),
            ("/tool?category=hoes", "a=1", "/tool?category=hoes&a=1"),
            ("/about#us", "a=1", "/about?a=1#us"),
        ] {
            assert_eq!(with_query(target, query), whole);
        }
    }
}
