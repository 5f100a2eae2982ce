//! The login methods of one account in the database.

use crate::{
    db::{Error, Tx, params, row, statements},
    values::{ids::Id, social_provider::SocialProvider, time::Timestamp},
};

statements! {
    LINKED_PROVIDERS = "SELECT provider, label, created_at FROM linked_identities WHERE user_id = $1 ORDER BY created_at, provider";
    DELETE_LINK = "DELETE FROM linked_identities WHERE user_id = $1 AND provider = $2";
}

row! {
    struct LinkedProviderRow {
        provider: String,
        label: String,
        created_at: i64,
    }
}

pub struct LinkedProvider {
    pub provider: SocialProvider,
    /// The user's name at the provider.
    pub label: String,
    pub created_at: Timestamp,
}

/// Oldest first.
pub async fn linked_providers(tx: &Tx<'_>, user: &Id) -> Result<Vec<LinkedProvider>, Error> {
    let rows: Vec<LinkedProviderRow> = tx.all(&LINKED_PROVIDERS, params![user.as_str()]).await?;
    let link = |row: LinkedProviderRow| {
        Some(LinkedProvider {
            provider: SocialProvider::parse(&row.provider)?,
            label: row.label,
            created_at: Timestamp::from_micros(row.created_at),
        })
    };
    Ok(rows.into_iter().filter_map(link).collect())
}

pub async fn delete_link(tx: &Tx<'_>, user: &Id, provider: SocialProvider) -> Result<(), Error> {
    tx.execute(&DELETE_LINK, params![user.as_str(), provider.as_str()]).await.map(|_| ())
}
