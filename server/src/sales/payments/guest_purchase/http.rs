//! The calls of guests, and POST /purchases/{id}/disown.

use super::{DisownOutcome, PasswordOutcome, Proof, disown, open, send_links, set_password};
use crate::{
    accounts::{
        email_link::http::{EmailTokenInput, email_disabled, link_expired},
        extractors::{AnyAccountByToken, AnyAccountOrVisitor, LoginAttempt},
        http::required,
        password::{
            PlaintextPassword,
            http::{WithPasswordWarning, new_password},
            strength::PasswordWarning,
        },
    },
    http::prelude::*,
    sales::{
        guests::{
            self,
            http::{GuestJson, GuestOr},
        },
        orders::bought_tools,
        payments::purchase::purchase_json::PurchaseJson,
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(open_guest_purchase))
        .routes(routes!(send_guest_links))
        .routes(routes!(set_guest_password))
        .routes(routes!(disown_purchase))
}

#[derive(Deserialize, ToSchema)]
struct OpenLinkBody {
    /// The secret of the link.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1)]
    token: Field<EmailTokenInput>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GuestPurchase {
    purchase: PurchaseJson,
    /// The link can set the password of a new account.
    sets_password: bool,
}

fn guest_link_expired() -> ApiError {
    link_expired(localized!(
        "This link has expired, or there is a newer one. Please ask for a new link.",
        "Ce lien a expiré, ou il en existe un plus récent. Veuillez demander un nouveau lien."
    ))
}

/// Open the link of a purchase that was bought without a login. It shows this purchase only, without address, and
/// verifies the e-mail address that it was sent to.
#[utoipa::path(post, path = "/guest-purchases/open", tag = "orders", request_body = OpenLinkBody,
    security((), ("session" = []), ("bearer" = [])),
    responses((status = 200, body = GuestPurchase), (status = 403, description = "`forbidden_origin`"),
        (status = 409, description = "`link_expired`"), (status = 429)))]
async fn open_guest_purchase(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    AnyAccountOrVisitor(session): AnyAccountOrVisitor,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<OpenLinkBody>,
) -> Result<GuestJson<GuestPurchase>, ApiError> {
    let EmailTokenInput(token) = body.token.required("token")?;
    attempt.count()?;
    let token = token.ok_or_else(guest_link_expired)?;
    let input = (token.hash(), session.map(|session| session.user.id), shop.clock.now());
    let opened =
        shop.db.write(input, |tx, (hash, user, now)| Box::pin(open(tx, hash, user.as_ref(), *now))).await?;
    let opened = opened.ok_or_else(guest_link_expired)?;
    let id = opened.found.purchase.id.clone();
    let pictures = shop.db.read(id, |tx, id| bought_tools::store::pictures(tx, id)).await?;
    let purchase =
        PurchaseJson::for_guest(opened.found, &shop.config).with_pictures(pictures, shop.public_url());
    Ok(GuestJson(GuestPurchase { purchase, sets_password: opened.sets_password }))
}

#[derive(Deserialize, ToSchema)]
struct SendLinksBody {
    #[serde(default)]
    #[schema(required, value_type = String, format = Email)]
    email: Field<Email>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = GuestRequestAcknowledged)]
struct Acknowledged {
    acknowledged: bool,
}

/// Mail the links of the latest paid purchases that were bought without a login. The response does not reveal whether
/// there are any. A new link replaces the one before.
#[utoipa::path(post, path = "/guest-purchases/links", tag = "orders", request_body = SendLinksBody,
    responses((status = 200, body = Acknowledged), (status = 403, description = "`forbidden_origin`"),
        (status = 409, description = "`email_disabled`"), (status = 429)))]
async fn send_guest_links(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<SendLinksBody>,
) -> Result<ApiJson<Acknowledged>, ApiError> {
    let mut check = Validator::new();
    let email = required(
        &mut check,
        "email",
        localized!("Email is required", "L’adresse courriel est obligatoire"),
        body.email,
    );
    let email = check.finish(email)?;
    if !shop.mailer.is_on() {
        return Err(email_disabled());
    }
    let client = attempt.count()?;
    send_links(&shop, &email, client).await?;
    Ok(ApiJson(Acknowledged { acknowledged: true }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GuestPasswordBody {
    /// The secret of the link. If absent, the browser that bought proves the purchase.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    token: Field<EmailTokenInput>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 64)]
    purchase_id: Field<Text<64>>,
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 6, max_length = 1024)]
    password: Field<PlaintextPassword>,
}

/// Make an account of a purchase without a login. Sets the first password. The browser that bought gets the same
/// response if the address had an account before, which keeps its password.
#[utoipa::path(post, path = "/guest-purchases/password", tag = "orders", request_body = GuestPasswordBody,
    security((), ("session" = [])),
    responses((status = 200, body = WithPasswordWarning<Acknowledged>),
        (status = 403, description = "`forbidden_origin`"),
        (status = 409, description = "`link_expired`, `has_account`"), (status = 429)))]
async fn set_guest_password(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    browser: GuestOr<AnyAccountOrVisitor>,
    attempt: LoginAttempt,
    JsonBody(body): JsonBody<GuestPasswordBody>,
) -> Result<ApiJson<WithPasswordWarning<Acknowledged>>, ApiError> {
    let mut check = Validator::new();
    let token = check.optional("token", body.token);
    let purchase = check.optional("purchaseId", body.purchase_id);
    let password = new_password(&mut check, body.password);
    let password = check.finish(password)?;
    attempt.count()?;
    let proof = match (token, purchase, browser) {
        (Some(EmailTokenInput(token)), _, _) => Proof::Link(token.ok_or_else(guest_link_expired)?.hash()),
        (None, Some(purchase), GuestOr::Guest(browser)) => {
            let purchase = PurchasePathId::parse(&purchase.into_string())?;
            browser.customer_of(&shop, &purchase).await?;
            Proof::Browser(purchase)
        }
        _ => return Err(ApiError::unauthenticated()),
    };
    let is_link = matches!(proof, Proof::Link(_));
    // The same work for every address.
    let no_one = guests::nameless("", shop.clock.now());
    let password = shop.passwords.hash_new(&password, &no_one).await?;
    let password_warning = password.strength.warning.map(PasswordWarning::sentence);
    let input = (proof, password, shop.clock.now());
    let outcome = shop
        .db
        .write(input, |tx, (proof, password, now)| Box::pin(set_password(tx, proof, password, *now)))
        .await?;
    match outcome {
        PasswordOutcome::LinkExpired => return Err(guest_link_expired()),
        PasswordOutcome::HasAccount if is_link => {
            return Err(ApiError::conflict(
                "has_account",
                localized!(
                    "This link sets no password any more. Please log in, or press “Forgot your password?” on \
                     the login page.",
                    "Ce lien ne permet plus de choisir un mot de passe. Veuillez vous connecter, ou appuyer \
                     sur «\u{a0}Mot de passe oublié?\u{a0}» à la page de connexion."
                ),
            ));
        }
        PasswordOutcome::HasAccount | PasswordOutcome::Set => {}
    }
    Ok(ApiJson(WithPasswordWarning { answer: Acknowledged { acknowledged: true }, password_warning }))
}

/// Say that a purchase without a login is not the caller's, though the address is. Only its link opens it then.
#[utoipa::path(post, path = "/purchases/{id}/disown", tag = "orders", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = WriteResult),
        (status = 409, description = "`not_of_guest`: it was bought with a login")))]
async fn disown_purchase(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    PurchasePathId(id): PurchasePathId,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let input = (session.user.id, id, shop.clock.now());
    let outcome = shop.db.write(input, |tx, (user, id, now)| Box::pin(disown(tx, user, id, *now))).await?;
    match outcome {
        DisownOutcome::Disowned => Ok(ApiJson(WriteResult::modified())),
        DisownOutcome::NotOfGuest => Err(ApiError::conflict(
            "not_of_guest",
            localized!(
                "This order was placed by your account, so it stays with it.",
                "Cette commande a été passée par votre compte, donc elle y reste."
            ),
        )),
        DisownOutcome::Unknown => Err(ApiError::not_found(Missing::Purchase)),
    }
}
