//! Limits per customer and per client address.

use std::time::Duration;

use clap::Args;

use crate::base::{
    config::{RunMode, non_blank},
    rate_limit::LimitedAction,
};

/// The longest one.
const YEAR: Duration = Duration::from_hours(366 * 24);

#[derive(Args, Clone)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    /// Maximum unpaid orders per customer; unpaid orders hold stock [default: 20, demo 1000]
    #[arg(long, env = "TROWEL_MAX_UNPAID_ORDERS")]
    pub max_unpaid_orders: Option<String>,
    /// Days until an unpaid order is deleted and its stock released, 0 for never [default: 7, demo 0]
    #[arg(long, env = "TROWEL_UNPAID_ORDER_DAYS")]
    pub unpaid_order_days: Option<String>,
    /// Maximum unpaid orders of a customer who never paid an order [default: 3, demo 1000]
    #[arg(long, env = "TROWEL_NEW_CUSTOMER_UNPAID_ORDERS")]
    pub new_customer_unpaid_orders: Option<String>,
    /// Minutes until an unpaid order of such a customer is deleted, 0 for as long as the others [default: 60, demo 0]
    #[arg(long, env = "TROWEL_NEW_CUSTOMER_ORDER_MINUTES")]
    pub new_customer_order_minutes: Option<String>,
    /// The same for an order that takes more than half of the pieces on sale, 0 for no difference [default: 15, demo 0]
    #[arg(long, env = "TROWEL_NEW_CUSTOMER_LARGE_ORDER_MINUTES")]
    pub new_customer_large_order_minutes: Option<String>,
    /// Orders of such customers per client network and hour, 0 for no limit [default: 10, demo 1000]
    #[arg(long, env = "TROWEL_NEW_CUSTOMER_ORDERS_PER_HOUR")]
    pub new_customer_orders_per_hour: Option<String>,
    /// Years until address and phone of an order are removed, 0 for never [default: 7, demo 0]
    #[arg(long, env = "TROWEL_ORDER_CONTACT_YEARS")]
    pub order_contact_years: Option<String>,
    /// Orders per customer and hour [default: 60, demo 1000]
    #[arg(long, env = "TROWEL_MAX_ORDERS_PER_HOUR")]
    pub max_orders_per_hour: Option<String>,
    /// New payments per customer within 10 minutes [default: 30, demo 1000]
    #[arg(long, env = "TROWEL_MAX_PAYMENT_INTENTS")]
    pub max_payment_intents: Option<String>,
    /// Login and sign-up attempts per client address and minute [default: 30, demo 1000]
    #[arg(long = "sign-in-rate-limit", alias = "max-sign-ins", env = "TROWEL_SIGN_IN_RATE_LIMIT")]
    pub max_sign_ins: Option<String>,
    /// Requests per user and minute that change something [default: 120, demo 1000]
    #[arg(long = "write-rate-limit", alias = "max-writes", env = "TROWEL_WRITE_RATE_LIMIT")]
    pub max_writes: Option<String>,
    /// Text messages of the whole shop per day [default: 500, demo 1000]
    #[arg(long = "sms-per-day", alias = "max-sms-per-day", env = "TROWEL_SMS_PER_DAY")]
    pub max_sms_per_day: Option<String>,
    /// Text messages per client address and hour [default: 10, demo 1000]
    #[arg(long = "sms-per-hour", alias = "max-sms-per-hour", env = "TROWEL_SMS_PER_HOUR")]
    pub max_sms_per_hour: Option<String>,
    /// E-mails of the whole shop per day to addresses that are not verified [default: 300, demo 10000]
    #[arg(long = "unconfirmed-mails-per-day", env = "TROWEL_UNCONFIRMED_MAILS_PER_DAY")]
    pub max_unconfirmed_mails_per_day: Option<String>,
    /// Wrong passwords per account before each further attempt has to wait longer [default: 5, demo 1000]
    #[arg(long, env = "TROWEL_MAX_LOGIN_FAILURES")]
    pub max_login_failures: Option<String>,
    /// Reviews per customer and hour [default: 10, demo 1000]
    #[arg(long, env = "TROWEL_MAX_REVIEWS")]
    pub max_reviews: Option<String>,
}

#[derive(Debug, Clone)]
pub struct Limits {
    pub max_unpaid_orders: i64,
    pub unpaid_order_ttl: Option<Duration>,
    /// The same two for customers who never paid an order. See docs/decisions/0014.
    pub new_customer_unpaid_orders: i64,
    pub new_customer_order_ttl: Option<Duration>,
    /// For an order that takes more than half of the available quantity.
    pub new_customer_large_order_ttl: Option<Duration>,
    /// Orders of all such customers in one client network. 0: no limit.
    pub new_customer_orders_per_hour: u32,
    /// How long an order keeps address and phone.
    pub order_contact_ttl: Option<Duration>,
    pub orders_per_hour: u32,
    pub new_intents: u32,
    pub sign_ins_per_minute: u32,
    pub writes_per_minute: u32,
    pub sms_per_hour: u32,
    pub sms_per_day: u32,
    pub login_failures_without_delay: u32,
    pub reviews_per_hour: u32,
    /// E-mails to one address: of one kind in an hour, and of all kinds in a day if it is not confirmed.
    pub emails_per_address: u32,
    pub unconfirmed_mails_per_day: u32,
    /// The same at the request of one client network.
    pub unconfirmed_mails_of_network: u32,
}

impl Limits {
    pub fn of(mode: RunMode) -> Self {
        match mode {
            RunMode::Demo => Self {
                max_unpaid_orders: 1_000,
                unpaid_order_ttl: None,
                new_customer_unpaid_orders: 1_000,
                new_customer_order_ttl: None,
                new_customer_large_order_ttl: None,
                new_customer_orders_per_hour: 1_000,
                order_contact_ttl: None,
                orders_per_hour: 1_000,
                new_intents: 1_000,
                sign_ins_per_minute: 1_000,
                writes_per_minute: 1_000,
                sms_per_hour: 1_000,
                sms_per_day: 1_000,
                login_failures_without_delay: 1_000,
                reviews_per_hour: 1_000,
                emails_per_address: 1_000,
                unconfirmed_mails_per_day: 10_000,
                unconfirmed_mails_of_network: 1_000,
            },
            RunMode::Serve => Self {
                max_unpaid_orders: 20,
                unpaid_order_ttl: Some(Duration::from_hours(7 * 24)),
                new_customer_unpaid_orders: 3,
                new_customer_order_ttl: Some(Duration::from_hours(1)),
                new_customer_large_order_ttl: Some(Duration::from_mins(15)),
                new_customer_orders_per_hour: LimitedAction::PlaceFirstOrder.max(),
                order_contact_ttl: Some(7 * YEAR),
                orders_per_hour: LimitedAction::PlaceOrder.max(),
                new_intents: LimitedAction::CreateIntent.max(),
                sign_ins_per_minute: LimitedAction::LogIn.max(),
                writes_per_minute: LimitedAction::Write.max(),
                sms_per_hour: LimitedAction::RequestText.max(),
                sms_per_day: LimitedAction::SendText.max(),
                login_failures_without_delay: LimitedAction::TryPassword.max(),
                reviews_per_hour: LimitedAction::WriteReview.max(),
                emails_per_address: LimitedAction::SendEmail.max(),
                unconfirmed_mails_per_day: LimitedAction::EmailAllUnconfirmed.max(),
                unconfirmed_mails_of_network: LimitedAction::EmailUnconfirmedOfNetwork.max(),
            },
        }
    }
}

impl Limits {
    /// How many unpaid orders a customer may have.
    pub fn max_unpaid_orders(&self, has_paid: bool) -> i64 {
        let for_new = if has_paid { i64::MAX } else { self.new_customer_unpaid_orders };
        self.max_unpaid_orders.min(for_new)
    }

    /// How long an unpaid order of a customer who never paid is held. `None`: as long as the orders of others.
    pub fn new_customer_order_ttl(&self, is_large: bool) -> Option<Duration> {
        let for_large = self.new_customer_large_order_ttl.filter(|_| is_large);
        self.new_customer_order_ttl.into_iter().chain(for_large).min()
    }
}

impl LimitArgs {
    pub fn check(&self, mode: RunMode, faults: &mut Vec<String>) -> Limits {
        let mut limits = Limits::of(mode);
        let mut number = |name: &str, text: &Option<String>| {
            let text = non_blank(text.as_deref())?;
            let number = text.parse::<u32>();
            if number.is_err() {
                faults.push(format!("{name} is {text:?}. Use a whole number, for example 20."));
            }
            number.ok()
        };
        if let Some(most) = number("TROWEL_MAX_UNPAID_ORDERS", &self.max_unpaid_orders) {
            limits.max_unpaid_orders = most.into();
        }
        if let Some(days) = number("TROWEL_UNPAID_ORDER_DAYS", &self.unpaid_order_days) {
            limits.unpaid_order_ttl = (days > 0).then(|| Duration::from_hours(u64::from(days) * 24));
        }
        if let Some(most) = number("TROWEL_NEW_CUSTOMER_UNPAID_ORDERS", &self.new_customer_unpaid_orders) {
            limits.new_customer_unpaid_orders = most.into();
        }
        for (name, text, ttl) in [
            (
                "TROWEL_NEW_CUSTOMER_ORDER_MINUTES",
                &self.new_customer_order_minutes,
                &mut limits.new_customer_order_ttl,
            ),
            (
                "TROWEL_NEW_CUSTOMER_LARGE_ORDER_MINUTES",
                &self.new_customer_large_order_minutes,
                &mut limits.new_customer_large_order_ttl,
            ),
        ] {
            if let Some(minutes) = number(name, text) {
                *ttl = (minutes > 0).then(|| Duration::from_mins(minutes.into()));
            }
        }
        if let Some(most) = number("TROWEL_NEW_CUSTOMER_ORDERS_PER_HOUR", &self.new_customer_orders_per_hour)
        {
            limits.new_customer_orders_per_hour = most;
        }
        if let Some(years) = number("TROWEL_ORDER_CONTACT_YEARS", &self.order_contact_years) {
            limits.order_contact_ttl = (years > 0).then(|| YEAR.saturating_mul(years));
        }
        if let Some(most) = number("TROWEL_MAX_ORDERS_PER_HOUR", &self.max_orders_per_hour) {
            limits.orders_per_hour = most.max(1);
        }
        if let Some(most) = number("TROWEL_MAX_PAYMENT_INTENTS", &self.max_payment_intents) {
            limits.new_intents = most;
        }
        if let Some(most) = number("TROWEL_SIGN_IN_RATE_LIMIT", &self.max_sign_ins) {
            limits.sign_ins_per_minute = most.max(1);
        }
        if let Some(most) = number("TROWEL_WRITE_RATE_LIMIT", &self.max_writes) {
            limits.writes_per_minute = most.max(1);
        }
        if let Some(most) = number("TROWEL_SMS_PER_DAY", &self.max_sms_per_day) {
            limits.sms_per_day = most;
        }
        if let Some(most) = number("TROWEL_SMS_PER_HOUR", &self.max_sms_per_hour) {
            limits.sms_per_hour = most.max(1);
        }
        if let Some(most) = number("TROWEL_UNCONFIRMED_MAILS_PER_DAY", &self.max_unconfirmed_mails_per_day) {
            limits.unconfirmed_mails_per_day = most;
        }
        if let Some(free) = number("TROWEL_MAX_LOGIN_FAILURES", &self.max_login_failures) {
            limits.login_failures_without_delay = free;
        }
        if let Some(most) = number("TROWEL_MAX_REVIEWS", &self.max_reviews) {
            limits.reviews_per_hour = most.max(1);
        }
        limits
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args as _, Command};

    use super::*;
    use crate::base::config::{ConfigArgs, environment::documented_default, tests::checked};

    #[test]
    fn the_help_names_the_limits_of_a_shop() {
        let command = LimitArgs::augment_args(Command::new("trowel"));
        let mut flags = vec!["--public-url=http://127.0.0.1".to_owned()];
        for argument in command.get_arguments() {
            let default = documented_default(argument).unwrap_or_else(|| panic!("{}", argument.get_id()));
            flags.push(format!("--{}={default}", argument.get_long().unwrap()));
        }
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let limits = checked(RunMode::Serve, &flags).unwrap().limits;
        assert_eq!(format!("{limits:?}"), format!("{:?}", Limits::of(RunMode::Serve)));
    }

    #[test]
    fn a_flag_is_named_as_its_variable() {
        let command = ConfigArgs::augment_args(Command::new("trowel"));
        for argument in command.get_arguments().filter(|argument| argument.get_env().is_some()) {
            let variable = argument.get_env().unwrap().to_str().unwrap();
            let name = variable.trim_start_matches("TROWEL_").to_lowercase().replace('_', "-");
            let aliases = argument.get_all_aliases().unwrap_or_default();
            assert!(argument.get_long() == Some(&name) || aliases.contains(&name.as_str()), "{variable}");
        }
        let flags = ["--max-sign-ins=7", "--max-writes=8", "--max-sms-per-day=9", "--max-sms-per-hour=10"];
        let limits = checked(RunMode::Demo, &flags).unwrap().limits;
        assert_eq!((limits.sign_ins_per_minute, limits.writes_per_minute), (7, 8));
        assert_eq!((limits.sms_per_day, limits.sms_per_hour), (9, 10), "the earlier names");
    }
}
