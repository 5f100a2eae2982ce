//! Totals over all scenarios, so that a run that exercises nothing is noticed.

use std::fmt;

#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    pub scenarios: u64,
    pub steps: u64,
    pub orders: u64,
    /// Purchases of a basket.
    pub checkouts: u64,
    pub refused_checkouts: u64,
    pub by_guests: u64,
    pub to_be_fetched: u64,
    /// Baskets that got one.
    pub codes: u64,
    pub opened_links: u64,
    pub extended: u64,
    pub edited_settings: u64,
    pub paid: u64,
    pub refunded: u64,
    pub deleted: u64,
    /// Calls to the provider.
    pub failed_calls: u64,
    pub disconnects: u64,
    pub killed_nodes: u64,
}

impl Stats {
    pub fn add(&mut self, other: Self) {
        self.scenarios += other.scenarios;
        self.steps += other.steps;
        self.orders += other.orders;
        self.checkouts += other.checkouts;
        self.refused_checkouts += other.refused_checkouts;
        self.by_guests += other.by_guests;
        self.to_be_fetched += other.to_be_fetched;
        self.codes += other.codes;
        self.opened_links += other.opened_links;
        self.extended += other.extended;
        self.edited_settings += other.edited_settings;
        self.paid += other.paid;
        self.refunded += other.refunded;
        self.deleted += other.deleted;
        self.failed_calls += other.failed_calls;
        self.disconnects += other.disconnects;
        self.killed_nodes += other.killed_nodes;
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            scenarios,
            steps,
            orders,
            checkouts,
            refused_checkouts,
            by_guests,
            to_be_fetched,
            codes,
            opened_links,
            extended,
            edited_settings,
            paid,
            refunded,
            deleted,
            failed_calls,
            disconnects,
            killed_nodes,
        } = self;
        write!(
            f,
            "{scenarios} scenarios, {steps} steps; {checkouts} baskets bought, {refused_checkouts} refused, {by_guests} by guests, \
             {to_be_fetched} to be paid at the counter, {codes} codes typed, {opened_links} links opened, {extended} held longer, \
             {edited_settings} settings changed; {orders} orders, {paid} paid, {refunded} refunded, {deleted} deleted or expired; \
             {failed_calls} calls to the provider failed, {disconnects} callers hung up, {killed_nodes} nodes killed"
        )
    }
}
