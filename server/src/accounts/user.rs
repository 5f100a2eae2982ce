//! An account, its role and how it logs in.

use crate::{
    db::row,
    values::{ids::Id, language::Language, text_enum},
};

row! {
    pub struct User {
        pub id: Id,
        /// `None` until the account is completed. Such a caller gets no access token.
        pub email: Option<String>,
        pub display_name: String,
        pub photo_url: Option<String>,
        pub role: Role,
        /// The language of e-mails to the account.
        pub language: Language,
    }
}

text_enum! {
    // An unknown role has no rights.
    pub enum Role or Customer {
        Customer = "user",
        /// Handles orders and tools.
        Staff = "staff",
        Admin = "admin",
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

text_enum! {
    /// How a session was authenticated.
    pub enum AuthMethod or Password {
        Password = "password",
        /// The user opened a mailed link.
        Email = "email",
        Phone = "phone",
        Google = "google",
        Facebook = "facebook",
        Github = "github",
        Twitter = "twitter",
    }
}
