//! Customers, the administrator, and the tools they trade.

use std::{sync::Arc, time::Duration};

use trowel::{
    catalogue::{
        self,
        tool::{Tool, ToolVersion},
    },
    identity::{
        session::Method,
        store::{self, NewSessionRow},
        user::{Role, User},
    },
    values::{
        ids::{Id, Secret},
        money::Cents,
        time::Moment,
    },
};

use crate::environment::Environment;

/// Half of the interval after which the shop records, outside the schedule, that a session is in use.
const TOKEN_REUSE: Duration = Duration::from_secs(30);

pub struct Actor {
    pub name: &'static str,
    pub user: User,
    token: String,
    since: Moment,
}

impl Actor {
    pub fn create(environment: &Environment, name: &'static str, role: Role, now: Moment) -> Self {
        let user = User {
            id: Id::new(now),
            email: Some(format!("{}@example.com", name.to_lowercase())),
            display_name: name.into(),
            photo_url: None,
            role,
        };
        let joining = user.clone();
        environment.write(move |tx| {
            let user = joining.clone();
            Box::pin(async move { store::insert_user(tx, &user, None, now).await })
        });
        Self { name, user, token: String::new(), since: Moment::from_micros(0) }
    }

    pub fn email(&self) -> &str {
        self.user.email.as_deref().unwrap_or_default()
    }

    /// A token of a session that started less than `TOKEN_REUSE` ago.
    pub fn token(&mut self, environment: &Environment, now: Moment) -> String {
        if self.since.plus(TOKEN_REUSE) < now {
            let (secret, token) = (Secret::new(), Secret::new());
            token.reveal().clone_into(&mut self.token);
            self.since = now;
            let asked = Arc::new((self.user.id.clone(), secret.hash(), token.hash()));
            environment.write(move |tx| {
                let asked = Arc::clone(&asked);
                Box::pin(async move {
                    let (user, secret_hash, token_hash) = &*asked;
                    let expires_at = now.plus(Duration::from_hours(8));
                    let session = NewSessionRow {
                        id: Id::new(now),
                        user,
                        secret_hash,
                        method: Method::Password,
                        user_agent: "",
                        expires_at,
                    };
                    store::insert_session(tx, &session, now).await?;
                    store::insert_token(tx, token_hash, &session.id, now.plus(Duration::from_hours(1))).await
                })
            });
        }
        self.token.clone()
    }
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
        now: Moment,
    ) -> Self {
        let tool = Tool {
            id: Id::new(now),
            name: name.into(),
            description: format!("{name}, for the border."),
            img: "/images/hoe/350.webp".into(),
            price: Cents::new(price_cents).expect("a price"),
            available,
            minimum: 1,
            revision: 1,
            created_at: now,
            changed_at: now,
        };
        let id = tool.id.clone();
        environment.write(move |tx| {
            let tool = tool.clone();
            Box::pin(async move { catalogue::store::insert_tool(tx, &tool, None, "simulated").await })
        });
        Self { id, name, price_cents }
    }

    /// The current version.
    pub fn version(&self, environment: &Environment) -> ToolVersion {
        let id = self.id.clone();
        let tool = environment.read(move |tx| {
            let id = id.clone();
            Box::pin(async move { catalogue::store::live_by_id(tx, &id).await })
        });
        tool.expect("the tool is never removed").version()
    }
}
