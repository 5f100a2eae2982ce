//! One e-mail a day at most to the owner while unpaid orders hold more than half of a tool's pieces.

use crate::{
    base::{
        email::{
            Mailer,
            owner_message::{HeldTool, OwnerMessage},
        },
        rate_limit::{self, LimitedAction, RateLimit},
    },
    db::{self, Tx},
    sales::orders::held_stock::store,
    shop::Shop,
    values::time::Timestamp,
};

/// The e-mail names so many tools.
const MAX_NAMED: i64 = 50;

/// Every node may run it: the one that counts the e-mail of the day sends it.
pub async fn tell_owner(shop: &Shop) -> Result<(), db::Error> {
    if !shop.mailer.tells_owner() {
        return Ok(());
    }
    let now = shop.clock.now();
    let tools = shop.db.read(now, |tx, now| Box::pin(tools_to_tell(tx, *now))).await?;
    if tools.is_empty() {
        return Ok(());
    }
    let input = (shop.mailer.clone(), tools, now);
    shop.db.write(input, |tx, (mailer, tools, now)| Box::pin(tell(tx, mailer, tools, *now))).await
}

fn once_a_day() -> RateLimit {
    LimitedAction::TellHeldStock.by("")
}

async fn tools_to_tell(tx: &Tx<'_>, now: Timestamp) -> Result<Vec<HeldTool>, db::Error> {
    if rate_limit::check(tx, &once_a_day(), now).await?.is_some() {
        return Ok(Vec::new());
    }
    let rows = store::mostly_held(tx, MAX_NAMED).await?;
    let tools = rows.into_iter().map(|row| HeldTool {
        tool_name: row.name,
        held: row.held,
        total: row.held + row.available,
    });
    Ok(tools.collect())
}

async fn tell(tx: &Tx<'_>, mailer: &Mailer, tools: &[HeldTool], now: Timestamp) -> Result<(), db::Error> {
    if rate_limit::take(tx, &[once_a_day()], now).await?.is_refused() {
        return Ok(());
    }
    mailer.queue_for_owner(tx, OwnerMessage::OwnerHeldStock { tools: tools.to_vec() }, now).await
}
