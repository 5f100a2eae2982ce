//! GET /manageOrders/{id} and PUT /manageOrders/{id}/notes.

use super::{
    OwnerView, SaveNotesOutcome, load, save_notes,
    store::{OrderRefundRow, RecordedPaymentRow},
};
use crate::{
    accounts::extractors::{StaffReadingOrders, StaffWritingOrders},
    base::email::outbox::OrderEmail,
    http::prelude::*,
    sales::orders::order_json::OrderJson,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_order_for_owner)).routes(routes!(save_order_notes))
}

/// An order with everything that the owner knows about it.
#[derive(Serialize, ToSchema)]
#[schema(as = OrderForOwner)]
struct OwnerViewJson {
    order: OrderJson,
    /// The id for GET /users/{id}.
    #[serde(rename = "customerId")]
    customer_id: String,
    /// The owner's notes. Empty without.
    notes: String,
    /// Absent for a payment by card.
    #[serde(rename = "recordedPayment", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RecordedPaymentRow)]
    recorded_payment: Option<RecordedPaymentRow>,
    /// Refunds of its purchase, oldest first.
    refunds: Vec<OrderRefundRow>,
    /// The e-mails about it, oldest first. Sent ones are listed for a week.
    emails: Vec<OrderEmail>,
    /// What administrators did with it, oldest first.
    audit: Vec<OrderAuditEntry>,
}

#[derive(Serialize, ToSchema)]
struct OrderAuditEntry {
    /// What was done, for example `ship_order`.
    action: String,
    /// The administrator. Absent for the command line and deleted accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    by: Option<String>,
    at: Timestamp,
}

/// One order for its owner's page, with notes, e-mails and audit entries.
#[utoipa::path(get, path = "/manageOrders/{id}", tag = "orders", params(("id" = String, Path)),
    security(("bearer" = []), ("keyOrdersRead" = [])),
    responses((status = 200, body = OwnerViewJson),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`")))]
async fn get_order_for_owner(
    State(shop): State<Arc<Shop>>,
    _: StaffReadingOrders,
    OrderPathId(id): OrderPathId,
) -> Result<ApiJson<OwnerViewJson>, ApiError> {
    let OwnerView { order, notes, recorded_payment, refunds, emails, audit } =
        load(&shop, id).await?.ok_or_else(|| ApiError::not_found(Missing::Order))?;
    let audit = audit.into_iter().map(|entry| OrderAuditEntry {
        action: entry.action,
        by: entry.actor,
        at: entry.created_at,
    });
    let customer_id = order.user_id.to_string();
    let order = OrderJson::new(order, &shop.config);
    let audit = audit.collect();
    Ok(ApiJson(OwnerViewJson { order, customer_id, notes, recorded_payment, refunds, emails, audit }))
}

/// Notes of an order or about a customer.
#[derive(Deserialize, ToSchema)]
pub struct NotesBody {
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 2000)]
    notes: Field<Text<2000>>,
    /// The notes that these were made from. When others are stored by now, nothing is changed.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 2000)]
    before: Field<Text<2000>>,
}

impl NotesBody {
    /// The new notes, and what they were made from.
    pub fn check(self) -> Result<(String, Option<String>), ApiError> {
        let mut check = Validator::new();
        let notes = check.required("notes", self.notes);
        let before = check.given("before", self.before);
        Ok((check.finish(notes)?.into_string(), before.map(Text::into_string)))
    }
}

impl SaveNotesOutcome {
    /// The response to a save of notes. `missing` is what does not exist if the outcome is `Unknown`.
    pub fn respond(self, missing: Missing) -> Result<ApiJson<WriteResult>, ApiError> {
        match self {
            Self::Saved => Ok(ApiJson(WriteResult::modified())),
            Self::Unchanged => Ok(ApiJson(WriteResult::unchanged())),
            Self::Conflict { notes } => Err(ApiError::conflict(
                "notes_changed",
                localized!(
                    "Someone else has changed these notes. Nothing was saved. Please compare both texts.",
                    "Une autre personne a modifié ces notes. Rien n’a été enregistré. Veuillez comparer les \
                     deux textes."
                ),
            )
            .with("notes", notes)),
            Self::Unknown => Err(ApiError::not_found(missing)),
        }
    }
}

/// Save the owner's notes of an order. Empty text removes them.
#[utoipa::path(put, path = "/manageOrders/{id}/notes", tag = "orders", params(("id" = String, Path)),
    request_body = NotesBody, security(("bearer" = []), ("keyOrdersWrite" = [])),
    responses((status = 200, body = WriteResult),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`notes_changed` (with the current `notes`)")))]
async fn save_order_notes(
    State(shop): State<Arc<Shop>>,
    StaffWritingOrders(caller): StaffWritingOrders,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<NotesBody>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let id = OrderPathId::parse(&id)?;
    let (notes, before) = body.check()?;
    save_notes(&shop, caller.actor(), id, before, notes).await?.respond(Missing::Order)
}
