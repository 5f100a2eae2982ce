//! /redirects, /redirect-file and /missing-paths.

use std::mem;

use axum::{body::Body, extract::Request};
use rust_xlsxwriter::XlsxError;

use super::{
    file::{self, RedirectFile},
    own_paths::OwnPaths,
    parse,
};
use crate::{
    accounts::extractors::{Admin, AdminExportingCsv},
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::import::{RowFault, multipart::read_file},
    db::{self, like},
    http::{csv::CsvWriter, file_format::FileFormat, prelude::*, xlsx::XlsxWriter},
    settings::redirects::{
        self, MAX_REDIRECTS, MissingPath, NewRedirect, Redirect, SaveRedirectOutcome, store,
    },
    shop::Shop,
};

/// Paths that were asked for once may be a slip of one visitor.
const MIN_REQUESTS: i64 = 2;
const MAX_LISTED_PATHS: i64 = 100;
const MAX_LISTED_FAULTS: usize = 200;
/// Rows of one transaction, so that other writes do not wait for long.
const ROWS_AT_ONCE: usize = 200;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(list_redirects, save_redirect))
        .routes(routes!(delete_redirect))
        .routes(routes!(export_redirects, import_redirects))
        .routes(routes!(list_missing_paths))
}

impl HasCursor for Redirect {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.created_at.micros(), id: self.id.to_string() }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RedirectsQuery {
    /// Part of an old path or of where it leads.
    #[param(max_length = 200)]
    q: Option<String>,
    /// Rows in this page, 1 to 100 (the default).
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The value comes from the `Link` header of the previous page.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// The paths of the former shop, and where each leads, newest first.
#[utoipa::path(get, path = "/redirects", tag = "site", params(RedirectsQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<Redirect>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn list_redirects(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<RedirectsQuery>,
) -> Result<Response, ApiError> {
    let term = pagination::search_term(query.q.as_deref())?.unwrap_or_default();
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) }.check()?;
    let limit = page.limit.unwrap_or(pagination::MAX_PAGE_SIZE);
    let input = (like::containing(&term), page.after, limit + 1);
    let read = shop.db.read_long(input, |tx, (pattern, after, limit)| {
        Box::pin(async move {
            let rows = store::page(tx, pattern, after, *limit).await?;
            Ok((rows, store::count_found(tx, pattern).await?))
        })
    });
    let (rows, total) = read.await?;
    let kept = [("q", &*term)];
    pagination::page(rows, limit, total, "/api/redirects", if term.is_empty() { &[] } else { &kept })
}

#[derive(Deserialize, ToSchema)]
struct RedirectBody {
    /// A path of the former shop, also as a whole address, whose host does not count.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 600)]
    path: Field<SingleLine<600>>,
    /// A path of this shop.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, max_length = 600)]
    target: Field<SingleLine<600>>,
}

impl RedirectBody {
    async fn check(self, shop: &Arc<Shop>) -> Result<NewRedirect, ApiError> {
        let mut validator = Validator::new();
        let path = validator.required("path", self.path);
        let target = validator.required("target", self.target);
        let (path, target) = validator.finish(path.zip(target))?;
        let new = parse(path.as_str(), target.as_str(), shop.public_url()).map_err(|(path, target)| {
            let mut validator = Validator::new();
            for (name, fault) in [("path", path), ("target", target)] {
                if let Some(fault) = fault {
                    validator.add_error(name, fault);
                }
            }
            let refused = validator.finish(());
            refused.err().unwrap_or_else(|| ApiError::internal("a fault without a field"))
        })?;
        match OwnPaths::new(shop)?.check(shop, &new.path).await? {
            Some(fault) => Err(ApiError::invalid_field("path", fault)),
            None => Ok(new),
        }
    }
}

/// Leads an old path to a page of this shop. A path that leads elsewhere is changed.
#[utoipa::path(post, path = "/redirects", tag = "site", request_body = RedirectBody,
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`too_many_redirects`")))]
async fn save_redirect(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    JsonBody(body): JsonBody<RedirectBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let new = body.check(&shop).await?;
    let now = shop.clock.now();
    let entry = AuditEntry::by(&session.user.id, AuditAction::SaveRedirect, Id::new(now), now);
    let id = entry.subject.clone();
    let saved = shop.db.write((new, entry), |tx, (new, entry)| {
        Box::pin(async move {
            let has_room = redirects::room(tx).await? > 0;
            let outcome = redirects::save(tx, &entry.subject, new, has_room, entry.at).await?;
            if matches!(outcome, SaveRedirectOutcome::Added | SaveRedirectOutcome::Changed) {
                audit::record(tx, entry).await?;
            }
            Ok(outcome)
        })
    });
    let saved = saved.await?;
    shop.content_version.advance();
    match saved {
        SaveRedirectOutcome::Added => Ok(ApiJson(WriteResult::upserted(id.into_string()))),
        SaveRedirectOutcome::Changed => Ok(ApiJson(WriteResult::modified())),
        SaveRedirectOutcome::Unchanged => Ok(ApiJson(WriteResult::unchanged())),
        SaveRedirectOutcome::Loop => {
            Err(ApiError::invalid_field("target", InvalidValue::new("redirect_loop", redirect_loop())))
        }
        SaveRedirectOutcome::TooMany => Err(ApiError::conflict("too_many_redirects", too_many())),
    }
}

fn redirect_loop() -> Localized {
    localized!(
        "This page leads back to the same path. Please choose another one.",
        "Cette page ramène au même chemin. Veuillez en choisir une autre."
    )
}

fn too_many() -> Localized {
    localized!(
        "The shop has {MAX_REDIRECTS} redirects already. Please delete some first.",
        "La boutique a déjà {MAX_REDIRECTS}\u{a0}redirections. Veuillez d’abord en supprimer."
    )
}

/// Deletes a redirect. Its path is not found from now on.
#[utoipa::path(delete, path = "/redirects/{id}", tag = "site", params(("id" = String, Path)),
    security(("bearer" = [])), responses((status = 200, body = Deleted), (status = 403)))]
async fn delete_redirect(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    RedirectPathId(id): RedirectPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let entry = AuditEntry::by(&session.user.id, AuditAction::DeleteRedirect, id, shop.clock.now());
    let deleted = shop.db.write(entry, |tx, entry| {
        Box::pin(async move {
            let is_deleted = store::delete(tx, &entry.subject).await?;
            if is_deleted {
                audit::record(tx, entry).await?;
            }
            Ok(is_deleted)
        })
    });
    if deleted.await? { Ok(ApiJson(Deleted::one())) } else { Err(ApiError::not_found(Missing::Redirect)) }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RedirectFileQuery {
    /// `csv` (the default), `csv-semicolon` or `xlsx`.
    #[serde(default)]
    #[param(inline)]
    format: FileFormat,
}

/// All redirects as a file, in the form in which it can be imported.
#[utoipa::path(get, path = "/redirect-file", tag = "site", security(("session" = []), ("keyCsvRead" = [])),
    params(RedirectFileQuery),
    responses((status = 200, content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
        (status = 403)))]
async fn export_redirects(
    State(shop): State<Arc<Shop>>,
    _: AdminExportingCsv,
    QueryParams(query): QueryParams<RedirectFileQuery>,
) -> Result<Response, ApiError> {
    let rows = shop.db.read_long((), |tx, ()| Box::pin(store::all(tx, MAX_REDIRECTS))).await?;
    let rows: Vec<_> = rows.into_iter().map(|(path, target)| vec![path, target]).collect();
    let headings = file::COLUMNS.map(|(heading, _)| heading.to_owned());
    let body = if let Some(style) = query.format.csv_style() {
        let file = CsvWriter { columns: &file::COLUMNS, style, is_imported: true };
        Body::from([file.head(&headings), file.rows(&rows)].concat())
    } else {
        let folder = shop.config.temporary_folder();
        let write = move || {
            let mut file = XlsxWriter::new("redirects", &file::COLUMNS, &headings, &folder)?;
            file.write(&rows)?;
            Ok::<_, XlsxError>(file)
        };
        let file = tokio::task::spawn_blocking(write).await.map_err(ApiError::internal)?;
        Body::from_stream(file.map_err(ApiError::internal)?.into_stream())
    };
    query.format.respond(body, "redirects")
}

/// What a file of redirects did.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RedirectImport {
    added_count: usize,
    changed_count: usize,
    unchanged_count: usize,
    skipped_count: usize,
    /// Up to 200 rows that were not taken, and why.
    skipped: Vec<RowFault>,
}

impl RedirectImport {
    fn add(&mut self, line: u64, outcome: SaveRedirectOutcome) {
        let detail = match outcome {
            SaveRedirectOutcome::Added => return self.added_count += 1,
            SaveRedirectOutcome::Changed => return self.changed_count += 1,
            SaveRedirectOutcome::Unchanged => return self.unchanged_count += 1,
            SaveRedirectOutcome::Loop => redirect_loop(),
            SaveRedirectOutcome::TooMany => too_many(),
        };
        self.skip(RowFault { line, detail });
    }

    fn skip(&mut self, fault: RowFault) {
        self.skipped_count += 1;
        self.skipped.push(fault);
    }
}

/// Saves the redirects of a CSV or .xlsx file.
///
/// It has two columns, the old path and where it leads, with a first line of names or without. Files of Shopify and of
/// WordPress plugins are such files. Rows that cannot be taken are skipped, and the others are saved.
#[utoipa::path(post, path = "/redirect-file", tag = "site",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    security(("bearer" = [])),
    responses((status = 200, body = RedirectImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 60 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx, or more than 30,000 rows")))]
async fn import_redirects(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    request: Request,
) -> Result<ApiJson<RedirectImport>, ApiError> {
    let bytes = read_file(request.into_body().into_data_stream(), file::MAX_BYTES).await?;
    let public_url = shop.public_url().clone();
    let read = tokio::task::spawn_blocking(move || file::read(&bytes, &public_url));
    let read = read.await.map_err(ApiError::internal)?;
    let RedirectFile { mut rows, faults } =
        read.map_err(|sentence| ApiError::unprocessable("unreadable_file", sentence))?;
    let mut result = RedirectImport::default();
    for fault in faults {
        result.skip(fault);
    }
    for fault in leave_out_own_paths(&shop, &mut rows).await? {
        result.skip(fault);
    }
    let now = shop.clock.now();
    let entry = AuditEntry::by(&session.user.id, AuditAction::ImportRedirects, Id::new(now), now);
    shop.db.write(entry, |tx, entry| Box::pin(audit::record(tx, entry))).await?;
    for chunk in rows.chunks(ROWS_AT_ONCE) {
        let outcomes =
            shop.db.write((chunk.to_vec(), now), |tx, (rows, now)| Box::pin(save_rows(tx, rows, *now)));
        for (line, outcome) in outcomes.await? {
            result.add(line, outcome);
        }
    }
    shop.content_version.advance();
    result.skipped.sort_by_key(|fault| fault.line);
    result.skipped.truncate(MAX_LISTED_FAULTS);
    Ok(ApiJson(result))
}

/// The rows whose path is the shop's own.
async fn leave_out_own_paths(
    shop: &Arc<Shop>,
    rows: &mut Vec<(u64, NewRedirect)>,
) -> Result<Vec<RowFault>, ApiError> {
    let own_paths = OwnPaths::new(shop)?;
    let (mut left, mut faults) = (Vec::with_capacity(rows.len()), Vec::new());
    for (line, new) in mem::take(rows) {
        match own_paths.check(shop, &new.path).await? {
            Some(fault) => faults.push(RowFault { line, detail: fault.detail }),
            None => left.push((line, new)),
        }
    }
    *rows = left;
    Ok(faults)
}

async fn save_rows(
    tx: &db::Tx<'_>,
    rows: &[(u64, NewRedirect)],
    now: Timestamp,
) -> Result<Vec<(u64, SaveRedirectOutcome)>, db::Error> {
    let mut room = redirects::room(tx).await?;
    let mut outcomes = Vec::with_capacity(rows.len());
    for (line, new) in rows {
        let outcome = redirects::save(tx, &Id::new(now), new, room > 0, now).await?;
        room -= i64::from(outcome == SaveRedirectOutcome::Added);
        outcomes.push((*line, outcome));
    }
    Ok(outcomes)
}

/// Up to 100 paths without a page that visitors ask for, the most frequent first.
#[utoipa::path(get, path = "/missing-paths", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = Vec<MissingPath>), (status = 403)))]
async fn list_missing_paths(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<Vec<MissingPath>>, ApiError> {
    let read = shop.db.read((), |tx, ()| Box::pin(store::missing(tx, MIN_REQUESTS, MAX_LISTED_PATHS)));
    Ok(ApiJson(read.await?))
}
