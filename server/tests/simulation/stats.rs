//! Counts what happened in the scenarios, so that a run without effect is visible.

use std::fmt;

#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub stories: u64,
    pub steps: u64,
    pub orders: u64,
    pub paid: u64,
    pub refunded: u64,
    pub deleted: u64,
    /// Calls to the provider.
    pub failed_calls: u64,
    pub hung_up_on: u64,
    pub killed_nodes: u64,
}

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.stories += other.stories;
        self.steps += other.steps;
        self.orders += other.orders;
        self.paid += other.paid;
        self.refunded += other.refunded;
        self.deleted += other.deleted;
        self.failed_calls += other.failed_calls;
        self.hung_up_on += other.hung_up_on;
        self.killed_nodes += other.killed_nodes;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stories, steps, orders, paid, refunded, deleted, failed_calls, hung_up_on, killed_nodes } =
            self;
        write!(
            f,
            "{stories} stories, {steps} steps; {orders} orders, {paid} paid, {refunded} refunded, {deleted} deleted or expired; \
             {failed_calls} calls to the provider failed, {hung_up_on} callers hung up, {killed_nodes} nodes killed"
        )
    }
}
