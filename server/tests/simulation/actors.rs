//! Customers, the administrator, and the tools they trade.

use std::time::Duration;

use trowel::{
    accounts::{
        email_link::store::set_email_verified,
        session::{store as session_store, store::NewSessionRow},
        store,
        user::{AuthMethod, Role, User},
    },
    catalogue::{
        self,
        tools::{
            tool::{Tool, ToolExtras},
            version::ToolVersion,
        },
    },
    db::{self, Tx},
    values::{
        email::Email,
        ids::{Id, Secret},
        money::Cents,
        time::Timestamp,
    },
};

use crate::environment::Environment;

/// Ada's address is verified. Ben has a password, and Cy has neither.
pub const VERIFIED: &str = "ada@example.com";
pub const UNVERIFIED: &str = "ben@example.com";
/// Half of the interval after which the shop records, outside the schedule, that a session is in use.
const TOKEN_REUSE: Duration = Duration::from_secs(30);

pub struct Actor {
    pub name: &'static str,
    pub user: User,
    token: String,
    since: Timestamp,
}

impl Actor {
    pub fn create(environment: &Environment, name: &'static str, role: Role, now: Timestamp) -> Self {
        let user = User {
            id: Id::new(now),
            email: Some(format!("{}@example.com", name.to_lowercase())),
            display_name: name.into(),
            photo_url: None,
            role,
            language: trowel::values::language::Language::English,
        };
        environment.write((user.clone(), now), |tx, (user, now)| Box::pin(sign_up(tx, user, *now)));
        Self { name, user, token: String::new(), since: Timestamp::from_micros(0) }
    }

    pub fn has_token(&self, token: &str) -> bool {
        self.token == token
    }

    pub fn email(&self) -> &str {
        self.user.email.as_deref().unwrap_or_default()
    }

    /// A token of a session that started less than `TOKEN_REUSE` ago.
    pub fn token(&mut self, environment: &Environment, now: Timestamp) -> String {
        if self.since.plus(TOKEN_REUSE) < now {
            let token = Secret::new();
            token.reveal().clone_into(&mut self.token);
            self.since = now;
            let input = (self.user.id.clone(), token.hash(), now);
            environment.write(input, |tx, (user, token_hash, now)| {
                Box::pin(start_session(tx, user, token_hash, *now))
            });
        }
        self.token.clone()
    }
}

async fn sign_up(tx: &Tx<'_>, user: &User, now: Timestamp) -> Result<(), db::Error> {
    store::insert_user(tx, user, None, now).await?;
    let Some(email) = user.email.as_deref().and_then(Email::parse) else { return Ok(()) };
    match email.as_str() {
        VERIFIED => set_email_verified(tx, &user.id, &email, now).await.map(drop),
        UNVERIFIED => store::set_password(tx, &email, "of no password").await.map(drop),
        _ => Ok(()),
    }
}

async fn start_session(tx: &Tx<'_>, user: &Id, token_hash: &str, now: Timestamp) -> Result<(), db::Error> {
    let session = NewSessionRow {
        id: Id::new(now),
        user,
        secret_hash: &Secret::new().hash(),
        method: AuthMethod::Password,
        user_agent: "",
        expires_at: now.plus(Duration::from_hours(8)),
    };
    session_store::insert(tx, &session, now).await?;
    session_store::insert_token(tx, token_hash, &session.id, now.plus(Duration::from_hours(1))).await
}

pub struct ListedTool {
    pub id: Id,
    pub name: &'static str,
    pub price_cents: i64,
}

impl ListedTool {
    pub fn create(
        environment: &Environment,
        name: &'static str,
        price_cents: i64,
        available: i64,
        now: Timestamp,
    ) -> Self {
        let tool = Tool {
            id: Id::new(now),
            name: name.into(),
            description: format!("{name}, for the border.").into(),
            img: "/images/hoe/350.webp".into(),
            price: Cents::new(price_cents).expect("a price"),
            available,
            minimum: 1,
            revision: 1,
            created_at: now,
            changed_at: now,
            extras: ToolExtras::default(),
        };
        let id = tool.id.clone();
        environment.write(tool, |tx, tool| {
            Box::pin(catalogue::tools::store::insert_tool(
                tx,
                tool,
                None,
                catalogue::tools::store::StockChangeReason::Added,
            ))
        });
        Self { id, name, price_cents }
    }

    /// The current version.
    pub fn version(&self, environment: &Environment) -> ToolVersion {
        let tool = environment.read(self.id.clone(), |tx, id| catalogue::tools::store::live_by_id(tx, id));
        tool.expect("the tool is never removed").version()
    }

    pub fn current_price(&self, environment: &Environment) -> i64 {
        let tool = environment.read(self.id.clone(), |tx, id| catalogue::tools::store::live_by_id(tx, id));
        tool.expect("the tool is never removed").price.as_i64()
    }
}
