//! GET /mails and POST /mails/{id}/retry.

use super::resend::{ResendOutcome, resend};
use crate::{
    accounts::extractors::Admin,
    base::email::outbox::{self, DeliveryState, UndeliveredEmail},
    http::prelude::*,
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(list_emails)).routes(routes!(retry_email))
}

impl HasCursor for UndeliveredEmail {
    fn cursor(&self) -> PageCursor {
        PageCursor { created_at: self.created_at.micros(), id: self.id.to_string() }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EmailsQuery {
    /// The state is `failed` (the default), or `queued` for e-mails that are still retried.
    #[param(value_type = Option<DeliveryState>, inline)]
    state: Option<String>,
    /// Rows in this page, 1 to 100 (the default).
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// The value comes from the `Link` header of the previous page.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// Undelivered e-mails, newest first: failed, or still queued.
#[utoipa::path(get, path = "/mails", tag = "accounts", params(EmailsQuery), security(("bearer" = [])),
    responses((status = 200, body = Vec<UndeliveredEmail>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn list_emails(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    QueryParams(query): QueryParams<EmailsQuery>,
) -> Result<Response, ApiError> {
    let (which, word) = match query.state.as_deref() {
        None | Some("" | "failed") => (DeliveryState::Failed, "failed"),
        Some("queued") => (DeliveryState::Queued, "queued"),
        Some(_) => {
            return Err(ApiError::invalid_field(
                "state",
                InvalidValue::new(
                    "unknown",
                    localized!("Choose failed or queued.", "Choisissez failed ou queued."),
                ),
            ));
        }
    };
    let query = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) };
    let page = query.check()?;
    let limit = page.limit.unwrap_or(pagination::MAX_PAGE_SIZE);
    let (rows, total) = shop
        .db
        .read_long((which, page.after, limit + 1), |tx, (which, after, limit)| {
            Box::pin(async move {
                let rows = outbox::list_undelivered(tx, *which, after, *limit).await?;
                Ok((rows, outbox::count_undelivered(tx, *which).await?))
            })
        })
        .await?;
    pagination::page(rows, limit, total, "/api/mails", &[("state", word)])
}

/// Send a failed e-mail again.
#[utoipa::path(post, path = "/mails/{id}/retry", tag = "accounts", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult), (status = 403),
        (status = 409, description = "`email_not_failed`, `email_expired`")))]
async fn retry_email(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    EmailPathId(id): EmailPathId,
) -> Result<ApiJson<WriteResult>, ApiError> {
    match resend(&shop, &session.user.id, id).await? {
        ResendOutcome::Queued => Ok(ApiJson(WriteResult::modified())),
        ResendOutcome::NotFailed => Err(ApiError::conflict(
            "email_not_failed",
            localized!(
                "This e-mail has been sent or is being sent. There is nothing to retry.",
                "Ce courriel a été envoyé ou est en cours d’envoi. Il n’y a rien à réessayer."
            ),
        )),
        ResendOutcome::BodyDeleted => Err(ApiError::conflict(
            "email_expired",
            localized!(
                "The link or code in this e-mail has expired. The recipient has to request a new one.",
                "Le lien ou le code de ce courriel a expiré. Le destinataire doit en demander un nouveau."
            ),
        )),
        ResendOutcome::Unknown => Err(ApiError::not_found(Missing::Email)),
    }
}
