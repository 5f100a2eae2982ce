//! What customers and the owner wait for, in a shop with a thousand orders and in one with a million, on SQLite.

use std::{
    net::SocketAddr,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::json;
use trowel::{
    accounts::{
        self,
        user::{Role, User},
    },
    back_office::figures,
    catalogue::{self, tools::tool::Tool},
    db::{self, Tx},
    sales::{
        orders::{
            numbers,
            order::{Contact, Order, OrderPayment, OrderState, PiecesBack},
            store::{self, insert},
            tracking::Tracking,
        },
        purchases::PurchaseLine,
    },
    shop::Shop,
    values::{ids::Id, money::Cents, time::Timestamp},
};

use crate::{Failure, load, orders, report};

/// The orders of the others are of so many tools.
const TOOLS: usize = 200;
const SIZES: [i64; 2] = [1_000, 1_000_000];
/// The number is below the limit of unpaid orders, so that each customer can place one more order.
const ORDERS_PER_CUSTOMER: i64 = 10;
const CUSTOMERS_PER_TRANSACTION: i64 = 50;
/// The orders of others were paid in the last year.
const SALES_DAYS: i64 = 365;
const DAY: Duration = Duration::from_hours(24);
/// One in so many orders of the others is not shipped yet.
const OPEN: i64 = 100;
/// Customers who send requests.
const CALLERS: i64 = 20;

/// What is measured, and the median of the response times.
type Figure = (&'static str, Duration);

pub async fn measure(folder: &Path) -> Result<(), Failure> {
    let small = measure_shop(SIZES[0], &folder.join("small")).await?;
    let large = measure_shop(SIZES[1], &folder.join("large")).await?;
    for ((what, small), (_, large)) in small.into_iter().zip(large) {
        report(&format!("{what}, {} orders, median", SIZES[0]), small.as_secs_f64() * 1e3, "ms");
        report(&format!("  {} orders", SIZES[1]), large.as_secs_f64() * 1e3, "ms");
        report("  ratio", large.as_secs_f64() / small.as_secs_f64(), "");
    }
    Ok(())
}

async fn measure_shop(size: i64, folder: &Path) -> Result<Vec<Figure>, Failure> {
    let (shop, address) = orders::open(folder).await?;
    orders::put_on_sale(&shop, orders::TOOL, 2_000_000).await?;
    for number in 1..TOOLS {
        orders::put_on_sale(&shop, &format!("{} {number}", orders::TOOL), 2_000_000).await?;
    }
    let tools = shop.db.read((), |tx, ()| catalogue::tools::store::live_after(tx, "", 1_000)).await?;
    let tools: Arc<[Tool]> = tools.into();
    let (_, admin) = orders::sign_in(&shop, "admin@example.com", Role::Admin).await?;
    let mut callers = Vec::new();
    for number in 0..CALLERS {
        callers.push(orders::sign_in(&shop, &format!("caller{number}@example.com"), Role::Customer).await?);
    }
    let others = size / ORDERS_PER_CUSTOMER - CALLERS;
    for batch in 0..others / CUSTOMERS_PER_TRANSACTION {
        let customers = (0..CUSTOMERS_PER_TRANSACTION)
            .map(|n| customer(&shop, batch * CUSTOMERS_PER_TRANSACTION + n))
            .collect();
        insert(&shop, &tools, customers, true).await?;
    }
    insert(&shop, &tools, callers.iter().map(|(user, _)| user.clone()).collect(), false).await?;

    let as_admin = |path: &str| vec![load::request("GET", path, &admin, None); callers.len()];
    let mine = callers.iter().map(|(user, proof)| {
        let email = user.email.as_deref().unwrap_or_default();
        load::request("GET", &format!("/api/orders?customerEmail={email}&limit=24&sort=newest"), proof, None)
    });
    figures::roll_up::roll_up(&shop).await?;
    let purchase = json!({ "toolName": orders::TOOL, "orderQuantity": 1, "price": 10, "totalPrice": 10 });
    let purchases = callers.iter().map(|(user, proof)| {
        let mut order = purchase.clone();
        order["customerEmail"] = json!(user.email);
        load::request("POST", "/api/orders", proof, Some(&order))
    });
    let figures = vec![
        ("My Orders", median(address, mine.collect()).await?),
        ("Manage Orders", median(address, as_admin("/api/manageOrders?limit=24&sort=newest")).await?),
        (
            "search in Manage Orders",
            median(address, as_admin("/api/manageOrders?q=caller7%40&limit=24")).await?,
        ),
        (
            "search in Users by an address",
            median(address, as_admin("/api/users?q=caller7%40&limit=24")).await?,
        ),
        (
            "search in Users by a name that all have",
            median(address, as_admin("/api/users?q=customer&limit=24&sort=newest")).await?,
        ),
        ("Figures of 30 days", median(address, as_admin("/api/figures")).await?),
        ("Figures of a year", median(address, as_admin("/api/figures?days=365")).await?),
        ("a purchase", median(address, purchases.collect()).await?),
    ];
    shop.db.clone().close().await;
    Ok(figures)
}

async fn median(address: SocketAddr, requests: Vec<Vec<u8>>) -> Result<Duration, Failure> {
    let mut times = Vec::new();
    for request in requests {
        let began = Instant::now();
        load::once(address, &request).await?;
        times.push(began.elapsed());
    }
    times.sort_unstable();
    times.get(times.len() / 2).copied().ok_or_else(|| "nothing was measured".into())
}

fn customer(shop: &Shop, number: i64) -> User {
    User {
        id: Id::new(shop.clock.now()),
        email: Some(format!("customer{number}@example.com")),
        display_name: "Customer".into(),
        photo_url: None,
        role: Role::Customer,
        language: trowel::values::language::Language::English,
    }
}

/// Inserts the orders of these customers, and the accounts if they are new. Orders of new accounts are shipped, except
/// for a few.
async fn insert(
    shop: &Shop,
    tools: &Arc<[Tool]>,
    customers: Vec<User>,
    are_new: bool,
) -> Result<(), Failure> {
    let input = Arc::new((Arc::clone(tools), customers, are_new, shop.clock.now()));
    shop.db
        .write(input, |tx, input| Box::pin(insert_in_tx(tx, &input.0, &input.1, input.2, input.3)))
        .await?;
    Ok(())
}

async fn insert_in_tx(
    tx: &Tx<'_>,
    tools: &[Tool],
    customers: &[User],
    are_new: bool,
    now: Timestamp,
) -> Result<(), db::Error> {
    for user in customers {
        if are_new {
            accounts::store::insert_user(tx, user, None, now).await?;
        }
        for _ in 0..ORDERS_PER_CUSTOMER {
            let number = numbers::store::reserve(tx, "orders", 1_001, 1).await?;
            let nth = usize::try_from(number / SALES_DAYS).unwrap_or(0) % tools.len();
            let order = order(user, &tools[nth], number, now);
            insert::unpaid(tx, &order).await?;
            if are_new {
                let at = now.minus(DAY * u32::try_from(number % SALES_DAYS).unwrap_or(0));
                let payment = OrderPayment { transaction_id: format!("pi_{number}"), method: None, at };
                store::pay(tx, &order.id, &payment).await?;
                if number % OPEN != 0 {
                    store::ship(tx, &order.id, now, &order.tracking).await?;
                }
            }
        }
    }
    Ok(())
}

fn order(user: &User, tool: &Tool, number: i64, now: Timestamp) -> Order {
    let id = Id::new(now);
    Order {
        is_kept: false,
        is_guest: false,
        is_unconfirmed: false,
        is_hidden: false,
        line: PurchaseLine::only(&id, tool.price),
        id,
        number,
        user_id: user.id.clone(),
        tool_id: tool.id.clone(),
        tool_name: tool.name.clone(),
        price: tool.price,
        quantity: 1,
        total: tool.price,
        customer_name: user.display_name.clone(),
        customer_email: user.email.clone().unwrap_or_default(),
        contact: Contact { phone: "1 Elm Street".into(), address: "555-0142".into() },
        state: OrderState::Unpaid,
        tracking: Tracking::default(),
        disputed_at: None,
        part_refunded: Cents::ZERO,
        pieces: PiecesBack::default(),
        created_at: now,
        held_until: None,
        is_entered: false,
    }
}
