//! GET and PUT /manageShop/emails, GET /manageShop/emails/preview.

use maud::{DOCTYPE, html};

use super::sample;
use crate::{
    accounts::extractors::{Admin, AdminPreviewingEmails},
    base::email::{
        render::RenderedEmail,
        wording::{EMAIL_WORDINGS, EmailWording, EmailWords},
    },
    http::{conditional, prelude::*},
    settings::shop_settings::{cache::CurrentSettings, edit::edit, http::respond},
    shop::Shop,
};

const MAX_SUBJECT: usize = 120;
const MAX_OPENING: usize = 600;
/// Pages of the shop may show it in a frame. It runs no script, and its links lead nowhere there.
const PREVIEW_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox",
);

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_email_texts, edit_email_texts)).routes(routes!(preview_email))
}

/// The texts of a kind of e-mail in one language. Empty texts are the first ones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EmailTextsOfKind)]
struct EmailTextsJson<'a> {
    /// The kind of the e-mail, for example `order_paid`.
    kind: &'static str,
    /// When it is sent.
    title: &'static str,
    /// What its texts may name, for example `{tool}`.
    placeholders: Vec<String>,
    subject: &'a str,
    opening: &'a str,
    first_subject: &'static str,
    first_opening: &'static str,
}

fn respond_with_all(
    current: &CurrentSettings,
    language: Language,
    RequestLanguage(shown): RequestLanguage,
) -> Result<Response, ApiError> {
    let texts = |wording: &'static EmailWording| {
        let [subject, opening] = wording.written(language, &current.email_texts);
        let first: &EmailWords = wording.words(language);
        EmailTextsJson {
            kind: wording.kind,
            title: wording.words(shown).title,
            placeholders: wording.placeholders.iter().map(|name| format!("{{{name}}}")).collect(),
            subject,
            opening,
            first_subject: first.subject,
            first_opening: first.opening,
        }
    };
    respond(current, serde_json::to_string(&EMAIL_WORDINGS.iter().copied().map(texts).collect::<Vec<_>>()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EmailTextsQuery {
    /// The language of the e-mails. If absent, English.
    #[serde(default)]
    #[param(value_type = Option<Language>)]
    language: Field<Language>,
}

/// The texts of every kind of e-mail to customers. The titles have the language of the request.
#[utoipa::path(get, path = "/manageShop/emails", tag = "site", security(("bearer" = [])), params(EmailTextsQuery),
    responses((status = 200, body = Vec<EmailTextsJson<'static>>,
        headers(("ETag" = String, description = "The revision of the settings"))), (status = 403)))]
async fn get_email_texts(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    shown: RequestLanguage,
    QueryParams(query): QueryParams<EmailTextsQuery>,
) -> Result<Response, ApiError> {
    let mut check = Validator::new();
    let language = check.optional("language", query.language).unwrap_or_default();
    check.finish(())?;
    respond_with_all(&shop.settings.current(), language, shown)
}

/// What the owner wrote. A missing or empty text is the first one again.
#[derive(Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
struct EmailTextsChange {
    #[serde(default)]
    #[schema(value_type = String, required)]
    #[param(value_type = String, required)]
    kind: Field<&'static EmailWording>,
    /// The language of the texts. If absent, English.
    #[serde(default)]
    #[schema(value_type = Option<Language>)]
    #[param(value_type = Option<Language>)]
    language: Field<Language>,
    /// One line.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 120)]
    #[param(value_type = Option<String>, max_length = 120)]
    subject: Field<SingleLine<MAX_SUBJECT>>,
    /// Each line is a paragraph.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 600)]
    #[param(value_type = Option<String>, max_length = 600)]
    opening: Field<Text<MAX_OPENING>>,
}

/// Texts as they are stored.
struct CheckedTexts {
    wording: &'static EmailWording,
    language: Language,
    texts: [String; 2],
}

fn check(body: EmailTextsChange) -> Result<CheckedTexts, ApiError> {
    let mut check = Validator::new();
    let language = check.optional("language", body.language).unwrap_or_default();
    let wording = check.required("kind", body.kind);
    let subject = check.optional("subject", body.subject).map(SingleLine::into_string).unwrap_or_default();
    let opening = check.optional("opening", body.opening).map(Text::into_string).unwrap_or_default();
    let mut texts = [subject, opening.replace("\r\n", "\n")];
    if let Some(wording) = wording {
        let parts = ["subject", "opening"].into_iter().zip(wording.first(language));
        for (text, (name, first)) in texts.iter_mut().zip(parts) {
            if let Err(fault) = wording.check_placeholders(text) {
                check.add_error(name, fault);
            }
            if text == first {
                text.clear();
            }
        }
    }
    Ok(CheckedTexts { wording: check.finish(wording)?, language, texts })
}

/// Changes the texts of a kind of e-mail. If-Match has the ETag of the texts that the change was made from.
#[utoipa::path(put, path = "/manageShop/emails", tag = "site", request_body = EmailTextsChange,
    security(("bearer" = [])),
    params(("If-Match" = Option<String>, Header, description = "The ETag of the texts. Required")),
    responses((status = 200, body = Vec<EmailTextsJson<'static>>, headers(("ETag" = String))),
        (status = 403), (status = 412, description = "`revision_changed`: another administrator saved since"),
        (status = 428, description = "`revision_required`: without If-Match")))]
async fn edit_email_texts(
    State(shop): State<Arc<Shop>>,
    Admin(session): Admin,
    shown: RequestLanguage,
    headers: HeaderMap,
    JsonBody(body): JsonBody<EmailTextsChange>,
) -> Result<Response, ApiError> {
    let revision = conditional::if_match_revision(&headers, conditional::Revised::Settings)?;
    let CheckedTexts { wording, language, texts } = check(body)?;
    let change = wording.keys(language).into_iter().zip(texts).collect();
    edit(&shop, &session.user.id, revision, change).await?;
    respond_with_all(&shop.settings.current(), language, shown)
}

/// How an e-mail with these texts looks, for a frame. Authenticated by the session cookie, because a frame sends no
/// token. Texts that could not be saved are a page that says why.
#[utoipa::path(get, path = "/manageShop/emails/preview", tag = "site", security(("session" = [])),
    params(EmailTextsChange), responses((status = 200, body = String, content_type = "text/html"), (status = 403)))]
async fn preview_email(
    State(shop): State<Arc<Shop>>,
    _: SameOrigin,
    _: AdminPreviewingEmails,
    RequestLanguage(shown): RequestLanguage,
    QueryParams(query): QueryParams<EmailTextsChange>,
) -> Result<Response, ApiError> {
    let is_known = matches!(query.kind, Field::Valid(_));
    let page = match check(query) {
        Ok(CheckedTexts { wording, language, texts }) => {
            let message = sample(&shop, wording.kind, language).await?;
            let message = message.ok_or_else(|| ApiError::not_found(Missing::Email))?;
            let current = shop.settings.current();
            let mut letterhead =
                current.letterhead(shop.public_url(), &shop.config.currency).in_language(language);
            letterhead.texts = wording.keys(language).into_iter().zip(texts).collect();
            preview(&message.render(&letterhead, shop.clock.now()), shown)
        }
        Err(fault) if is_known => html! {
            (DOCTYPE)
            html lang=(shown.choose("en", "fr-CA")) {
                head { meta charset="utf-8"; meta name="color-scheme" content="light dark"; title { (shown.choose("Preview", "Aperçu")) } }
                body style="margin:24px;font-family:sans-serif" { p { (fault.detail.in_language(shown)) } }
            }
        }
        .into_string(),
        Err(fault) => return Err(fault),
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, PREVIEW_POLICY),
    ];
    Ok((headers, page).into_response())
}

/// The e-mail below its subject. A link would open a window, which the policy forbids.
fn preview(email: &RenderedEmail, shown: Language) -> String {
    let subject = html! {
        p class="ink" style="margin:0;padding:12px 16px 0;font-family:sans-serif;font-size:15px;color:#2b2118" {
            (shown.choose("Subject: ", "Objet\u{a0}: ")) strong { (email.subject) }
        }
    };
    let html = email.html.replacen("<head>", "<head><base target=\"_blank\">", 1);
    html.replacen("<table", &(subject.into_string() + "<table"), 1)
}
