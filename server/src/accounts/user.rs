//! An account, its role and how it logs in.

use serde::Serialize;
use utoipa::ToSchema;

use crate::values::ids::Id;

#[derive(Debug, Clone)]
pub struct User {
    pub id: Id,
    /// `None` until the account is completed. Such a caller gets no access token.
    pub email: Option<String>,
    pub display_name: String,
    pub photo_url: Option<String>,
    pub role: Role,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    User,
    /// Handles orders and tools.
    Staff,
    Admin,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Staff => "staff",
            Role::Admin => "admin",
        }
    }

    /// An unknown role has no rights.
    pub fn from_stored(text: &str) -> Self {
        match text {
            "admin" => Role::Admin,
            "staff" => Role::Staff,
            _ => Role::User,
        }
    }
}

impl User {
    pub fn is_admin(&self) -> bool {
        self.role == Role::Admin
    }

    pub fn has_email(&self, email: &str) -> bool {
        self.email.as_deref() == Some(email)
    }
}

/// How a session was authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum AuthMethod {
    Password,
    /// By a mailed link.
    Email,
    Phone,
    Google,
    Facebook,
    Github,
    Twitter,
}

impl AuthMethod {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Google => "google",
            Self::Facebook => "facebook",
            Self::Github => "github",
            Self::Twitter => "twitter",
        }
    }

    /// Unknown text means a password.
    pub fn from_stored(text: &str) -> Self {
        let all = [Self::Email, Self::Phone, Self::Google, Self::Facebook, Self::Github, Self::Twitter];
        all.into_iter().find(|method| method.as_str() == text).unwrap_or(Self::Password)
    }
}
