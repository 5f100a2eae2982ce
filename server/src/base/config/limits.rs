//! Limits per customer and per client address.

use std::time::Duration;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::base::{
    config::{RunMode, non_blank},
    rate_limit::{LimitedAction, RateLimits, limited_action::RateSetting},
};

/// A year with a leap day.
pub const YEAR: Duration = Duration::from_hours(366 * 24);
/// Unless the shop says otherwise.
pub const ORDER_CONTACT_TTL: Duration = YEAR.saturating_mul(7);

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
    /// The same if such customers together hold more than half of a tool, 0 for no difference [default: 15, demo 0]
    #[arg(long, env = "TROWEL_NEW_CUSTOMER_LARGE_ORDER_MINUTES")]
    pub new_customer_large_order_minutes: Option<String>,
    /// Years until address and phone of an order are removed, 0 for never [default: 7, demo 0]
    #[arg(long, env = "TROWEL_ORDER_CONTACT_YEARS")]
    pub order_contact_years: Option<String>,
    #[command(flatten)]
    rates: RateArgs,
}

/// The settings of the table [`LimitedAction`].
#[derive(Clone)]
struct RateArgs(Vec<(LimitedAction, RateSetting, Option<String>)>);

fn rate_settings() -> impl Iterator<Item = (LimitedAction, RateSetting)> {
    LimitedAction::ALL.into_iter().filter_map(|action| Some((action, action.limit().setting?)))
}

impl Args for RateArgs {
    fn augment_args(command: Command) -> Command {
        command.args(rate_settings().map(|(action, RateSetting { variable, flags, .. })| {
            let limit = action.limit();
            Arg::new(variable)
                .long(flags[0])
                .aliases(flags[1..].iter().copied())
                .env(variable)
                .value_name(variable.trim_start_matches("TROWEL_"))
                .help(format!("{} [default: {}, demo {}]", limit.what, limit.max, limit.demo))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for RateArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |(action, setting): (LimitedAction, RateSetting)| {
            (action, setting, matches.get_one::<String>(setting.variable).cloned())
        };
        Ok(Self(rate_settings().map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[derive(Debug, Clone)]
pub struct Limits {
    pub max_unpaid_orders: i64,
    pub unpaid_order_ttl: Option<Duration>,
    /// The same two for customers who never paid an order. See docs/decisions/0014.
    pub new_customer_unpaid_orders: i64,
    pub new_customer_order_ttl: Option<Duration>,
    /// How long such a customer's order is held if new customers together hold more than half of a tool with it.
    pub new_customer_large_order_ttl: Option<Duration>,
    /// How long an order keeps address and phone.
    pub order_contact_ttl: Option<Duration>,
    pub rates: RateLimits,
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
                order_contact_ttl: None,
                rates: RateLimits::of_demo(),
            },
            RunMode::Serve => Self {
                max_unpaid_orders: 20,
                unpaid_order_ttl: Some(Duration::from_hours(7 * 24)),
                new_customer_unpaid_orders: 3,
                new_customer_order_ttl: Some(Duration::from_hours(1)),
                new_customer_large_order_ttl: Some(Duration::from_mins(15)),
                order_contact_ttl: Some(ORDER_CONTACT_TTL),
                rates: RateLimits::of_shop(),
            },
        }
    }
}

impl Limits {
    /// Changes the number of an action.
    #[must_use]
    pub fn with(mut self, action: LimitedAction, max: u32) -> Self {
        self.rates.set(action, max);
        self
    }

    /// How many unpaid orders a customer may have.
    pub fn max_unpaid_orders(&self, has_paid: bool) -> i64 {
        let for_new = if has_paid { i64::MAX } else { self.new_customer_unpaid_orders };
        self.max_unpaid_orders.min(for_new)
    }

    /// Returns how long an unpaid order of a customer who never paid is held. Returns `None` if it is held as long as
    /// the orders of others.
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
        if let Some(years) = number("TROWEL_ORDER_CONTACT_YEARS", &self.order_contact_years) {
            limits.order_contact_ttl = (years > 0).then(|| YEAR.saturating_mul(years));
        }
        for (action, RateSetting { variable, min, .. }, text) in &self.rates.0 {
            if let Some(most) = number(variable, text) {
                limits.rates.set(*action, most.max(*min));
            }
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
        let numbers =
            [LimitedAction::LogIn, LimitedAction::Write, LimitedAction::SendText, LimitedAction::RequestText]
                .map(|action| limits.rates.max(action));
        assert_eq!(numbers, [7, 8, 9, 10], "the earlier names");
    }
}
