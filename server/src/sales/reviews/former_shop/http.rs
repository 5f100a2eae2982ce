//! POST /review-imports.

use axum::extract::Request;

use super::{
    ImportReviewOutcome,
    file::{self, FormerReview, ReviewFile},
    find_all, import,
};
use crate::{
    accounts::extractors::Admin,
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::import::{MAX_FILE_BYTES, RowFault, multipart::read_file},
    db,
    http::prelude::*,
    sales::reviews::store::NewFormerReview,
    shop::Shop,
};

const MAX_LISTED_FAULTS: usize = 200;
/// Rows of one transaction, so that other writes do not wait for long.
const ROWS_AT_ONCE: usize = 500;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(import_reviews))
}

/// What a file of reviews did.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReviewImport {
    added_count: usize,
    /// Reviews that the shop has from an earlier file and that have a reply now.
    changed_count: usize,
    /// Reviews that the shop has from an earlier file.
    unchanged_count: usize,
    skipped_count: usize,
    /// Up to 200 rows that were not taken, and why.
    skipped: Vec<RowFault>,
}

impl ReviewImport {
    fn skip(&mut self, fault: RowFault) {
        self.skipped_count += 1;
        self.skipped.push(fault);
    }

    fn skip_without_tool(&mut self, line: u64, review: &FormerReview) {
        let names = [&review.handle, &review.sku, &review.product_id];
        let product = names.into_iter().find(|name| !name.is_empty()).map_or("", String::as_str);
        let product: String = product.chars().take(60).collect();
        let detail = localized!(
            "The shop has no tool for “{product}”. Please import the tools first.",
            "La boutique n’a pas d’outil pour «\u{a0}{product}\u{a0}». Veuillez d’abord importer les outils."
        );
        self.skip(RowFault { line, detail });
    }

    fn add(&mut self, outcome: ImportReviewOutcome) {
        match outcome {
            ImportReviewOutcome::Added => self.added_count += 1,
            ImportReviewOutcome::Changed => self.changed_count += 1,
            ImportReviewOutcome::Unchanged => self.unchanged_count += 1,
        }
    }
}

/// Publishes the reviews of a former shop from a CSV or .xlsx file.
///
/// The file is an export of Judge.me, Loox, Shopify Product Reviews or WooCommerce. A review finds its tool by the SKU,
/// or by the product's address, which the import of tools has saved. A review is added once, with the last
/// reply. It is shown as one from the former shop, and counts in no rating.
#[utoipa::path(post, path = "/review-imports", tag = "reviews",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    security(("bearer" = [])),
    responses((status = 200, body = ReviewImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx, without the columns, or more than 20,000 rows")))]
async fn import_reviews(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    request: Request,
) -> Result<ApiJson<ReviewImport>, ApiError> {
    let bytes = read_file(request.into_body().into_data_stream(), MAX_FILE_BYTES).await?;
    let zone = shop.settings.current().time_zone.clone();
    let now = shop.clock.now();
    let read = tokio::task::spawn_blocking(move || file::read(&bytes, &zone, now));
    let read = read.await.map_err(ApiError::internal)?;
    let ReviewFile { rows, faults } =
        read.map_err(|sentence| ApiError::unprocessable("unreadable_file", sentence))?;
    let mut result = ReviewImport::default();
    for fault in faults {
        result.skip(fault);
    }
    run_to_completion(async move {
        let entry = AuditEntry::by(&session.user.id, AuditAction::ImportReviews, Id::new(now), now);
        shop.db.write(entry, |tx, entry| Box::pin(audit::record(tx, entry))).await?;
        let rows = Arc::new(rows);
        let found =
            shop.db.read_long((Arc::clone(&rows), now), |tx, (rows, now)| Box::pin(find_all(tx, rows, *now)));
        let mut reviews = Vec::with_capacity(rows.len());
        for ((line, review), found) in rows.iter().zip(found.await?) {
            match found {
                Some(new) => reviews.push(new),
                None => result.skip_without_tool(*line, review),
            }
        }
        for chunk in reviews.chunks(ROWS_AT_ONCE) {
            let outcomes = shop.db.write(chunk.to_vec(), |tx, reviews| Box::pin(import_all(tx, reviews)));
            outcomes.await?.into_iter().for_each(|outcome| result.add(outcome));
        }
        shop.content_version.advance();
        result.skipped.sort_by_key(|fault| fault.line);
        result.skipped.truncate(MAX_LISTED_FAULTS);
        Ok(ApiJson(result))
    })
    .await
}

async fn import_all(
    tx: &db::Tx<'_>,
    reviews: &[NewFormerReview],
) -> Result<Vec<ImportReviewOutcome>, db::Error> {
    let mut outcomes = Vec::with_capacity(reviews.len());
    for new in reviews {
        outcomes.push(import(tx, new).await?);
    }
    Ok(outcomes)
}
