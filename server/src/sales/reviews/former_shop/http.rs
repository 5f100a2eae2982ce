//! POST /review-imports.

use axum::extract::Request;

use super::{
    ImportReviewOutcome,
    file::{self, FormerReview, ReviewFile},
    import, read_tools,
};
use crate::{
    accounts::extractors::Admin,
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::import::{
        RowFault,
        multipart::{PicturePart, read_body},
    },
    db,
    http::prelude::*,
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
    /// Of an earlier file.
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

    fn add(&mut self, line: u64, review: &FormerReview, outcome: ImportReviewOutcome) {
        match outcome {
            ImportReviewOutcome::Added => self.added_count += 1,
            ImportReviewOutcome::Unchanged => self.unchanged_count += 1,
            ImportReviewOutcome::NoTool => {
                let names = [&review.handle, &review.sku, &review.product_id];
                let product = names.into_iter().find(|name| !name.is_empty()).map_or("", String::as_str);
                let product: String = product.chars().take(60).collect();
                let detail = format!("The shop has no tool for “{product}”. Please import the tools first.");
                self.skip(RowFault { line, detail });
            }
        }
    }
}

/// Publishes the reviews of a former shop from a CSV file.
///
/// The file is an export of Judge.me, Loox, Shopify Product Reviews or WooCommerce. A review finds its tool by the SKU,
/// or by the product's address, which the import of tools has saved. A review is added once. It is shown as one from the
/// former shop, and counts in no rating.
#[utoipa::path(post, path = "/review-imports", tag = "reviews", request_body(content = String, content_type = "text/csv"),
    security(("bearer" = [])),
    responses((status = 200, body = ReviewImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`: not CSV, without the columns, or more than 20,000 rows")))]
async fn import_reviews(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    request: Request,
) -> Result<ApiJson<ReviewImport>, ApiError> {
    let received = read_body(request.into_body().into_data_stream(), None, PicturePart::List).await?;
    let (zone, now) = (shop.settings.current().time_zone.clone(), shop.clock.now());
    let read = tokio::task::spawn_blocking(move || file::read(&received.tools, &zone, now));
    let read = read.await.map_err(ApiError::internal)?;
    let ReviewFile { rows, faults } =
        read.map_err(|sentence| ApiError::unprocessable("unreadable_file", sentence))?;
    let mut result = ReviewImport::default();
    for fault in faults {
        result.skip(fault);
    }
    let entry = AuditEntry::by(&session.user.id, AuditAction::ImportReviews, Id::new(now), now);
    shop.db.write(entry, |tx, entry| Box::pin(audit::record(tx, entry))).await?;
    for some in rows.chunks(ROWS_AT_ONCE) {
        let outcomes =
            shop.db.write((some.to_vec(), now), |tx, (rows, now)| Box::pin(import_rows(tx, rows, *now)));
        for ((line, review), outcome) in some.iter().zip(outcomes.await?) {
            result.add(*line, review, outcome);
        }
    }
    shop.content_version.advance();
    result.skipped.sort_by_key(|fault| fault.line);
    result.skipped.truncate(MAX_LISTED_FAULTS);
    Ok(ApiJson(result))
}

async fn import_rows(
    tx: &db::Tx<'_>,
    rows: &[(u64, FormerReview)],
    now: Timestamp,
) -> Result<Vec<ImportReviewOutcome>, db::Error> {
    let tools = read_tools(tx).await?;
    let mut outcomes = Vec::with_capacity(rows.len());
    for (_, review) in rows {
        outcomes.push(import(tx, &tools, review, now).await?);
    }
    Ok(outcomes)
}
