//! One e-mail a day to the owner about the orders paid since the last one.

use std::time::Duration;

use crate::{
    base::{
        email::{Mailer, order_summary::OrderSummary, owner_message::OwnerMessage},
        metadata,
    },
    db::{self, Tx},
    sales::orders::paid_orders::{self, store::PaidOrderRow},
    settings::shop_settings::preferences::OrderEmails,
    shop::Shop,
    values::{day::last_start_of_hour, language::Language, time::Timestamp},
};

const DAY: Duration = Duration::from_hours(24);
/// The hour at which the e-mail is sent, in the shop's time zone.
const SENT_AT_HOUR: i8 = 7;
/// The end of the last day that was reported, in microseconds.
const REPORTED_UNTIL: &str = "daily_orders_until";
/// The e-mail names so many. It counts all of them.
const MAX_NAMED: i64 = 50;

/// Sends the e-mail if its day has ended. Every node may run it: the one that moves the mark sends the e-mail.
pub async fn send_daily(shop: &Shop) -> Result<(), db::Error> {
    let until = last_start_of_hour(SENT_AT_HOUR, shop.clock.now(), &shop.settings.current().time_zone);
    let reported = shop.db.read((), |tx, ()| Box::pin(reported_until(tx))).await?;
    if reported.is_some_and(|reported| reported >= until) {
        return Ok(());
    }
    // The mark moves also while no e-mail is wanted, so that the first one reports one day and not the whole past.
    let is_wanted = shop.settings.current().preferences.order_emails == OrderEmails::Daily;
    let input = (shop.mailer.clone(), is_wanted, until, shop.clock.now());
    let sent = shop.db.write(input, |tx, (mail, is_wanted, until, now)| {
        Box::pin(report(tx, mail, *is_wanted, *until, *now))
    });
    sent.await
}

async fn reported_until(tx: &Tx<'_>) -> Result<Option<Timestamp>, db::Error> {
    let stored = metadata::store::get(tx, REPORTED_UNTIL).await?;
    Ok(stored.and_then(|text| text.parse().ok()).map(Timestamp::from_micros))
}

async fn report(
    tx: &Tx<'_>,
    mail: &Mailer,
    is_wanted: bool,
    until: Timestamp,
    now: Timestamp,
) -> Result<(), db::Error> {
    let from = reported_until(tx).await?;
    let mark = until.micros().to_string();
    let stored = from.map(|from| from.micros().to_string());
    if !metadata::store::replace(tx, REPORTED_UNTIL, stored.as_deref(), &mark).await? || !is_wanted {
        return Ok(());
    }
    let from = from.unwrap_or_else(|| until.minus(DAY));
    let (count, total_cents) = paid_orders::store::sum_between(tx, from, until).await?;
    if count == 0 {
        return Ok(());
    }
    let orders = paid_orders::store::between(tx, from, until, MAX_NAMED).await?;
    let orders = orders.into_iter().map(summary).collect();
    mail.queue_for_owner(tx, OwnerMessage::OwnerDailyOrders { orders, count, total_cents }, now).await
}

/// Summarizes an order without the customer's name.
fn summary(PaidOrderRow { id, number, tool_name, quantity, due }: PaidOrderRow) -> OrderSummary {
    let customer_name = String::new();
    OrderSummary {
        id,
        number,
        customer_name,
        tool_name,
        quantity,
        total: due,
        is_guest: false,
        language: Language::default(),
        details: None,
    }
}
