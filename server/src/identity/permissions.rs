//! What a role allows beyond the caller's own orders, reviews and profile. Extractors and handlers ask here.

use super::user::{Role, User};
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
    /// Money, roles, accounts, settings, and everything that deletes.
    RunShop,
}

impl Role {
    pub fn permissions(self) -> &'static [Permission] {
        use Permission::{ReadOrders, RunShop, WriteOrders, WriteTools};
        match self {
            Self::User => &[],
            Self::Staff => &[ReadOrders, WriteOrders, WriteTools],
            Self::Admin => &[ReadOrders, WriteOrders, WriteTools, RunShop],
        }
    }
}

/// The user of a request, and what this request may do.
#[derive(Debug, Clone)]
pub struct Caller {
    pub user: User,
    permissions: &'static [Permission],
}

impl Caller {
    pub fn new(user: User) -> Self {
        Self { permissions: user.role.permissions(), user }
    }

    pub fn may(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    pub fn is(&self, user: &Id) -> bool {
        self.user.id == *user
    }
}
