//! The login methods of one account in the database.

use crate::{
    db::{Error, Tx, queries},
    values::{ids::Id, social_provider::SocialProvider, time::Timestamp},
};

pub struct LinkedProvider {
    pub provider: SocialProvider,
    /// The user's name at the provider.
    pub label: String,
    pub created_at: Timestamp,
}

queries! {
    fn identities(user: &Id) -> Vec<(String, String, Timestamp)> =
        "SELECT provider, label, created_at FROM linked_identities WHERE user_id = $1 ORDER BY created_at, provider";
    pub fn delete_link(user: &Id, provider: SocialProvider) =
        "DELETE FROM linked_identities WHERE user_id = $1 AND provider = $2";
}

/// The providers that are linked to the account, oldest first. Skips providers that this version does not know.
pub async fn linked_providers(tx: &Tx<'_>, user: &Id) -> Result<Vec<LinkedProvider>, Error> {
    let known = identities(tx, user).await?.into_iter().filter_map(|(provider, label, created_at)| {
        Some(LinkedProvider { provider: SocialProvider::parse(&provider)?, label, created_at })
    });
    Ok(known.collect())
}
