//! GET and POST /newsletter, GET /newsletter/subscribers.

use super::{NewsletterRequest, ask, is_offered, store, wording};
use crate::{
    accounts::extractors::Admin,
    http::{language_query::LanguageQuery, prelude::*},
    shop::Shop,
};

const MAX_WORDING: usize = 2_000;
const MAX_PAGE: usize = 400;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_newsletter, subscribe_to_newsletter))
        .routes(routes!(count_newsletter_subscribers))
}

/// What a visitor is asked to agree to.
#[derive(Serialize, ToSchema)]
struct Newsletter {
    /// The text beside the box. It names the shop and its address.
    wording: String,
}

#[derive(Deserialize, ToSchema)]
struct NewsletterBody {
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
    /// Whether the visitor has ticked the box. Only `true` is accepted.
    #[serde(default)]
    #[schema(required, value_type = bool)]
    consent: Field<bool>,
    /// The text beside the box, as `GET /newsletter` gave it.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 2000)]
    wording: Field<Text<MAX_WORDING>>,
    /// The path of the page with the box.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 400)]
    page: Field<Text<MAX_PAGE>>,
}

#[derive(Serialize, ToSchema)]
struct NewsletterRequested {
    acknowledged: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewsletterSubscribers {
    /// The addresses that have confirmed.
    count: i64,
    /// `false`: visitors cannot subscribe, because the newsletter is off, the shop has no address, or it sends no
    /// e-mail.
    is_offered: bool,
}

/// The wording of the consent to the newsletter.
#[utoipa::path(get, path = "/newsletter", tag = "newsletter", params(LanguageQuery),
    responses((status = 200, body = Newsletter), (status = 409, description = "`newsletter_off`")))]
async fn get_newsletter(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<LanguageQuery>,
) -> Result<ApiJson<Newsletter>, ApiError> {
    if !is_offered(&shop) {
        return Err(newsletter_off());
    }
    Ok(ApiJson(Newsletter { wording: wording(&shop, &shop.settings.current(), query.language()) }))
}

/// Ask for the newsletter. The address gets an e-mail with a link that confirms it, for a week. The response does not
/// reveal whether the address is subscribed.
#[utoipa::path(post, path = "/newsletter", tag = "newsletter", request_body = NewsletterBody,
    responses((status = 200, body = NewsletterRequested), (status = 403),
        (status = 409, description = "`newsletter_off`, `wording_changed`"),
        (status = 429)))]
async fn subscribe_to_newsletter(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    ClientIp(client): ClientIp,
    RequestLanguage(language): RequestLanguage,
    JsonBody(body): JsonBody<NewsletterBody>,
) -> Result<ApiJson<NewsletterRequested>, ApiError> {
    let mut check = Validator::new();
    let email = check.required("email", body.email);
    let consent = check.required("consent", body.consent);
    let shown = check.required("wording", body.wording);
    let page = check.required("page", body.page);
    if consent == Some(false) {
        check.add_error("consent", not_agreed());
    }
    let (email, _, shown, page) = check.finish((email, consent, shown, page))?;
    if !is_offered(&shop) {
        return Err(newsletter_off());
    }
    // The stored wording is the one that the visitor has read.
    let text = wording(&shop, &shop.settings.current(), language);
    if shown.as_str() != text {
        return Err(ApiError::conflict(
            "wording_changed",
            localized!(
                "The shop has changed this text. Please open the form again and read it.",
                "La boutique a modifié ce texte. Veuillez ouvrir de nouveau le formulaire et le lire."
            ),
        ));
    }
    shop.limiters.newsletter.admit(client)?;
    let asked = NewsletterRequest { email, language, wording: text, page: page.into_string() };
    ask(&shop, asked, client).await?;
    Ok(ApiJson(NewsletterRequested { acknowledged: true }))
}

/// How many addresses are subscribed (administrators). The file `newsletter` has them.
#[utoipa::path(get, path = "/newsletter/subscribers", tag = "newsletter", security(("bearer" = [])),
    responses((status = 200, body = NewsletterSubscribers), (status = 403)))]
async fn count_newsletter_subscribers(
    State(shop): State<Arc<Shop>>,
    _: Admin,
) -> Result<ApiJson<NewsletterSubscribers>, ApiError> {
    let count = shop.db.read((), |tx, ()| store::count_subscribed(tx)).await?;
    Ok(ApiJson(NewsletterSubscribers { count, is_offered: is_offered(&shop) }))
}

fn newsletter_off() -> ApiError {
    ApiError::conflict(
        "newsletter_off",
        localized!(
            "This shop has no newsletter at the moment.",
            "Cette boutique n’a pas d’infolettre pour le moment."
        ),
    )
}

fn not_agreed() -> InvalidValue {
    InvalidValue::new(
        "consent_required",
        localized!(
            "Please tick the box if you want the newsletter.",
            "Veuillez cocher la case si vous voulez l’infolettre."
        ),
    )
}
