//! The HTML shell of every page of the web app.
//!
//! The server completes the shell for each page: title, description, canonical URL, Open Graph, links to its code, and
//! on public pages the first data and the HTML that the app renders from it. Unknown paths get the same shell with
//! status 404.

use std::{
    borrow::Cow,
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use maud::Markup;
use rust_embed::EmbeddedFile;

use super::{
    complete_page::{CompletePage, CompletePages, PageParts},
    head::{PageContext, Subject},
    list_query::ListQuery,
    page_list::{PageList, WebPage},
    preload::{self, PageContent, PreloadData},
    redirects::respond,
    renderer::{PageInput, PageRenderer, PageScript},
    setup_page::{self, SetupState},
    web_files::{BuiltFile, built_file, serve_file},
};
use crate::{
    base::config::{Config, RunMode},
    http::{
        error::ApiError,
        missing::Missing,
        response_cache::SharedResponse,
        security_headers::{CROSS_ORIGIN_RESOURCE_POLICY, ContentSecurityPolicies},
    },
    sales::guests,
    settings::shop_settings::settings::ShopSettings,
    shop::Shop,
    values::{
        hash::hex,
        language::{Language, localized},
        page_path,
    },
};

/// Folders of the web app without pages.
pub(super) const FILE_FOLDERS: [&str; 2] = ["/assets/", "/scenes/"];

/// Caches the HTML shell of each page.
pub struct AppShell {
    renderer: Arc<PageRenderer>,
    setup: SetupState,
    policies: ContentSecurityPolicies,
    /// The latest content of pages.json in each language, and its hash.
    lists: [Mutex<([u8; 32], Arc<PageList>)>; Language::ALL.len()],
    pages: CompletePages,
}

impl AppShell {
    pub fn new(config: &Config) -> Self {
        let card_urls = config.payments.as_ref().map(|cards| (&*cards.js_url, &*cards.api_url));
        let policies = ContentSecurityPolicies::new(card_urls, &config.public_url, &config.image_hosts);
        Self {
            renderer: Arc::default(),
            setup: SetupState::default(),
            policies,
            lists: Default::default(),
            pages: CompletePages::default(),
        }
    }

    /// The English paths of the pages that search engines may index, without pages that have a slug.
    pub fn indexed_paths(&self, shop: &ShopSettings) -> Result<Vec<String>, ApiError> {
        let Some(file) = built_file(BuiltFile::Pages, Language::English) else { return Ok(Vec::new()) };
        Ok(self.list(Language::English, &file)?.indexed_paths(shop).map(str::to_owned).collect())
    }

    /// Parses pages.json again only if it has changed.
    fn list(&self, language: Language, file: &EmbeddedFile) -> Result<Arc<PageList>, ApiError> {
        let hash = file.metadata.sha256_hash();
        let mut known = self.lists[language as usize].lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != hash {
            *known = (hash, Arc::new(serde_json::from_slice(&file.data).map_err(ApiError::internal)?));
        }
        Ok(Arc::clone(&known.1))
    }
}

/// The fallback of the whole server: a file of the web app, or the shell.
pub async fn answer(
    State(shop): State<Arc<Shop>>,
    Extension(app_shell): Extension<Arc<AppShell>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let path = uri.path();
    if path == "/api/" {
        return ApiError::not_found(Missing::ApiAddress).into_response(); // axum does not route it to the nested API
    }
    if method != Method::GET && method != Method::HEAD {
        let error = ApiError::new(
            StatusCode::METHOD_NOT_ALLOWED,
            "method_not_allowed",
            localized!(
                "Pages can only be read. Use GET or HEAD.",
                "Les pages peuvent seulement être lues. Utilisez GET ou HEAD."
            ),
        );
        return ([(header::ALLOW, HeaderValue::from_static("GET, HEAD"))], error).into_response();
    }
    if let Some(mut response) = serve_file(path, &headers) {
        // E-mails show the parcel, and some people read them in a web page.
        if path.starts_with("/scenes/") {
            let anywhere = HeaderValue::from_static("cross-origin");
            response.headers_mut().insert(CROSS_ORIGIN_RESOURCE_POLICY, anywhere);
        }
        return response;
    }
    // A missing picture or script gets a problem document instead of the shell.
    if FILE_FOLDERS.iter().any(|folder| path.starts_with(folder)) {
        return ApiError::not_found(Missing::File).into_response();
    }
    if let Some(redirect) = redirect_to_public_url(&shop, &headers, &uri) {
        return redirect;
    }
    if matches!(&*page_path::in_english(path), "/" | "/home") && app_shell.setup.is_due(&shop).await {
        let template = built_file(BuiltFile::Index, Language::English);
        let template = template.map(|index| index.data).unwrap_or_default();
        return setup_response(setup_page::page(&shop.config, &String::from_utf8_lossy(&template)));
    }
    let mut response =
        serve_shell(&app_shell, &shop, &uri, &headers).await.unwrap_or_else(IntoResponse::into_response);
    if page_path::in_english(path) == "/" && uri.query() == Some(PREVIEW) {
        allow_preview(&mut response);
    }
    response
}

/// The query with which the dashboard frames the home page.
const PREVIEW: &str = "preview";

/// Lets the shop's own pages frame this response. Other origins stay refused.
fn allow_preview(response: &mut Response) {
    let policy = response.headers().get(header::CONTENT_SECURITY_POLICY).and_then(|it| it.to_str().ok());
    let framed = policy.map(|it| it.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
    if let Some(framed) = framed.and_then(|it| HeaderValue::from_str(&it).ok()) {
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, framed);
        // The ready response of the home page keeps its own policy.
        response.extensions_mut().remove::<SharedResponse>();
    }
}

/// Makes the response of the setup page. It is not cached and not indexed, because the page is temporary.
fn setup_response(page: Markup) -> Response {
    let headers = [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(setup_page::POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex")),
    ];
    (headers, Html(page.into_string())).into_response()
}

/// Redirects from other local names of a demo, for example localhost. Cookies and the card field need the public URL.
pub(super) fn redirect_to_public_url(shop: &Shop, headers: &HeaderMap, uri: &Uri) -> Option<Response> {
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let public = shop.public_url().split_once("://")?.1;
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    if shop.config.mode != RunMode::Demo
        || host == public
        || !matches!(name, "localhost" | "127.0.0.1" | "[::1]")
    {
        return None;
    }
    let target = format!("{}{}", shop.public_url(), uri.path_and_query().map_or("/", |path| path.as_str()));
    let location = HeaderValue::from_str(&target).ok()?;
    Some((StatusCode::TEMPORARY_REDIRECT, [(header::LOCATION, location)]).into_response())
}

async fn serve_shell(
    app_shell: &AppShell,
    shop: &Arc<Shop>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let found = find_page(app_shell, shop, uri).await?;
    if let ShellPage::Here(status, _) = &found
        && let Some(redirect) = respond::find_redirect(app_shell, shop, uri, *status).await?
    {
        return Ok(redirect);
    }
    Ok(match found {
        ShellPage::Elsewhere(redirect) => redirect,
        ShellPage::Here(status, page) if page_path::in_english(uri.path()) == guests::LINK_PATH => {
            guests::http::leave_no_trace(page.respond(status, headers))
        }
        ShellPage::Here(status, page) => {
            let mut response = page.respond(status, headers);
            response.extensions_mut().insert(SharedResponse::Content);
            response
        }
    })
}

/// What stands at a path.
pub(super) enum ShellPage {
    Here(StatusCode, Arc<CompletePage>),
    Elsewhere(Response),
}

pub(super) async fn find_page(
    app_shell: &AppShell,
    shop: &Arc<Shop>,
    uri: &Uri,
) -> Result<ShellPage, ApiError> {
    let language = page_path::language_of(uri.path());
    let path = page_path::in_english(uri.path());
    let built = |file| built_file(file, language);
    let (Some(index), Some(list)) = (built(BuiltFile::Index), built(BuiltFile::Pages)) else {
        return Err(ApiError::unavailable(
            "web_app_missing",
            localized!(
                "The web app is missing from this build. Build it with: make build",
                "L’application web manque dans cette version du programme. Compilez-la avec\u{a0}: make build"
            ),
        ));
    };
    let current = shop.settings.current();
    let settings = current.in_language(language);
    let version = hex(&index.metadata.sha256_hash())
        + &hex(&list.metadata.sha256_hash())
        + &settings.revision.to_string();
    let list = app_shell.list(language, &list)?;
    let at = page_at(&list, shop, uri).await?;
    let (web_page, data, status) =
        match at.ok_or_else(|| ApiError::internal("pages.json has no not-found page"))? {
            PageAt::Here(page, data, status) => (page, data, status),
            PageAt::Elsewhere(response) => return Ok(ShellPage::Elsewhere(response)),
        };
    // A missing page does not depend on its address, so that one rendered page serves all of them.
    let missing_path = format!("/{}", web_page.path.trim_start_matches('/'));
    let shown_path = if status == StatusCode::OK { &*path } else { &missing_path };
    let canonical = canonical_path(web_page, &path, data.as_ref());
    let has_unknown_category = data.as_ref().is_some_and(PreloadData::has_unknown_category);
    let context = PageContext {
        page: web_page,
        language,
        shop: &settings.settings,
        public_url: shop.public_url(),
        currency: &shop.config.currency,
        canonical: &canonical,
        subject: Subject::of(web_page, settings, data.as_ref()),
        is_missing: status != StatusCode::OK,
        is_indexed: web_page.is_public() && status == StatusCode::OK && !has_unknown_category,
        is_demo: shop.config.mode == RunMode::Demo,
    };
    let queries = data.as_ref().map(PreloadData::to_json).transpose()?;
    let html = match built(BuiltFile::Renderer).filter(|_| web_page.rendered) {
        Some(script) => {
            let list_query = data.as_ref().and_then(PreloadData::list_query);
            let search = list_query.map(ListQuery::to_search).unwrap_or_default();
            let is_search = list_query.is_some_and(ListQuery::is_open_ended);
            let input = PageInput {
                path: &page_path::in_language(language, shown_path),
                search: &search,
                origin: shop.public_url(),
                shop: settings.page_json.as_ref(),
                currency: &shop.config.currency,
                queries: queries.as_deref().unwrap_or("[]"),
            };
            let script = PageScript { hash: script.metadata.sha256_hash(), code: script.data };
            app_shell.renderer.html(script, uri.path(), input.to_json(), is_search).await
        }
        None => None,
    };
    let policies = &app_shell.policies;
    let parts = PageParts {
        version: &version,
        template: &index.data,
        policy: if web_page.own_document { &policies.payment } else { &policies.page },
        queries: queries.as_deref(),
        rendered: html.as_deref(),
    };
    let page = app_shell.pages.complete(&context, shop, settings, parts).await.map_err(ApiError::internal)?;
    Ok(ShellPage::Here(status, page))
}

/// What a path names, before it is rendered.
pub(super) enum PageAt<'a> {
    Here(&'a WebPage, Option<PreloadData>, StatusCode),
    Elsewhere(Response),
}

/// Finds the page at an address. Returns `None` if the list of pages is empty.
pub(super) async fn page_at<'a>(
    list: &'a PageList,
    shop: &Arc<Shop>,
    uri: &Uri,
) -> Result<Option<PageAt<'a>>, ApiError> {
    let language = page_path::language_of(uri.path());
    let path = page_path::in_english(uri.path());
    let Some(web_page) = list.find(&path, &shop.settings.current().settings) else { return Ok(None) };
    let exact = if web_page.is_not_found() {
        list.corrected_path(&path)
    } else {
        // An English word behind /fr.
        Some(path.clone().into_owned()).filter(|exact| page_path::in_language(language, exact) != uri.path())
    };
    if let Some(exact) = exact {
        let exact = page_path::in_language(language, &exact);
        let target = uri.query().map_or_else(|| exact.to_string(), |query| format!("{exact}?{query}"));
        let redirect = (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, target)]);
        return Ok(Some(PageAt::Elsewhere(redirect.into_response())));
    }
    let (data, status) =
        match preload::read(shop, &web_page.path, &path, ListQuery::parse(uri), language).await? {
            // The name of a tool may change back, and a list may get as many pages as before.
            PageContent::Moved(path) => {
                let path = page_path::in_language(language, &path);
                return Ok(Some(PageAt::Elsewhere(respond::redirect(&path))));
            }
            PageContent::Found(data) if web_page.is_not_found() => (data, StatusCode::NOT_FOUND),
            PageContent::Found(data) => (data, StatusCode::OK),
            PageContent::Missing(data @ PreloadData::MissingTool { was_removed: true }) => {
                (Some(data), StatusCode::GONE)
            }
            PageContent::Missing(data) => (Some(data), StatusCode::NOT_FOUND),
        };
    Ok(Some(PageAt::Here(web_page, data, status)))
}

/// The English path. Search engines treat both paths of the home page as one page, and All Tools of a category as the category's page.
fn canonical_path<'a>(page: &'a WebPage, path: &'a str, data: Option<&PreloadData>) -> Cow<'a, str> {
    let list = data.and_then(PreloadData::list_query);
    let canonical = match list.and_then(ListQuery::category) {
        _ if page.path == "/home" => Cow::Borrowed("/"),
        _ if page.path.contains(':') => Cow::Borrowed(path),
        Some(category) => Cow::Owned(format!("/category/{category}")),
        None => Cow::Borrowed(&*page.path),
    };
    match data.and_then(PreloadData::indexed_cursor) {
        Some(cursor) => Cow::Owned(format!("{canonical}?cursor={cursor}")),
        None => canonical,
    }
}
