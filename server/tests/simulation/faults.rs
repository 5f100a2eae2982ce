//! Faults: time passes, clients disconnect, nodes are killed.

use std::time::Duration;

use crate::{
    node::Node,
    scheduler::{Operation, Stop},
    world::World,
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

impl World<'_> {
    pub(crate) fn advance_time(&mut self) {
        let (what, time) = self.rng.choose_weighted(&[
            (40, ("ten seconds", Duration::from_secs(10))),
            (30, ("twelve minutes", MINUTE * 12)),
            (15, ("an hour", HOUR)),
            (8, ("25 hours", HOUR * 25)),
            (7, ("eight days", HOUR * 192)),
        ]);
        self.note(format_args!("{what} pass"));
        self.clock.advance(time);
    }

    /// A client disconnects. The shop completes an operation that calls the provider; any other operation ends where it
    /// is.
    pub(crate) fn disconnect_client(&mut self, waiting: &[(Operation, Stop)]) {
        let (who, stop) = self.rng.choose(waiting).expect("an operation waits");
        let Some(caller) = self.running.get_mut(who) else { return };
        self.stats.disconnects += 1;
        caller.is_awaited = false;
        if !caller.action.runs_detached(&self.oracle) {
            caller.task.abort();
            self.running.remove(who);
            self.scheduler.discard(*who);
        }
        self.note(format_args!("#{who} is hung up on at: {stop}"));
    }

    pub(crate) fn kill_a_node(&mut self) {
        let dying = self.rng.below(self.nodes.len());
        for (who, stop) in self.scheduler.waiting() {
            let is_dying = self.running.get(&who).is_some_and(|one| one.node == dying);
            // A call that has left the node still reaches the provider.
            if is_dying && !matches!(stop, Stop::Called(_)) {
                self.scheduler.discard(who);
            }
        }
        self.running.retain(|_, one| one.node != dying);
        self.note(format_args!("node {} is killed and comes back", ["A", "B"][dying]));
        self.nodes.remove(dying).kill();
        self.scheduler.stop();
        let reborn = Node::open(self.environment, &self.provider, &self.scheduler, &self.clock);
        self.nodes.insert(dying, reborn);
        self.scheduler.resume_all();
        self.scheduler.take_wrote();
        self.stats.killed_nodes += 1;
    }
}
