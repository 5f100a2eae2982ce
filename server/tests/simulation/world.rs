//! One seed: a shop of two nodes, its actors and its card provider, moved step by step.

use std::{collections::BTreeMap, time::Duration};

use tokio::task::AbortHandle;
use trowel::{
    accounts::user::Role,
    back_office::reconciliation::{self, Period, ProviderCheck},
    values::{clock::Clock, time::Timestamp},
};

use crate::{
    actions::{Action, Call, Job},
    actors::{Actor, ListedTool},
    environment::Environment,
    guests::{Browser, check_silence},
    node::Node,
    oracle::Oracle,
    provider::Provider,
    rng::Rng,
    scheduler::{Operation, Scheduler, Stop, StopOutcome},
    stats::Stats,
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);
/// 2026-01-01: every seed begins at the same time.
const START_TIME: Timestamp = Timestamp::from_micros(1_767_225_600_000_000);
/// The time between two steps, so that no two events have the same timestamp.
const TICK: Duration = Duration::from_millis(3);
/// The maximum number of concurrent operations.
const MAX_RUNNING: usize = 7;
pub const STEPS: usize = 150;

pub struct World<'g> {
    pub(crate) environment: &'g Environment,
    pub(crate) rng: Rng,
    pub(crate) provider: Provider,
    pub(crate) oracle: Oracle,
    pub(crate) actors: Vec<Actor>,
    /// The browsers of visitors without a login.
    pub(crate) browsers: [Browser; 2],
    pub(crate) tools: Vec<ListedTool>,
    pub(crate) clock: Clock,
    pub(crate) scheduler: Scheduler,
    pub(crate) nodes: Vec<Node>,
    pub(crate) running: BTreeMap<Operation, RunningAction>,
    /// The owner has set up delivery, taxes, or both.
    pub(crate) has_charges: bool,
    /// How many percent of those who fill a basket are guests.
    pub(crate) percent_guests: usize,
    begun: Operation,
    trace: Vec<String>,
    pub(crate) stats: Stats,
}

pub struct RunningAction {
    pub action: Action,
    pub node: usize,
    pub task: AbortHandle,
    began: Timestamp,
    /// The revision of the settings that its node had at the start.
    revision: i64,
    /// The operation reached a write.
    wrote: bool,
    /// Sent without a login.
    is_anonymous: bool,
    /// The client still waits for the response.
    pub is_awaited: bool,
}

#[derive(Clone, Copy)]
enum Next {
    Begin,
    GoOn,
    Shop,
    Pay,
    Time,
    HangUp,
    Kill,
}

/// The trace of a seed, and the violated invariant, if any.
pub struct Scenario {
    pub trace: Vec<String>,
    pub stats: Stats,
    pub end: Result<(), String>,
}

pub fn run_seed(environment: &Environment, seed: u64) -> Scenario {
    let mut world = World::open(environment, seed);
    let end = (0..STEPS).try_for_each(|_| world.step()).and_then(|()| world.drain());
    let trace = std::mem::take(&mut world.trace);
    let stats = world.oracle.count_orders(Stats { scenarios: 1, steps: trace.len() as u64, ..world.stats });
    world.nodes.into_iter().for_each(Node::kill);
    Scenario { trace, stats, end }
}

impl<'g> World<'g> {
    fn open(environment: &'g Environment, seed: u64) -> Self {
        environment.wipe();
        let mut rng = Rng::new(seed);
        let (scheduler, clock) = (Scheduler::default(), Clock::default());
        clock.stop();
        let elapsed = clock.now().micros() - START_TIME.micros();
        clock.rewind(Duration::from_micros(elapsed.unsigned_abs()));
        let provider = Provider::open(environment, &scheduler, &clock);
        let nodes = (0..2).map(|_| Node::open(environment, &provider, &scheduler, &clock)).collect();
        let join = |name, role| Actor::create(environment, name, role, clock.now());
        let actors = vec![
            join("Ada", Role::Customer),
            join("Ben", Role::Customer),
            join("Cy", Role::Customer),
            join("Hazel", Role::Admin),
        ];
        let mut sell = |name, price| {
            clock.advance(TICK);
            ListedTool::create(
                environment,
                name,
                price,
                4 + i64::try_from(rng.below(8)).unwrap_or(0),
                clock.now(),
            )
        };
        let tools = vec![
            sell("Draw Hoe", 1_000),
            sell("Dibber", 725),
            sell("Plant Label", 25),
            sell("Twine", 333),
            sell("Sieve", 1_999),
        ];
        let (oracle, running, trace) = (Oracle::default(), BTreeMap::new(), Vec::new());
        // Some shops charge their prices alone.
        let has_charges = rng.percent_chance(65);
        let percent_guests = [20, 20, 85][rng.below(3)];
        let mut world = Self {
            environment,
            rng,
            provider,
            oracle,
            actors,
            browsers: [Browser::new("Zoe"), Browser::new("Max")],
            tools,
            clock,
            scheduler,
            nodes,
            running,
            has_charges,
            percent_guests,
            begun: 0,
            trace,
            stats: Stats::default(),
        };
        world.set_up();
        let rng = world.rng.fork();
        world.scheduler.start(rng);
        world
    }

    pub(crate) fn note(&mut self, line: impl std::fmt::Display) {
        self.trace.push(format!("{:>4}  {line}", self.trace.len() + 1));
    }

    fn step(&mut self) -> Result<(), String> {
        self.clock.advance(TICK);
        let waiting = self.scheduler.waiting();
        let may_begin = self.running.len() < MAX_RUNNING;
        let may_go = !waiting.is_empty();
        match self.rng.choose_weighted(&[
            (if may_begin { 30 } else { 0 }, Next::Begin),
            (if may_go { 48 } else { 0 }, Next::GoOn),
            (11, Next::Shop),
            (10, Next::Pay),
            (3, Next::Time),
            (if may_go { 3 } else { 0 }, Next::HangUp),
            (1, Next::Kill),
        ]) {
            Next::Begin => return self.begin(),
            Next::GoOn => return self.resume_one(&waiting),
            Next::Shop => return self.fill_basket(),
            Next::Pay => self.pay(),
            Next::Time => self.advance_time(),
            Next::HangUp => self.disconnect_client(&waiting),
            Next::Kill => self.kill_a_node(),
        }
        Ok(())
    }

    fn begin(&mut self) -> Result<(), String> {
        let Some(action) = self.generate_action() else { return Ok(()) };
        let job = self.job_for(&action);
        let is_anonymous = matches!(&job, Job::Call(Call { token, .. }) if token.is_empty());
        match &action {
            Action::Delete { order } => self.oracle.expect_deletion(order),
            Action::DeletePurchase { purchase } => {
                let lines = self.oracle.lines_of(purchase);
                let lines: Vec<String> = lines.into_iter().map(|line| line.row.id.clone()).collect();
                for line in &lines {
                    self.oracle.expect_deletion(line);
                }
            }
            _ => {}
        }
        let (who, node) = (self.begun, self.rng.below(self.nodes.len()));
        self.begun += 1;
        self.note(format_args!("#{who} begins on {}: {}", ["A", "B"][node], self.describe(&action)));
        let Node { shop, router, .. } = &self.nodes[node];
        let revision = shop.settings.current().revision;
        let task = self.nodes[node].begin(who, job.run(shop.clone(), router.clone()));
        let began = self.clock.now();
        let (wrote, is_awaited) = (false, true);
        self.running.insert(
            who,
            RunningAction { action, node, task, began, revision, wrote, is_anonymous, is_awaited },
        );
        self.wait_and_check(who)
    }

    fn resume_one(&mut self, waiting: &[(Operation, Stop)]) -> Result<(), String> {
        let (who, stop) = self.rng.choose(waiting).expect("an operation waits").clone();
        let outcome = match stop {
            Stop::Read | Stop::Write => StopOutcome::Continue,
            Stop::Called(_) => self.rng.choose_weighted(&[
                (88, StopOutcome::Continue),
                (6, StopOutcome::Disconnect),
                (3, StopOutcome::Fail(500)),
                (3, StopOutcome::Fail(429)),
            ]),
            Stop::Served => self.rng.choose_weighted(&[
                (88, StopOutcome::Continue),
                (10, StopOutcome::Disconnect),
                (2, StopOutcome::Fail(502)),
            ]),
        };
        self.stats.failed_calls += u64::from(outcome != StopOutcome::Continue);
        let suffix = if outcome == StopOutcome::Continue { String::new() } else { format!(" ({outcome:?})") };
        self.note(format_args!("#{who} goes on: {stop}{suffix}"));
        if self.running.contains_key(&who) {
            self.scheduler.resume(who, outcome);
            return self.wait_and_check(who);
        }
        // The caller of this call was killed. The call is either served late, and its response discarded, or never
        // arrives.
        if outcome == StopOutcome::Continue && stop != Stop::Served {
            self.scheduler.resume(who, outcome);
            self.scheduler.wait_until_idle()?;
        }
        self.scheduler.discard(who);
        Ok(())
    }

    /// Waits until the resumed operation stops or ends, then checks the invariants.
    fn wait_and_check(&mut self, who: Operation) -> Result<(), String> {
        let ended = self.scheduler.wait_until_idle()?;
        if self.scheduler.take_wrote() {
            let running = self.running.get_mut(&who).expect("it is running");
            running.wrote = true;
            let revisions = running.revision..=self.nodes[running.node].shop.settings.current().revision;
            let seen = (running.began, revisions);
            let orders = self.oracle.count_existing();
            self.oracle.check(self.environment, &self.provider, self.clock.now(), seen)?;
            if self.oracle.count_existing() != orders {
                self.check_lists()?;
            }
        }
        for (who, reply) in ended {
            let done = self.running.remove(&who).expect("an operation that ends is running");
            let lost = !done.is_awaited || self.rng.percent_chance(8);
            self.note(format_args!(
                "#{who} ends: {}{}",
                reply.describe(),
                if lost { " (the client does not receive it)" } else { "" }
            ));
            if !lost {
                self.count_reply(&done.action, &reply);
                self.oracle.check_reply(&self.provider, &done.action, &reply, done.wrote)?;
                let answered = (&done.action, &reply);
                self.oracle.check_guest_reply(self.environment, answered, self.clock.now())?;
                if done.is_anonymous {
                    check_silence(&reply)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the faults: all operations complete, time passes, and the background jobs run until nothing is left to do.
    fn drain(&mut self) -> Result<(), String> {
        self.note("the faults end");
        self.scheduler.stop();
        for (who, _) in self.scheduler.waiting() {
            if self.running.contains_key(&who) {
                self.scheduler.resume(who, StopOutcome::Continue);
                self.wait_and_check(who)?;
            } else {
                self.scheduler.discard(who);
            }
        }
        self.refund_all_lines()?;
        for pause in [MINUTE * 12, HOUR, DAY, DAY * 8, DAY * 20] {
            self.clock.advance(pause);
            let who = self.begun;
            self.begun += 1;
            let Node { shop, router, .. } = &self.nodes[0];
            let task = self.nodes[0].begin(who, Job::Reconcile.run(shop.clone(), router.clone()));
            let (action, node, wrote, is_awaited) = (Action::Reconcile, 0, false, true);
            let (began, revision) = (self.clock.now(), shop.settings.current().revision);
            let is_anonymous = false;
            self.running.insert(
                who,
                RunningAction { action, node, task, began, revision, wrote, is_anonymous, is_awaited },
            );
            self.wait_and_check(who)?;
        }
        self.oracle.check(self.environment, &self.provider, self.clock.now(), (self.clock.now(), 0..=0))?;
        self.oracle.check_nothing_pending()?;
        self.oracle.check_returned(self.environment, &self.provider)?;
        self.check_accounts()?;
        let cards = self.nodes[0].shop.payments.as_ref().expect("card payment is on");
        let (db, now) = (&self.environment.db, self.clock.now());
        let report = self.environment.runtime.block_on(reconciliation::reconcile(
            db,
            Some(&cards.client),
            Period::All,
            now,
        ));
        let report = report.map_err(|error| error.to_string())?;
        match (report.discrepancies.first(), report.provider) {
            (Some(difference), _) => Err(format!("I3: the provider's payments differ: {difference}")),
            (None, ProviderCheck::Done(_)) => Ok(()),
            (None, silent) => Err(format!("the provider's payments could not be read: {silent:?}")),
        }
    }
}
