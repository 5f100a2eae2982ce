//! The demo: sample tools, reviews, orders and blog posts, and two accounts.

mod sales;
pub mod sandbox;

use std::{io, net::SocketAddr, time::Duration};

use serde::{Deserialize, Deserializer, de::Error as _};
use thiserror::Error;

use self::{sales::Sale, sandbox::DemoCards};
use crate::{
    accounts::{
        self, password,
        user::{Role, User},
    },
    catalogue::{
        self,
        categories::{self, Category},
        tools::{
            pictures::{MorePictures, ToolPicture},
            price_steps::PriceSteps,
            store::StockChangeReason,
            texts::ToolTexts,
            tool::{Tool, ToolExtras},
        },
    },
    db,
    sales::reviews::{self, review::ReviewState, store::NewReview},
    settings::posts::{post::PostContent, write},
    shop::Shop,
    values::{
        email::Email,
        ids::{Id, Secret},
        language::Language,
        money::Cents,
        time::Timestamp,
        url::is_loopback,
    },
};

const CATALOGUE: &str = include_str!("../../../demo/catalogue.json");
const POSTS: &str = include_str!("../../../demo/posts.json");

/// Address and name of the sample accounts.
pub const CUSTOMER: (&str, &str) = ("customer@example.com", "Rowan Field");
pub const ADMIN: (&str, &str) = ("admin@example.com", "Hazel Moss");

/// The passwords of a demo that only this machine can reach, with their hashes: hashing takes longer than the rest of a
/// start.
const CUSTOMER_PASSWORD: (&str, &str) = (
    "garden-customer",
    "$argon2id$v=19$m=19456,t=2,p=1$zt+NyjgJtFLrVDYwyhGhaQ$qTXQvOPGPu2KMbnZB15re/YLTFCtjh6niR1onq+2p4k",
);
const ADMIN_PASSWORD: (&str, &str) = (
    "garden-admin",
    "$argon2id$v=19$m=19456,t=2,p=1$/rDsIohKhG77bBdhfGpJEA$a/Khxga27yk1KS0uCmkKxIGyCt+4VnIsLcOh9qXMpR4",
);

/// The sample tools are older than the sample orders.
const SAMPLE_AGE: Duration = Duration::from_hours(24 * 70);
/// Time between two sample tools or reviews, so that lists have a stable order.
const SAMPLE_SPACING: Duration = Duration::from_hours(1);
const POST_SPACING: Duration = Duration::from_hours(9 * 24);

#[derive(Debug, Error)]
pub enum DemoError {
    #[error(transparent)]
    Db(#[from] db::Error),
    #[error(transparent)]
    Password(#[from] password::PasswordError),
    #[error("the demo catalogue is broken: {0}")]
    Catalogue(#[from] serde_json::Error),
    #[error("a sample account has no valid address")]
    Address,
    #[error("the sample orders cannot be read: {0}")]
    Orders(#[from] csv::Error),
    #[error("a sample order is wrong at {0}")]
    Order(String),
    #[error("the sandbox takes no sample payment: {0}")]
    Cards(#[from] io::Error),
}

#[derive(Deserialize)]
struct Samples {
    categories: Vec<SampleCategory>,
    tools: Vec<SampleTool>,
    reviews: Vec<SampleReview>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SampleCategory {
    slug: String,
    name: String,
    french_name: String,
}

#[derive(Deserialize)]
struct SampleTool {
    slug: String,
    name: String,
    sku: String,
    /// The steps are written as in a CSV file of tools.
    #[serde(default, deserialize_with = "price_steps")]
    price_steps: PriceSteps,
    /// What its second picture shows, if there is one: see closeUps in art/print.mjs.
    close_up: Option<String>,
    /// The slug of its category.
    category: String,
    description: String,
    french: SampleTexts,
    #[serde(deserialize_with = "cents")]
    price_cents: Cents,
    available_quantity: i64,
    minimum_quantity: i64,
    /// The owner is told when the stock falls to this number.
    low_stock: Option<i64>,
}

/// The texts of a tool in French.
#[derive(Deserialize)]
struct SampleTexts {
    name: String,
    description: String,
}

#[derive(Deserialize)]
struct SampleReview {
    name: String,
    email: String,
    /// The slug of a tool.
    tool: String,
    review: String,
    rating: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SamplePost {
    title: String,
    /// The slug of a tool.
    picture: String,
    picture_alt: String,
    /// Markdown, in blocks.
    text: Vec<String>,
}

fn cents<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cents, D::Error> {
    Cents::new(i64::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("not a price"))
}

fn price_steps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PriceSteps, D::Error> {
    PriceSteps::parse(&String::deserialize(deserializer)?)
        .map_err(|error| D::Error::custom(error.detail.english()))
}

/// An account that is printed at the start of the demo.
pub struct DemoAccount {
    pub role: &'static str,
    pub email: &'static str,
    pub password: String,
}

/// Whether only this machine can reach the demo. A public URL elsewhere means a proxy or a tunnel in front of it.
pub fn is_private(bound: SocketAddr, public_url: &str) -> bool {
    bound.ip().is_loopback() && is_loopback(public_url)
}

/// Fills an empty database and sets the passwords of both accounts to the printed ones. They are well known in a
/// private demo, and random when other machines can reach it. Sample orders need `cards`, where they are paid.
pub async fn prepare(
    shop: &Shop,
    is_private: bool,
    cards: Option<&DemoCards>,
) -> Result<Vec<DemoAccount>, DemoError> {
    let (customer, customer_hash) = choose_password(shop, CUSTOMER_PASSWORD, is_private).await?;
    let (admin, admin_hash) = choose_password(shop, ADMIN_PASSWORD, is_private).await?;
    let accounts = vec![
        DemoAccount { role: "customer", email: CUSTOMER.0, password: customer },
        DemoAccount { role: "admin", email: ADMIN.0, password: admin },
    ];
    let samples: Samples = serde_json::from_str(CATALOGUE)?;
    let now = shop.clock.now();
    let tools = sample_tools(&samples, now);
    let is_new = shop.db.read((), |tx, ()| Box::pin(catalogue::tools::store::is_empty(tx))).await?;
    let sales = match cards.filter(|_| is_new) {
        Some(cards) => sales::pay_at_sandbox(cards, &tools, &shop.config.currency, now).await?,
        None => Vec::new(),
    };
    let input = DemoData {
        tools: tools.into_iter().map(|(_, tool)| tool).collect(),
        samples,
        sales,
        currency: shop.config.currency.clone(),
        posts: serde_json::from_str(POSTS)?,
        customer: (Email::parse(accounts[0].email).ok_or(DemoError::Address)?, customer_hash),
        admin: (Email::parse(accounts[1].email).ok_or(DemoError::Address)?, admin_hash),
        now,
    };
    shop.db.write(input, |tx, data| Box::pin(insert_demo(tx, data))).await?;
    Ok(accounts)
}

/// A password and its hash.
async fn choose_password(
    shop: &Shop,
    (known, its_hash): (&str, &str),
    is_private: bool,
) -> Result<(String, String), password::PasswordError> {
    if is_private {
        return Ok((known.to_owned(), its_hash.to_owned()));
    }
    let random: String = Secret::new().reveal().chars().take(20).collect();
    let its_hash = shop.passwords.hash(&random).await?;
    Ok((random, its_hash))
}

struct DemoData {
    samples: Samples,
    /// The tools are in the order of the samples.
    tools: Vec<Tool>,
    sales: Vec<Sale>,
    currency: String,
    posts: Vec<SamplePost>,
    /// Address and password hash.
    customer: (Email, String),
    admin: (Email, String),
    now: Timestamp,
}

async fn insert_demo(tx: &db::Tx<'_>, data: &DemoData) -> Result<(), db::Error> {
    let DemoData { posts, customer, admin, now, .. } = data;
    // A deleted account is created again at the next start.
    let customer_is_new = insert_if_absent(tx, &customer.0, CUSTOMER.1, Role::Customer, *now).await?;
    let admin_is_new = insert_if_absent(tx, &admin.0, ADMIN.1, Role::Admin, *now).await?;
    if customer_is_new && admin_is_new && catalogue::tools::store::is_empty(tx).await? {
        insert_samples(tx, data).await?;
        insert_posts(tx, posts, *now).await?;
    }
    for (email, password) in [customer, admin] {
        accounts::store::set_password(tx, email, password).await?;
        // If the e-mail were not verified, a login by a provider with the same one would reclaim the account.
        accounts::store::set_verified(tx, email, *now).await?;
    }
    Ok(())
}

/// Returns whether the account was created.
async fn insert_if_absent(
    tx: &db::Tx<'_>,
    email: &Email,
    name: &str,
    role: Role,
    now: Timestamp,
) -> Result<bool, db::Error> {
    if accounts::store::account_by_email(tx, email).await?.is_some() {
        return Ok(false);
    }
    let user = User {
        id: Id::new(now),
        email: Some(email.to_string()),
        display_name: name.into(),
        photo_url: None,
        role,
        language: Language::default(),
    };
    accounts::store::insert_user(tx, &user, None, now).await?;
    Ok(true)
}

/// Makes the tools, each with its slug. The first tool of the file is the newest, so that the file has the order of the
/// home page.
fn sample_tools(samples: &Samples, now: Timestamp) -> Vec<(&str, Tool)> {
    let newest = now.minus(SAMPLE_AGE);
    let tool = |(number, sample): (u32, &SampleTool)| {
        let created_at = newest.minus(SAMPLE_SPACING * number);
        Tool {
            id: Id::new(created_at),
            name: sample.name.clone(),
            description: sample.description.clone().into(),
            img: format!("/images/{}/350.webp", sample.slug),
            price: sample.price_cents,
            available: sample.available_quantity,
            minimum: sample.minimum_quantity,
            revision: 1,
            created_at,
            changed_at: created_at,
            extras: ToolExtras {
                sku: Some(sample.sku.clone()),
                category: Some(sample.category.clone()),
                price_steps: sample.price_steps.clone(),
                low_stock: sample.low_stock,
                more_pictures: MorePictures(
                    sample.close_up.iter().map(|alt| close_up(sample, alt)).collect(),
                ),
                french: ToolTexts {
                    name: Some(sample.french.name.clone()),
                    description: Some(sample.french.description.as_str().into()),
                },
                ..ToolExtras::default()
            },
        }
    };
    let slugs = samples.tools.iter().map(|sample| sample.slug.as_str());
    slugs.zip((1..).zip(&samples.tools).map(tool)).collect()
}

async fn insert_samples(tx: &db::Tx<'_>, data: &DemoData) -> Result<(), db::Error> {
    let DemoData { samples, tools, sales, currency, admin, now, .. } = data;
    for SampleCategory { slug, name, french_name } in &samples.categories {
        let (slug, name, french_name) = (slug.clone(), name.clone(), Some(french_name.clone()));
        let category = Category { id: Id::new(*now), slug, name, french_name, parent: None };
        categories::store::insert(tx, &category, *now).await?;
    }
    let sold = sales::sold(sales);
    for tool in tools {
        let sold = sold.get(tool.id.as_str()).copied().unwrap_or_default();
        let tool = Tool { available: tool.available + sold, ..tool.clone() };
        catalogue::tools::store::insert_tool(tx, &tool, None, StockChangeReason::Demo).await?;
    }
    let mut created_at = *now;
    for sample in &samples.reviews {
        created_at = created_at.minus(SAMPLE_SPACING);
        let mut named = samples.tools.iter().zip(tools);
        let tool = named.find(|(of, _)| of.slug == sample.tool).map(|(_, tool)| tool);
        let review = NewReview {
            id: Id::new(created_at),
            user_id: None,
            name: sample.name.clone(),
            email: sample.email.clone(),
            review: sample.review.clone(),
            rating: sample.rating,
            created_at,
            state: ReviewState::Published,
            tool: tool.map(|tool| tool.id.clone()),
        };
        reviews::store::insert(tx, &review, tool.map(|tool| tool.name.as_str())).await?;
    }
    if let Some(owner) = accounts::store::account_by_email(tx, &admin.0).await? {
        sales::insert(tx, sales, &owner.user.id, currency).await?;
    }
    Ok(())
}

/// The first of the file is the newest.
async fn insert_posts(tx: &db::Tx<'_>, posts: &[SamplePost], now: Timestamp) -> Result<(), db::Error> {
    let mut created_at = now;
    for sample in posts {
        created_at = created_at.minus(POST_SPACING);
        let content = PostContent {
            title: sample.title.clone(),
            text: sample.text.join("\n\n"),
            picture: Some(format!("/images/{}/350.webp", sample.picture)),
            picture_alt: sample.picture_alt.clone(),
            is_draft: false,
        };
        write::insert(tx, Id::new(created_at), &content, created_at).await?;
    }
    Ok(())
}

fn close_up(sample: &SampleTool, alt: &str) -> ToolPicture {
    ToolPicture { url: format!("/images/{}-close/350.webp", sample.slug), alt: alt.to_owned() }
}
