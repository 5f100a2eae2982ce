//! What a role allows beyond the caller's own orders, reviews and profile, and what of that an API key may have.
//! Extractors and handlers ask here.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    session::store::Session,
    user::{Role, User},
};
use crate::values::ids::Id;

/// A part of running the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permission {
    /// See the orders of all customers.
    ReadOrders,
    /// Ship orders, and change their tracking, address and notes.
    WriteOrders,
    /// Add and edit tools, with pictures and stock.
    WriteTools,
    /// Write, publish and take back blog posts.
    WritePosts,
    /// Import a CSV file of tools.
    ImportTools,
    /// Download CSV files, with the data of all customers.
    ExportCsv,
    /// See what the shop sells.
    ReadFigures,
    /// Add, edit and delete webhooks.
    ManageWebhooks,
    /// Pay money back to customers.
    RefundOrders,
    /// Roles, accounts, settings, API keys, and everything that deletes.
    RunShop,
}

impl Role {
    fn permissions(self) -> &'static [Permission] {
        use Permission::{
            ExportCsv, ImportTools, ManageWebhooks, ReadFigures, ReadOrders, RefundOrders, RunShop,
            WriteOrders, WritePosts, WriteTools,
        };
        match self {
            Self::Customer => &[],
            Self::Staff => &[ReadOrders, WriteOrders, WriteTools, WritePosts],
            Self::Admin => &[
                ReadOrders,
                WriteOrders,
                WriteTools,
                WritePosts,
                ImportTools,
                ExportCsv,
                ReadFigures,
                ManageWebhooks,
                RefundOrders,
                RunShop,
            ],
        }
    }
}

/// What an API key may do. None has [`Permission::RunShop`] or [`Permission::WritePosts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum KeyScope {
    /// See all orders.
    #[serde(rename = "orders:read")]
    ReadOrders,
    /// See, ship and correct all orders.
    #[serde(rename = "orders:write")]
    WriteOrders,
    /// Add and edit tools. Everyone may list them.
    #[serde(rename = "tools:write")]
    WriteTools,
    /// Check and import CSV files of tools.
    #[serde(rename = "tools:import")]
    ImportTools,
    /// Download CSV files of tools, orders, payments, refunds, customers and stock.
    #[serde(rename = "csv:read")]
    ExportCsv,
    /// See sales figures.
    #[serde(rename = "figures:read")]
    ReadFigures,
    /// Add, edit, test and delete webhooks, and see their log.
    #[serde(rename = "webhooks:write")]
    ManageWebhooks,
    /// Refund paid orders, to the card that paid. It moves money.
    #[serde(rename = "refunds:write")]
    RefundOrders,
}

impl KeyScope {
    pub const ALL: [Self; 8] = [
        Self::ReadOrders,
        Self::WriteOrders,
        Self::WriteTools,
        Self::ImportTools,
        Self::ExportCsv,
        Self::ReadFigures,
        Self::ManageWebhooks,
        Self::RefundOrders,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadOrders => "orders:read",
            Self::WriteOrders => "orders:write",
            Self::WriteTools => "tools:write",
            Self::ImportTools => "tools:import",
            Self::ExportCsv => "csv:read",
            Self::ReadFigures => "figures:read",
            Self::ManageWebhooks => "webhooks:write",
            Self::RefundOrders => "refunds:write",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
    }

    /// Writes the scopes, each once, separated by spaces.
    pub fn join(scopes: &[Self]) -> String {
        let chosen: Vec<_> =
            Self::ALL.iter().filter(|scope| scopes.contains(scope)).map(|scope| scope.as_str()).collect();
        chosen.join(" ")
    }

    /// Ignores scopes that this version does not know.
    pub fn split(text: &str) -> Vec<Self> {
        text.split(' ').filter_map(Self::parse).collect()
    }

    fn permissions(self) -> &'static [Permission] {
        match self {
            Self::ReadOrders => &[Permission::ReadOrders],
            Self::WriteOrders => &[Permission::ReadOrders, Permission::WriteOrders],
            Self::WriteTools => &[Permission::WriteTools],
            Self::ImportTools => &[Permission::ImportTools],
            Self::ExportCsv => &[Permission::ExportCsv],
            Self::ReadFigures => &[Permission::ReadFigures],
            Self::ManageWebhooks => &[Permission::ManageWebhooks],
            Self::RefundOrders => &[Permission::RefundOrders],
        }
    }
}

/// A role whose account acts as a customer for now.
#[derive(Debug, Clone, Copy)]
pub struct WithheldRole {
    pub role: Role,
    pub reason: WithheldReason,
}

/// What the account has to do before its role counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithheldReason {
    /// Choose a password that is strong enough for a role.
    WeakPassword,
    /// Turn on two-step login, because the shop asks its owner and staff for it.
    NoSecondFactor,
}

/// The user of a request, and what this request may do.
#[derive(Debug, Clone)]
pub struct Caller {
    pub user: User,
    /// The API key of the user that sent the request, if one did.
    key: Option<Id>,
    permissions: Vec<Permission>,
    /// Why the role is withheld, as in [`Session::withheld_role`].
    pub withheld_reason: Option<WithheldReason>,
}

impl Caller {
    pub fn new(user: User) -> Self {
        let permissions = user.role.permissions().to_vec();
        Self { key: None, permissions, user, withheld_reason: None }
    }

    pub fn of_session(session: Session) -> Self {
        let withheld_reason = session.withheld_role.map(|withheld| withheld.reason);
        Self { withheld_reason, ..Self::new(session.user) }
    }

    pub fn of_key(user: User, key: Id, scopes: &[KeyScope]) -> Self {
        let role = user.role.permissions();
        let permissions = scopes.iter().flat_map(|scope| scope.permissions());
        let permissions = permissions.filter(|permission| role.contains(permission)).copied().collect();
        Self { key: Some(key), permissions, user, withheld_reason: None }
    }

    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Whether the caller is this user in person. An API key has no orders of its own.
    pub fn is(&self, user: &Id) -> bool {
        self.key.is_none() && self.user.id == *user
    }

    pub fn is_key(&self) -> bool {
        self.key.is_some()
    }

    /// The id that the audit trail records: the API key's if there is one, otherwise the account's.
    pub fn actor(&self) -> &Id {
        self.key.as_ref().unwrap_or(&self.user.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_scope_runs_the_shop_and_none_exceeds_the_role() {
        let user = |role| User {
            id: Id::new(crate::values::time::Timestamp::from_micros(0)),
            email: None,
            display_name: String::new(),
            photo_url: None,
            role,
            language: crate::values::language::Language::default(),
        };
        let key = |role| Caller::of_key(user(role), user(role).id, &KeyScope::ALL);
        assert!(key(Role::Admin).may(Permission::WriteTools));
        assert!(!key(Role::Admin).may(Permission::RunShop));
        assert!(!key(Role::Customer).may(Permission::ReadOrders));
        assert_eq!(KeyScope::split("tools:write of:old"), [KeyScope::WriteTools]);
    }
}
