//! The paths at which the shop itself answers. A redirect there would never be asked.

use std::sync::Arc;

use axum::{
    Router,
    body::Body,
    extract::Request,
    http::{HeaderMap, StatusCode, Uri},
    middleware::{self, Next},
};
use tower::ServiceExt as _;

use crate::{
    http::error::ApiError,
    settings::redirects::old_path::OldPath,
    shop::Shop,
    site::{
        http::fixed_routes,
        page_list::PageList,
        spa::{self, PageAt},
        web_files::{BuiltFile, built_file, serve_file},
    },
    values::{
        InvalidValue,
        language::{Language, localized},
        page_path,
    },
};

/// The server answers for all paths below these.
const RESERVED: [&str; 2] = ["/api/", "/sandbox/"];

pub struct OwnPaths {
    /// Each answers with OK, and an unknown path with Not Found.
    routes: Router,
    pages: PageList,
}

impl OwnPaths {
    pub fn new(shop: &Arc<Shop>) -> Result<Self, ApiError> {
        let found = middleware::from_fn(async |_: Request, _: Next| StatusCode::OK);
        let pages = built_file(BuiltFile::Pages, Language::English);
        let pages = pages.map(|file| serde_json::from_slice(&file.data));
        Ok(Self {
            routes: fixed_routes().route_layer(found).with_state(Arc::clone(shop)),
            pages: pages.transpose().map_err(ApiError::internal)?.unwrap_or_default(),
        })
    }

    /// The fault of a path that is the shop's own.
    pub async fn check(&self, shop: &Arc<Shop>, path: &OldPath) -> Result<Option<InvalidValue>, ApiError> {
        let why = localized!(
            "This shop has a page of its own at this path. Please enter a path of the former shop.",
            "Cette boutique a sa propre page à ce chemin. Veuillez entrer un chemin de l’ancienne boutique."
        );
        Ok(self.has(shop, path.path()).await?.then(|| InvalidValue::new("own_page", why)))
    }

    async fn has(&self, shop: &Arc<Shop>, path: &str) -> Result<bool, ApiError> {
        // A page of WordPress is a query of the home page.
        if path == "/" {
            return Ok(false);
        }
        let mut folders = RESERVED.iter().chain(&spa::FILE_FOLDERS);
        if folders.any(|folder| path.starts_with(folder) || path == folder.trim_end_matches('/'))
            || self.pages.has_fixed_page(&page_path::in_english(path))
            || serve_file(path, &HeaderMap::new()).is_some()
        {
            return Ok(true);
        }
        // No page has other letters in its path.
        let Ok(uri) = path.parse::<Uri>() else { return Ok(false) };
        let request = Request::get(uri.clone()).body(Body::empty()).map_err(ApiError::internal)?;
        let Ok(response) = self.routes.clone().oneshot(request).await;
        if response.status() == StatusCode::OK {
            return Ok(true);
        }
        Ok(match spa::page_at(&self.pages, shop, &uri).await? {
            Some(PageAt::Here(_, _, status)) => status == StatusCode::OK,
            Some(PageAt::Elsewhere(_)) => true,
            None => false,
        })
    }
}
