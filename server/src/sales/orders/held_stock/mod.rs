//! Pieces that unpaid orders hold, and how much customers who never paid hold of a tool together
//! (docs/decisions/0014). An attacker has many accounts, so none of them counts alone.

pub mod store;

use std::net::IpAddr;

pub use self::store::ToolHolding;
use super::check_session::network_of_client;
use crate::{
    base::{
        config::limits::Limits,
        rate_limit::{LimitedAction, RateLimit},
    },
    values::ids::Id,
};

impl ToolHolding {
    /// Whether they would hold more than half of what the shop and they have, with these pieces.
    pub const fn is_most_with(&self, quantity: i64) -> bool {
        self.held + quantity > self.available - quantity
    }

    /// How many pieces an order leaves that does not take them beyond half, also if others buy at the same time.
    pub const fn half(&self) -> i64 {
        let all = self.available + self.held;
        all - all / 2
    }
}

/// The limits of a purchase that takes most of these tools.
pub fn limits_of_most(limits: &Limits, client: IpAddr, tools: &[&Id]) -> Vec<RateLimit> {
    let network = network_of_client(client);
    let limit = |tool: &&Id| limits.rates.by(LimitedAction::TakeMostOfTool, &format!("{network} {tool}"));
    let is_limited = limits.rates.max(LimitedAction::PlaceFirstOrder) > 0;
    tools.iter().filter(|_| is_limited).map(limit).collect()
}
