//! POST /customer-imports/check and POST /customer-imports.

use axum::extract::Request;

use super::{
    ImportCustomerOutcome, check,
    file::{self, CustomerFile, FormerCustomer},
    import,
};
use crate::{
    accounts::extractors::Admin,
    base::audit::{self, AuditAction, AuditEntry},
    catalogue::import::{MAX_FILE_BYTES, RowFault, multipart::read_file},
    db::{self, Tx},
    http::prelude::*,
    shop::Shop,
};

const MAX_LISTED: usize = 200;
/// Rows of one transaction, so that other writes do not wait for long.
const ROWS_AT_ONCE: usize = 200;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(check_customer_import)).routes(routes!(import_customers))
}

/// What a file of customers does. Lists have at most 200 rows.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerImport {
    /// New accounts.
    added_count: usize,
    /// Their addresses have an account, which stays as it is.
    unchanged_count: usize,
    skipped_count: usize,
    /// Rows that are left out, and why.
    skipped: Vec<RowFault>,
    note_count: usize,
    /// What is left out of rows that are taken.
    notes: Vec<RowFault>,
    /// Rows with a consent to marketing. It is not taken, because the file has no proof of it.
    consent_count: usize,
}

impl CustomerImport {
    fn of(file: CustomerFile) -> (Self, Vec<FormerCustomer>) {
        let CustomerFile { customers, mut faults, mut notes, consents } = file;
        let mut result = Self {
            skipped_count: faults.len(),
            note_count: notes.len(),
            consent_count: consents,
            ..Self::default()
        };
        faults.truncate(MAX_LISTED);
        notes.truncate(MAX_LISTED);
        (result.skipped, result.notes) = (faults, notes);
        (result, customers)
    }

    fn add(&mut self, outcomes: Vec<ImportCustomerOutcome>) {
        for outcome in outcomes {
            match outcome {
                ImportCustomerOutcome::Added => self.added_count += 1,
                ImportCustomerOutcome::Unchanged => self.unchanged_count += 1,
            }
        }
    }
}

async fn read(request: Request) -> Result<(CustomerImport, Vec<FormerCustomer>), ApiError> {
    let bytes = read_file(request.into_body().into_data_stream(), MAX_FILE_BYTES).await?;
    let read = tokio::task::spawn_blocking(move || file::read(&bytes)).await.map_err(ApiError::internal)?;
    read.map(CustomerImport::of).map_err(|sentence| ApiError::unprocessable("unreadable_file", sentence))
}

/// What a file of customers would do. Changes nothing.
#[utoipa::path(post, path = "/customer-imports/check", tag = "accounts",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    security(("bearer" = [])),
    responses((status = 200, body = CustomerImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx, without the columns, or more than 10,000 rows")))]
async fn check_customer_import(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    request: Request,
) -> Result<ApiJson<CustomerImport>, ApiError> {
    let (mut result, customers) = read(request).await?;
    let outcomes = shop.db.read_long(customers, |tx, customers| Box::pin(check_all(tx, customers)));
    result.add(outcomes.await?);
    Ok(ApiJson(result))
}

/// Makes accounts for the customers of a former shop.
///
/// The file is an export of customers from Shopify or WooCommerce. A new account has the name, address and phone of its
/// row, and no password: the customer sets one by "Forgot password". No e-mail is sent. Consents to marketing are not
/// taken, because the file has no proof of them.
#[utoipa::path(post, path = "/customer-imports", tag = "accounts",
    request_body(content((String = "text/csv"), (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    security(("bearer" = [])),
    responses((status = 200, body = CustomerImport),
        (status = 400, description = "`incomplete_body`: the file did not arrive"), (status = 403),
        (status = 413, description = "`file_too_large`: above 5 MB"),
        (status = 422, description = "`unreadable_file`: neither CSV nor .xlsx, without the columns, or more than 10,000 rows")))]
async fn import_customers(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    request: Request,
) -> Result<ApiJson<CustomerImport>, ApiError> {
    let (mut result, customers) = read(request).await?;
    run_to_completion(async move {
        let now = shop.clock.now();
        let entry = AuditEntry::by(&session.user.id, AuditAction::ImportCustomers, Id::new(now), now);
        shop.db.write(entry, |tx, entry| Box::pin(audit::record(tx, entry))).await?;
        for chunk in customers.chunks(ROWS_AT_ONCE) {
            let input = (chunk.to_vec(), shop.clock.now());
            let outcomes =
                shop.db.write(input, |tx, (customers, now)| Box::pin(import_all(tx, customers, *now)));
            result.add(outcomes.await?);
        }
        Ok(ApiJson(result))
    })
    .await
}

async fn check_all(
    tx: &Tx<'_>,
    customers: &[FormerCustomer],
) -> Result<Vec<ImportCustomerOutcome>, db::Error> {
    let mut outcomes = Vec::with_capacity(customers.len());
    for customer in customers {
        outcomes.push(check(tx, customer).await?);
    }
    Ok(outcomes)
}

async fn import_all(
    tx: &Tx<'_>,
    customers: &[FormerCustomer],
    now: Timestamp,
) -> Result<Vec<ImportCustomerOutcome>, db::Error> {
    let mut outcomes = Vec::with_capacity(customers.len());
    for customer in customers {
        outcomes.push(import(tx, customer, now).await?);
    }
    Ok(outcomes)
}
