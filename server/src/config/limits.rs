//! Limits per customer and per client address.

use std::time::Duration;

use clap::Args;

use crate::{config::Mode, rate_limit::LimitedAction};

#[derive(Args, Clone)]
pub struct LimitSettings {
    /// Maximum unpaid orders per customer; unpaid orders hold stock [default: 20, demo 1000]
    #[arg(long, env = "TROWEL_MAX_UNPAID_ORDERS")]
    pub max_unpaid_orders: Option<u32>,
    /// Days until an unpaid order is deleted and its stock released, 0 for never [default: 7, demo 0]
    #[arg(long, env = "TROWEL_UNPAID_ORDER_DAYS")]
    pub unpaid_order_days: Option<u32>,
    /// New payments per customer within 10 minutes [default: 30, demo 1000]
    #[arg(long, env = "TROWEL_MAX_PAYMENT_INTENTS")]
    pub max_new_intents: Option<u32>,
    /// Sign-in and sign-up attempts per client address and minute [default: 30, demo 1000]
    #[arg(long, env = "TROWEL_SIGN_IN_RATE_LIMIT")]
    pub max_sign_ins: Option<u32>,
    /// Text messages per client address and hour [default: 10, demo 1000]
    #[arg(long, env = "TROWEL_SMS_PER_HOUR")]
    pub max_texts: Option<u32>,
    /// Wrong passwords per account before each further attempt has to wait longer [default: 5, demo 1000]
    #[arg(long, env = "TROWEL_MAX_LOGIN_FAILURES")]
    pub free_guesses: Option<u32>,
    /// Reviews per customer and hour [default: 10, demo 1000]
    #[arg(long, env = "TROWEL_MAX_REVIEWS")]
    pub max_reviews: Option<u32>,
}

#[derive(Debug, Clone)]
pub struct Limits {
    pub unpaid_orders: i64,
    pub unpaid_order_age: Option<Duration>,
    pub new_intents: u32,
    pub sign_ins_per_minute: u32,
    pub texts_per_hour: u32,
    pub free_guesses: u32,
    pub reviews_per_hour: u32,
    /// E-mails of one kind to one address. All clients together.
    pub letters_per_hour: u32,
}

impl Limits {
    pub fn of(mode: Mode) -> Self {
        match mode {
            Mode::Demo => Self {
                unpaid_orders: 1_000,
                unpaid_order_age: None,
                new_intents: 1_000,
                sign_ins_per_minute: 1_000,
                texts_per_hour: 1_000,
                free_guesses: 1_000,
                reviews_per_hour: 1_000,
                letters_per_hour: 1_000,
            },
            Mode::Serve => Self {
                unpaid_orders: 20,
                unpaid_order_age: Some(Duration::from_hours(7 * 24)),
                new_intents: LimitedAction::CreateIntent.max(),
                sign_ins_per_minute: LimitedAction::LogIn.max(),
                texts_per_hour: LimitedAction::RequestText.max(),
                free_guesses: LimitedAction::TryPassword.max(),
                reviews_per_hour: LimitedAction::WriteReview.max(),
                letters_per_hour: LimitedAction::EmailVerification.max(),
            },
        }
    }
}

impl LimitSettings {
    pub fn check(self, mode: Mode) -> Limits {
        let mut limits = Limits::of(mode);
        if let Some(most) = self.max_unpaid_orders {
            limits.unpaid_orders = most.into();
        }
        if let Some(days) = self.unpaid_order_days {
            limits.unpaid_order_age = (days > 0).then(|| Duration::from_hours(u64::from(days) * 24));
        }
        if let Some(most) = self.max_new_intents {
            limits.new_intents = most;
        }
        if let Some(most) = self.max_sign_ins {
            limits.sign_ins_per_minute = most.max(1);
        }
        if let Some(most) = self.max_texts {
            limits.texts_per_hour = most.max(1);
        }
        if let Some(free) = self.free_guesses {
            limits.free_guesses = free;
        }
        if let Some(most) = self.max_reviews {
            limits.reviews_per_hour = most.max(1);
        }
        limits
    }
}
