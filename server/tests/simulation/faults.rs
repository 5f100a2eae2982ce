//! Faults: time that passes, callers who disconnect, and nodes that die.

use std::time::Duration;

use crate::{
    node::Node,
    scheduler::{Operation, Stop},
    world::World,
};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);

impl World<'_> {
    pub(crate) fn let_time_pass(&mut self) {
        let (what, time) = self.dice.weigh(&[
            (40, ("ten seconds", Duration::from_secs(10))),
            (30, ("twelve minutes", MINUTE * 12)),
            (15, ("an hour", HOUR)),
            (8, ("25 hours", HOUR * 25)),
            (7, ("eight days", HOUR * 192)),
        ]);
        self.note(format_args!("{what} pass"));
        self.clock.advance(time);
    }

    /// A caller disconnects. Actions that call the provider are completed anyway; all others end where they are.
    pub(crate) fn hang_up(&mut self, waiting: &[(Operation, Stop)]) {
        let (who, stop) = self.dice.pick(waiting).expect("an operation waits");
        let Some(caller) = self.under_way.get_mut(who) else { return };
        self.tally.hung_up_on += 1;
        caller.is_awaited = false;
        if !caller.deed.goes_on_alone() {
            caller.task.abort();
            self.under_way.remove(who);
            self.turns.forget(*who);
        }
        self.note(format_args!("#{who} is hung up on at: {stop}"));
    }

    pub(crate) fn kill_a_node(&mut self) {
        let dying = self.dice.below(self.nodes.len());
        for (who, stop) in self.turns.waiting() {
            let is_dying = self.under_way.get(&who).is_some_and(|one| one.node == dying);
            // A call that has left the node still reaches the provider.
            if is_dying && !matches!(stop, Stop::Called(_)) {
                self.turns.forget(who);
            }
        }
        self.under_way.retain(|_, one| one.node != dying);
        self.note(format_args!("node {} is killed and comes back", ["A", "B"][dying]));
        self.nodes.remove(dying).die();
        self.turns.stop();
        let reborn = Node::open(self.ground, &self.provider, &self.turns, &self.clock);
        self.nodes.insert(dying, reborn);
        self.turns.go_on();
        self.turns.took_a_write();
        self.tally.killed_nodes += 1;
    }
}
