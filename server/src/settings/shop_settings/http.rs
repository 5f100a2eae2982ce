//! GET and PUT /shop-settings, GET /manageShop.

use serde_json::Value;

use super::{
    cache::{CurrentSettings, ManagedShopSettingsJson, ShopSettingsJson},
    edit::{EditSettingsError, edit},
    history,
    home_page::SummaryFigures,
    preferences::{GuestCheckout, OrderEmails, QuebecSales, ReviewPolicy, Switch, TaxStatus, TwoStepLogin},
    quebec,
    settings::{ChangedSettings, ShopState, rules},
    translation::{FrenchTexts, TRANSLATED, french_name},
};
use crate::{
    accounts::{extractors::Admin, second_factor::store::is_on},
    http::{conditional, language_query::LanguageQuery, prelude::*},
    settings::{
        delivery::DeliveryMethod,
        tax_registrations::{AddedRate, TaxRegistration},
    },
    shop::Shop,
    values::{address::find_province, locale::ShopLocale, postal_code::find_postal_code, province::Province},
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new()
        .routes(routes!(get_shop_settings, edit_shop_settings))
        .routes(routes!(get_managed_shop))
        .merge(history::http::routes())
        .merge(quebec::http::routes())
}

/// The settings to change. Missing members stay unchanged, and an empty text removes one from the pages.
#[derive(ToSchema)]
#[expect(dead_code, reason = "documents the body, which is checked by the table of rules")]
#[schema(rename_all = "camelCase")]
struct ShopSettingsChange {
    #[schema(min_length = 1, pattern = "\\S", max_length = 40)]
    name: Option<String>,
    shop_state: Option<ShopState>,
    /// The path of a picture from POST /images with `fit=whole`.
    logo: Option<String>,
    /// Six hexadecimal digits behind `#`. Pages show it darker or lighter where text would not be readable.
    accent: Option<String>,
    #[schema(max_length = 200)]
    legal_name: Option<String>,
    #[schema(max_length = 400)]
    address: Option<String>,
    /// One a line.
    #[schema(max_length = 400)]
    registration_numbers: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    #[schema(max_length = 200)]
    hours: Option<String>,
    /// How customers pay while card payment is off.
    #[schema(max_length = 400)]
    how_to_pay: Option<String>,
    /// An IANA name, such as `America/Toronto`.
    time_zone: Option<String>,
    locale: Option<ShopLocale>,
    /// Begins with `https://`, as all links.
    twitter_url: Option<String>,
    youtube_url: Option<String>,
    facebook_url: Option<String>,
    instagram_url: Option<String>,
    /// Whether "Subscribe Now" asks for an e-mail address. It needs the shop's address, and that the shop sends e-mails.
    newsletter: Option<Switch>,
    #[schema(max_length = 200)]
    tagline: Option<String>,
    #[schema(max_length = 400)]
    intro: Option<String>,
    #[schema(max_length = 400)]
    about: Option<String>,
    /// Some of `promises categories new favourites story banner summary sell reviews contact year`, in the order of the
    /// page, with spaces between them.
    home_sections: Option<String>,
    /// Some of `blogs portfolio subscribe services company social`, with spaces between them.
    site_parts: Option<String>,
    /// The path of a picture from POST /images.
    hero_picture: Option<String>,
    /// At most five lines of `title | text | link | picture`. A link is a path of the shop or begins with `https://`. A
    /// picture is the path of one from POST /images. Empty: the drawn banners of the demo.
    banner_slides: Option<String>,
    summary_figures: Option<SummaryFigures>,
    /// At most 8 lines of `title | value | note`.
    summary_rows: Option<String>,
    #[schema(max_length = 200)]
    sell_title: Option<String>,
    #[schema(max_length = 400)]
    sell_text: Option<String>,
    /// At most 8 lines of `title | text`.
    sell_steps: Option<String>,
    /// Shown unless the shop has an address.
    #[schema(max_length = 200)]
    location: Option<String>,
    #[schema(max_length = 200)]
    year_title: Option<String>,
    /// At most 8 lines of `title | months | text`.
    year_seasons: Option<String>,
    /// The path of a picture from POST /images.
    story_picture: Option<String>,
    /// Empty: the first words of the About page.
    #[schema(max_length = 400)]
    story_text: Option<String>,
    /// Empty: the shop has no About page.
    #[schema(max_length = 200)]
    about_title: Option<String>,
    /// The path of a picture from POST /images.
    about_picture: Option<String>,
    /// Markdown. HTML and pictures in it are shown as text.
    #[schema(max_length = 10_000)]
    about_text: Option<String>,
    #[schema(max_length = 200)]
    description: Option<String>,
    /// A name or a title.
    #[schema(max_length = 200)]
    privacy_officer: Option<String>,
    /// An e-mail address or a phone number.
    #[schema(max_length = 200)]
    privacy_contact: Option<String>,
    #[schema(max_length = 10_000)]
    privacy: Option<String>,
    #[schema(max_length = 10_000)]
    terms: Option<String>,
    #[schema(max_length = 10_000)]
    returns: Option<String>,
    review_policy: Option<ReviewPolicy>,
    /// Whether customers are asked for reviews by e-mail.
    review_requests: Option<Switch>,
    /// From 1 to 60 days after an order arrived.
    review_request_days: Option<String>,
    order_emails: Option<OrderEmails>,
    /// Empty: the shop's e-mail.
    notification_email: Option<String>,
    guest_checkout: Option<GuestCheckout>,
    /// A whole number of dollars. Empty: no limit.
    guest_limit: Option<String>,
    /// A whole number. Empty: never.
    low_stock: Option<String>,
    /// `staff` only by an administrator who uses it already.
    two_step_login: Option<TwoStepLogin>,
    /// One group of words a line, such as `spade = shovel`. At most 300 lines.
    #[schema(max_length = 10_000)]
    synonyms: Option<String>,
    /// Two letters, such as `NS`. Empty: as the address says.
    home_province: Option<String>,
    /// In the owner's order. A customer gets the first one that fits. At most 10,000 characters of JSON.
    #[schema(max_items = 20)]
    delivery_methods: Option<Vec<DeliveryMethod>>,
    tax_status: Option<TaxStatus>,
    /// No two of one authority are valid on the same day.
    #[schema(max_items = 50)]
    tax_registrations: Option<Vec<TaxRegistration>>,
    #[schema(max_items = 50)]
    added_tax_rates: Option<Vec<AddedRate>>,
    /// Some of `BC MB SK`, with spaces between them.
    untaxed_delivery: Option<String>,
    quebec_sales: Option<QuebecSales>,
    /// Texts in French, each with the limits of the English one. Missing members stay unchanged. An empty one removes the
    /// translation, and customers read the English text.
    french: Option<FrenchTexts>,
}

/// Responds with this JSON, and with the revision as the ETag.
pub fn respond(current: &CurrentSettings, json: serde_json::Result<String>) -> Result<Response, ApiError> {
    let mut response = json_response(json.map_err(ApiError::internal)?);
    let etag = format!("\"{}\"", current.revision);
    response.headers_mut().insert(header::ETAG, HeaderValue::from_str(&etag).map_err(ApiError::internal)?);
    Ok(response)
}

/// What the shop says about itself: name, contact, texts and legal pages.
#[utoipa::path(get, path = "/shop-settings", tag = "site", params(LanguageQuery),
    responses((status = 200, body = ShopSettingsJson<'static>, headers(("ETag" = String, description = "The revision"))),
        (status = 304, description = "Nothing changed since If-None-Match")))]
async fn get_shop_settings(
    State(shop): State<Arc<Shop>>,
    QueryParams(query): QueryParams<LanguageQuery>,
) -> Result<Response, ApiError> {
    let current = shop.settings.current();
    let mut response = respond(&current, current.in_language(query.language()).to_json())?;
    response.extensions_mut().insert(SharedResponse::Content);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// All settings, with those that customers never see.
#[utoipa::path(get, path = "/manageShop", tag = "site", security(("bearer" = [])),
    responses((status = 200, body = ManagedShopSettingsJson<'static>, headers(("ETag" = String, description = "The revision"))),
        (status = 403)))]
async fn get_managed_shop(State(shop): State<Arc<Shop>>, _: Admin) -> Result<Response, ApiError> {
    let current = shop.settings.current();
    respond(&current, current.to_managed_json())
}

/// Changes the settings. If-Match has the ETag of the settings that the change was made from.
#[utoipa::path(put, path = "/shop-settings", tag = "site", request_body = ShopSettingsChange,
    security(("bearer" = [])),
    params(("If-Match" = Option<String>, Header, description = "The ETag of the settings. Required")),
    responses((status = 200, body = ManagedShopSettingsJson<'static>, headers(("ETag" = String))),
        (status = 403), (status = 412, description = "`revision_changed`: another administrator saved since"),
        (status = 428, description = "`revision_required`: without If-Match")))]
async fn edit_shop_settings(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    headers: HeaderMap,
    JsonBody(body): JsonBody<serde_json::Map<String, Value>>,
) -> Result<Response, ApiError> {
    let revision = conditional::if_match_revision(&headers, conditional::Revised::Settings)?;
    let change = check(&body)?;
    check_place(&change)?;
    if change.get("twoStepLogin").is_some_and(|value| value == "staff")
        && !shop.db.read(session.user.id.clone(), |tx, user| is_on(tx, user)).await?
    {
        let sentence = localized!(
            "Please turn on two-step login for your own account first, under Account & security.",
            "Veuillez d’abord activer la vérification en deux étapes pour votre propre compte, sous \
             «\u{a0}Compte et sécurité\u{a0}»."
        );
        return Err(ApiError::invalid_field(
            "twoStepLogin",
            InvalidValue::new("second_factor_missing", sentence),
        ));
    }
    edit(&shop, &session.user.id, revision, change).await?;
    let current = shop.settings.current();
    respond(&current, current.to_managed_json())
}

impl From<EditSettingsError> for ApiError {
    fn from(error: EditSettingsError) -> Self {
        match error {
            EditSettingsError::Conflict => Self::new(
                StatusCode::PRECONDITION_FAILED,
                "revision_changed",
                localized!(
                    "Someone else has saved the settings since you opened them. Nothing was changed. Please \
                     review them and save again.",
                    "Une autre personne a enregistré les paramètres depuis que vous les avez ouverts. Rien n’a \
                     été modifié. Veuillez les revoir et enregistrer de nouveau."
                ),
            ),
            EditSettingsError::Db(error) => error.into(),
        }
    }
}

/// Taxes follow the province, so an address that is saved with it has to lie there.
fn check_place(change: &ChangedSettings) -> Result<(), ApiError> {
    let [address, province] = ["address", "homeProvince"].map(|name| change.get(name));
    let (Some(address), Some(province)) = (address, province.and_then(|it| Province::from_words(it))) else {
        return Ok(());
    };
    let code = find_postal_code(&address.replace('\n', " "));
    match find_province(Some(province), code.as_ref()) {
        Ok(_) => Ok(()),
        Err(error) => Err(ApiError::invalid_field("homeProvince", error.into_invalid(code.as_ref()))),
    }
}

fn check(body: &serde_json::Map<String, Value>) -> Result<ChangedSettings, ApiError> {
    let mut check = Validator::new();
    let mut change = ChangedSettings::new();
    for (name, rule) in rules() {
        match body.get(name).filter(|value| !value.is_null()).map(|value| rule.check(value)) {
            None => {}
            Some(Ok(text)) => _ = change.insert(name.to_owned(), text),
            Some(Err(fault)) => check.add_error(name, fault),
        }
    }
    let french = body.get("french").and_then(Value::as_object);
    let french_of = |name: &str| french.and_then(|texts| texts.get(name)).filter(|value| !value.is_null());
    for (name, rule) in rules().filter(|(name, _)| TRANSLATED.contains(name)) {
        let Some(value) = french_of(name) else { continue };
        let is_removed = value.as_str().is_some_and(|text| text.trim().is_empty());
        match if is_removed { Ok(String::new()) } else { rule.check(value) } {
            Ok(text) => _ = change.insert(french_name(name), text),
            Err(fault) => check.add_error("french", fault.at(name)),
        }
    }
    check.finish(()).map(|()| change)
}
