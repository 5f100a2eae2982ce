//! Customers, the administrator, and their tools.

use std::{sync::Arc, time::Duration};

use trowel::{
    catalogue::{
        self,
        tool::{Tool, Version},
    },
    identity::{
        session::Method,
        store::{self, SessionToInsert},
        user::{Role, User},
    },
    values::{
        ids::{Id, Secret},
        money::Cents,
        time::Moment,
    },
};

use crate::environment::Ground;

/// Half of the interval after which the shop updates a session's last use, outside of the scheduler.
const SIGNED_IN_FOR: Duration = Duration::from_secs(30);

pub struct Person {
    pub name: &'static str,
    pub user: User,
    token: String,
    since: Moment,
}

impl Person {
    pub fn join(ground: &Ground, name: &'static str, role: Role, now: Moment) -> Self {
        let user = User {
            id: Id::new(now),
            email: Some(format!("{}@example.com", name.to_lowercase())),
            display_name: name.into(),
            photo_url: None,
            role,
        };
        let joining = user.clone();
        ground.write(move |tx| {
            let user = joining.clone();
            Box::pin(async move { store::insert_user(tx, &user, None, now).await })
        });
        Self { name, user, token: String::new(), since: Moment::from_micros(0) }
    }

    pub fn email(&self) -> &str {
        self.user.email.as_deref().unwrap_or_default()
    }

    /// A token of a new session.
    pub fn token(&mut self, ground: &Ground, now: Moment) -> String {
        if self.since.plus(SIGNED_IN_FOR) < now {
            let (secret, token) = (Secret::new(), Secret::new());
            token.reveal().clone_into(&mut self.token);
            self.since = now;
            let asked = Arc::new((self.user.id.clone(), secret.hash(), token.hash()));
            ground.write(move |tx| {
                let asked = Arc::clone(&asked);
                Box::pin(async move {
                    let (user, secret_hash, token_hash) = &*asked;
                    let ends_at = now.plus(Duration::from_hours(8));
                    let session = SessionToInsert {
                        id: Id::new(now),
                        user,
                        secret_hash,
                        method: Method::Password,
                        user_agent: "",
                        ends_at,
                    };
                    store::insert_session(tx, &session, now).await?;
                    store::insert_token(tx, token_hash, &session.id, now.plus(Duration::from_hours(1))).await
                })
            });
        }
        self.token.clone()
    }
}

pub struct Sold {
    pub id: Id,
    pub name: &'static str,
    pub price_cents: i64,
}

impl Sold {
    pub fn put_on_sale(
        ground: &Ground,
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
        ground.write(move |tx| {
            let tool = tool.clone();
            Box::pin(async move { catalogue::store::insert_tool(tx, &tool, None, "simulated").await })
        });
        Self { id, name, price_cents }
    }

    /// The current version.
    pub fn version(&self, ground: &Ground) -> Version {
        let id = self.id.clone();
        let tool = ground.read(move |tx| {
            let id = id.clone();
            Box::pin(async move { catalogue::store::live_by_id(tx, &id).await })
        });
        tool.expect("it is never taken off sale").version()
    }
}
