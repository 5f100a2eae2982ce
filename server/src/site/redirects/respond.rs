//! Answers requests for paths of a former shop.

use std::sync::Arc;

use axum::{
    http::{StatusCode, Uri, header},
    response::{IntoResponse as _, Response},
};

use crate::{
    db,
    http::error::ApiError,
    settings::redirects::{
        MAX_HOPS,
        old_path::{OldPath, candidates},
        store,
    },
    shop::Shop,
    site::spa::{self, AppShell, ShellPage},
};

/// The redirect for a path, if the shop has no page there. A page of WordPress is a query of the home page.
pub(in crate::site) async fn find(
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
pub(in crate::site) fn redirect(location: &str) -> Response {
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
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
