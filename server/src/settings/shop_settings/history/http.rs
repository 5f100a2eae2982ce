//! GET /manageShop/history.

use crate::{
    accounts::extractors::Admin,
    base::{config::RunMode, email::wording::EMAIL_WORDINGS},
    db,
    http::prelude::*,
    settings::shop_settings::{
        settings::{ChangedSettings, first_value, rules},
        store::{self, SettingsRevisionRow},
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
    /// As in PUT /shop-settings, or the title of an e-mail and what of it.
    setting: String,
    before: String,
    /// The same as before: the owner has checked a first text.
    after: String,
}

impl HasCursor for SettingsRevision {
    fn cursor(&self) -> PageCursor {
        // Revisions have an order of their own, and an index.
        PageCursor { created_at: self.revision, id: self.id.clone() }
    }
}

impl SettingsRevision {
    fn read(mode: RunMode, row: SettingsRevisionRow) -> Result<Self, db::Error> {
        let parse = |json: &str| -> Result<ChangedSettings, db::Error> {
            serde_json::from_str(json)
                .map_err(|_| db::Error::broken_row("shop_settings", &row.revision.to_string()))
        };
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
            changes: changes(mode, &before, &after),
        })
    }
}

/// In the order of the form.
fn changes(mode: RunMode, before: &ChangedSettings, after: &ChangedSettings) -> Vec<SettingChange> {
    let value = |settings: &ChangedSettings, name| {
        settings.get(name).cloned().unwrap_or_else(|| first_value(mode, name).to_owned())
    };
    let changed = rules().filter(|(name, _)| before.get(*name) != after.get(*name));
    changed
        .map(|(name, _)| SettingChange {
            setting: name.to_owned(),
            before: value(before, name),
            after: value(after, name),
        })
        .chain(email_changes(before, after))
        .collect()
}

fn email_changes(before: &ChangedSettings, after: &ChangedSettings) -> impl Iterator<Item = SettingChange> {
    EMAIL_WORDINGS.iter().flat_map(|wording| {
        let parts = ["subject", "opening words"].into_iter().zip(wording.first());
        let versions = wording.written(before).into_iter().zip(wording.written(after));
        parts.zip(versions).filter_map(|((part, first), (before, after))| {
            let text = |text: &str| if text.is_empty() { first.to_owned() } else { text.to_owned() };
            let setting = format!("E-mail “{}”: {part}", wording.title);
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
        .map(|row| SettingsRevision::read(shop.config.mode, row))
        .collect::<Result<_, _>>()?;
    pagination::page(rows, limit, total, "/api/manageShop/history", &[])
}
