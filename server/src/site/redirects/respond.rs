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
        self, MAX_HOPS,
        old_path::{OldPath, candidates},
        store, with_query,
    },
    shop::Shop,
    site::spa::{self, AppShell, ShellPage},
};

/// The response of a redirect, if the shop has no page at the path.
pub(in crate::site) async fn find_redirect(
    app_shell: &AppShell,
    shop: &Arc<Shop>,
    uri: &Uri,
    status: StatusCode,
) -> Result<Option<Response>, ApiError> {
    if !may_lead_on(uri, status) {
        return Ok(None);
    }
    for candidate in candidates(uri.path(), uri.query().unwrap_or_default()) {
        let Some(target) = target_of(shop, candidate.path.clone()).await? else { continue };
        if let Some(target) = end_of_chain(app_shell, shop, target).await? {
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

/// Returns where the target leads after all further redirects, so that the browser makes one hop. Returns `None` if
/// there is no page.
async fn end_of_chain(
    app_shell: &AppShell,
    shop: &Arc<Shop>,
    mut target: String,
) -> Result<Option<String>, ApiError> {
    for _ in 0..MAX_HOPS {
        let without_fragment = target.split('#').next().unwrap_or_default();
        let uri: Uri = without_fragment.parse().map_err(ApiError::internal)?;
        let status = match spa::find_page(app_shell, shop, &uri).await? {
            ShellPage::Elsewhere(response) => {
                let location = response.headers().get(header::LOCATION);
                let location = location.and_then(|location| location.to_str().ok());
                let Some(location) = location else { return Ok(None) };
                location.clone_into(&mut target);
                continue;
            }
            ShellPage::Here(status, _) => status,
        };
        let next = if may_lead_on(&uri, status) { next_target(shop, &target).await? } else { None };
        match next {
            Some(next) => target = next,
            // The page of a removed tool says so.
            None => return Ok(Some(target).filter(|_| status != StatusCode::NOT_FOUND)),
        }
    }
    Ok(None)
}

async fn next_target(shop: &Shop, target: &str) -> Result<Option<String>, db::Error> {
    shop.db.read(target.to_owned(), |tx, target| Box::pin(redirects::next_target(tx, target))).await
}

/// Whether a redirect may answer. A page of WordPress is a query of the home page.
fn may_lead_on(uri: &Uri, status: StatusCode) -> bool {
    matches!(status, StatusCode::NOT_FOUND | StatusCode::GONE) || uri.path() == "/" && uri.query().is_some()
}

/// Browsers ask again, because the owner can change it.
pub(in crate::site) fn redirect(location: &str) -> Response {
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, "no-cache")];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}
