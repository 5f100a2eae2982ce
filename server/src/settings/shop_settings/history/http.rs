//! GET /manageShop/history.

use serde_json::Value;
use utoipa::openapi::schema::{AnyOfBuilder, ArrayBuilder, Object, Ref, Schema, Type};

use crate::{
    accounts::extractors::Admin,
    base::{config::RunMode, email::wording::EMAIL_WORDINGS},
    db,
    http::prelude::*,
    settings::shop_settings::{
        rule::SettingRule,
        settings::{ChangedSettings, first_value, rules},
        store::{self, SettingsRevisionRow},
        translation::{self, TRANSLATED},
    },
    shop::Shop,
};

/// Legal texts are long.
const DEFAULT_PAGE_SIZE: i64 = 20;

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(get_settings_history))
}

/// One save of the settings.
#[derive(Serialize, ToSchema)]
struct SettingsRevision {
    #[serde(rename = "_id")]
    id: String,
    revision: i64,
    at: Timestamp,
    /// Who saved it. Both members are empty for a deleted account.
    by: SettingsEditor,
    changes: Vec<SettingChange>,
}

#[derive(Serialize, ToSchema)]
struct SettingsEditor {
    name: String,
    email: String,
}

#[derive(Serialize, ToSchema)]
struct SettingChange {
    /// The name as in PUT /shop-settings, or the title of an e-mail and which of its texts changed.
    setting: String,
    #[schema(schema_with = setting_value)]
    before: Value,
    /// The same as before: the owner has checked a first text.
    #[schema(schema_with = setting_value)]
    after: Value,
}

/// A text, or one of the lists. An empty list fits them all, so it is no `oneOf`.
fn setting_value() -> Schema {
    let list = |schema: &str| ArrayBuilder::new().items(Ref::from_schema_name(schema));
    let any = AnyOfBuilder::new()
        .item(Object::with_type(Type::String))
        .item(list("DeliveryMethod"))
        .item(list("TaxRegistration"))
        .item(list("AddedRate"));
    Schema::AnyOf(any.build())
}

impl HasCursor for SettingsRevision {
    fn cursor(&self) -> PageCursor {
        // Revisions have an order of their own, and an index.
        PageCursor { created_at: self.revision, id: self.id.clone() }
    }
}

impl SettingsRevision {
    fn read(mode: RunMode, language: Language, row: SettingsRevisionRow) -> Result<Self, db::Error> {
        let broken = |_| db::Error::broken_row("shop_settings", &row.revision.to_string());
        let parse = |json: &str| serde_json::from_str::<ChangedSettings>(json).map_err(broken);
        let before = row.before.as_deref().map(parse).transpose()?.unwrap_or_default();
        let after = parse(&row.settings)?;
        Ok(Self {
            id: row.id,
            revision: row.revision,
            at: Timestamp::from_micros(row.created_at),
            by: SettingsEditor {
                name: row.actor_name.unwrap_or_default(),
                email: row.actor_email.unwrap_or_default(),
            },
            changes: changes(mode, language, &before, &after).map_err(broken)?,
        })
    }
}

/// The changed settings, in the order of the form.
fn changes(
    mode: RunMode,
    language: Language,
    before: &ChangedSettings,
    after: &ChangedSettings,
) -> Result<Vec<SettingChange>, serde_json::Error> {
    let changed = rules().filter(|(name, _)| before.get(*name) != after.get(*name));
    let change = |(name, rule): (&str, SettingRule)| {
        let value = |settings: &ChangedSettings| {
            rule.to_json(settings.get(name).map_or_else(|| first_value(mode, name), String::as_str))
        };
        Ok(SettingChange { setting: name.to_owned(), before: value(before)?, after: value(after)? })
    };
    let french = french_changes(mode, before, after);
    changed.map(change).chain(french.chain(email_changes(language, before, after)).map(Ok)).collect()
}

fn french_changes(
    mode: RunMode,
    before: &ChangedSettings,
    after: &ChangedSettings,
) -> impl Iterator<Item = SettingChange> {
    TRANSLATED.into_iter().filter_map(move |name| {
        let setting = translation::french_name(name);
        let is_own_changed = translation::own(before, name) != translation::own(after, name);
        let text = |settings: &ChangedSettings| translation::french(mode, settings, name).map(Value::from);
        let [before, after] =
            [before, after].map(|settings| text(settings).unwrap_or_else(|| Value::from("")));
        is_own_changed.then_some(SettingChange { setting, before, after })
    })
}

/// The names of the texts have the language of the reader.
fn email_changes(
    reader: Language,
    before: &ChangedSettings,
    after: &ChangedSettings,
) -> impl Iterator<Item = SettingChange> {
    let texts = EMAIL_WORDINGS.iter().flat_map(|wording| Language::ALL.map(|language| (wording, language)));
    texts.flat_map(move |(wording, language)| {
        let names = reader.choose(["subject", "opening words"], ["objet", "premiers mots"]);
        let parts = names.into_iter().zip(wording.first(language));
        let versions = wording.written(language, before).into_iter().zip(wording.written(language, after));
        parts.zip(versions).filter_map(move |((part, first), (before, after))| {
            let text = |text: &str| Value::from(if text.is_empty() { first } else { text });
            let title = wording.words(reader).title;
            let setting = match language {
                Language::English => reader.choose(
                    format!("E-mail “{title}”: {part}"),
                    format!("Courriel «\u{a0}{title}\u{a0}» en anglais\u{a0}: {part}"),
                ),
                Language::French => reader.choose(
                    format!("E-mail “{title}” in French: {part}"),
                    format!("Courriel «\u{a0}{title}\u{a0}»\u{a0}: {part}"),
                ),
            };
            (before != after).then(|| SettingChange { setting, before: text(before), after: text(after) })
        })
    })
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SettingsHistoryQuery {
    /// Rows in this page, 1 to 100. 20 by default.
    #[param(value_type = Option<i64>, minimum = 1, maximum = 100)]
    limit: Option<String>,
    /// From the `Link` header of the previous page.
    #[param(min_length = 1)]
    cursor: Option<String>,
}

/// Every save of the settings, newest first.
#[utoipa::path(get, path = "/manageShop/history", tag = "site", params(SettingsHistoryQuery),
    security(("bearer" = [])),
    responses((status = 200, body = Vec<SettingsRevision>, headers(("Link" = String), ("X-Total-Count" = i64))),
        (status = 403)))]
async fn get_settings_history(
    State(shop): State<Arc<Shop>>,
    _: Admin,
    RequestLanguage(language): RequestLanguage,
    QueryParams(query): QueryParams<SettingsHistoryQuery>,
) -> Result<Response, ApiError> {
    let page = PageQuery { limit: query.limit, cursor: query.cursor, sort: Some("newest".into()) }.check()?;
    let limit = page.limit.unwrap_or(DEFAULT_PAGE_SIZE);
    let (rows, newest) = shop
        .db
        .read((page.after.created_at, limit + 1), |tx, (below, limit)| {
            Box::pin(async move {
                let newest = store::newest_after(tx, 0).await?;
                Ok((store::history(tx, *below, *limit).await?, newest))
            })
        })
        .await?;
    // Revisions have no gaps.
    let total = newest.map_or(0, |(revision, _)| revision);
    let rows = rows
        .into_iter()
        .map(|row| SettingsRevision::read(shop.config.mode, language, row))
        .collect::<Result<_, _>>()?;
    pagination::page(rows, limit, total, "/api/manageShop/history", &[])
}
