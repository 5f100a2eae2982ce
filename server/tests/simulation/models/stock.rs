//! Compares one tool's stock in the real shop with three numbers: put in, ordered, available.

use std::sync::atomic::Ordering;

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError},
};
use proptest_state_machine::ReferenceStateMachine;
use serde_json::json;
use trowel::{db::Engine, identity::user::Role, reconciliation::internal, values::clock::Clock};

use crate::{
    actions::{Call, Reply},
    actors::{Person, Sold},
    environment::Ground,
    node::Node,
    provider::{Provider, intent_of},
    scheduler::Turns,
};

const AT_FIRST: i64 = 6;
const PRICE_CENTS: i64 = 400;
const TOTALS: [f64; 4] = [0.0, 4.0, 8.0, 12.0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Unpaid,
    Deleted,
    Paid,
    Shipped,
    Refunded { restocked: bool },
}

#[derive(Clone, Debug)]
struct Shelf {
    put_in: i64,
    /// Quantity and stage of every order, also deleted ones.
    orders: Vec<(i64, Stage)>,
}

#[derive(Clone, Copy, Debug)]
enum Move {
    Place {
        quantity: i64,
    },
    Delete {
        order: usize,
    },
    Pay {
        order: usize,
    },
    Ship {
        order: usize,
    },
    Refund {
        order: usize,
        returns_stock: bool,
    },
    /// The owner changes the stock by this much.
    Count {
        more: i64,
    },
}

impl Shelf {
    fn held(&self) -> i64 {
        let holds = |stage| !matches!(stage, Stage::Deleted | Stage::Refunded { restocked: true });
        self.orders.iter().filter(|(_, stage)| holds(*stage)).map(|(quantity, _)| quantity).sum()
    }

    fn available(&self) -> i64 {
        self.put_in - self.held()
    }

    /// The status that the shop must return.
    fn answer(&self, step: Move) -> u16 {
        let stage = |order: usize| self.orders[order].1;
        match step {
            Move::Place { quantity } if quantity > self.available() => 409,
            Move::Count { more } if self.available() + more < 0 => 422,
            Move::Delete { order } => match stage(order) {
                Stage::Unpaid => 200,
                Stage::Deleted => 404,
                Stage::Paid | Stage::Shipped | Stage::Refunded { .. } => 409,
            },
            Move::Ship { order } => match stage(order) {
                Stage::Paid => 200,
                Stage::Deleted => 404,
                Stage::Unpaid | Stage::Shipped | Stage::Refunded { .. } => 409,
            },
            Move::Refund { order, returns_stock } => match stage(order) {
                Stage::Paid => 200,
                Stage::Shipped if !returns_stock => 200,
                // The same choice again changes nothing; the other choice is a conflict.
                Stage::Refunded { restocked } if restocked == returns_stock => 200,
                Stage::Deleted => 404,
                Stage::Unpaid | Stage::Shipped | Stage::Refunded { .. } => 409,
            },
            Move::Place { .. } | Move::Count { .. } | Move::Pay { .. } => 200,
        }
    }
}

impl ReferenceStateMachine for Shelf {
    type State = Self;
    type Transition = Move;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self { put_in: AT_FIRST, orders: Vec::new() }).boxed()
    }

    fn transitions(shelf: &Self) -> BoxedStrategy<Move> {
        let place = (1..4_i64).prop_map(|quantity| Move::Place { quantity });
        let count = (-3..4_i64).prop_map(|more| Move::Count { more });
        if shelf.orders.is_empty() {
            return prop_oneof![4 => place, 1 => count].boxed();
        }
        let order = 0..shelf.orders.len();
        prop_oneof![
            4 => place,
            1 => count,
            2 => order.clone().prop_map(|order| Move::Delete { order }),
            3 => order.clone().prop_map(|order| Move::Pay { order }),
            1 => order.clone().prop_map(|order| Move::Ship { order }),
            2 => (order, any::<bool>()).prop_map(|(order, returns_stock)| Move::Refund { order, returns_stock }),
        ]
        .boxed()
    }

    /// Only an unpaid order is paid; other uses of a card are in the scenarios.
    fn preconditions(shelf: &Self, step: &Move) -> bool {
        let is = |order: usize, stage: Option<Stage>| {
            shelf.orders.get(order).is_some_and(|(_, known)| stage == Some(*known) || stage.is_none())
        };
        match *step {
            Move::Place { .. } | Move::Count { .. } => true,
            Move::Pay { order } => is(order, Some(Stage::Unpaid)),
            Move::Delete { order } | Move::Ship { order } | Move::Refund { order, .. } => is(order, None),
        }
    }

    fn apply(mut shelf: Self, step: &Move) -> Self {
        if shelf.answer(*step) != 200 {
            return shelf;
        }
        match *step {
            Move::Place { quantity } => shelf.orders.push((quantity, Stage::Unpaid)),
            Move::Delete { order } => shelf.orders[order].1 = Stage::Deleted,
            Move::Pay { order } => shelf.orders[order].1 = Stage::Paid,
            Move::Ship { order } => shelf.orders[order].1 = Stage::Shipped,
            Move::Refund { order, returns_stock } => {
                if !matches!(shelf.orders[order].1, Stage::Refunded { .. }) {
                    shelf.orders[order].1 = Stage::Refunded { restocked: returns_stock };
                }
            }
            Move::Count { more } => shelf.put_in += more,
        }
        shelf
    }
}

/// A shop without a scheduler, and the ids of its orders.
struct Real<'a> {
    ground: &'a Ground,
    provider: &'a Provider,
    node: &'a Node,
    clock: &'a Clock,
    buyer: Person,
    owner: Person,
    hoe: Sold,
    orders: Vec<String>,
}

impl Real<'_> {
    fn send(&self, call: Call) -> Reply {
        self.ground.runtime.block_on(call.send(self.node.router.clone()))
    }

    fn make(&mut self, step: Move) -> u16 {
        let now = self.clock.now();
        let (buyer, owner) = (self.buyer.token(self.ground, now), self.owner.token(self.ground, now));
        let path = |order: usize| format!("/orders/{}", self.orders[order]);
        let reply = match step {
            Move::Place { quantity } => self.send(Call::new("POST", "/orders".into(), &buyer).json(&json!({
                "toolName": self.hoe.name, "orderQuantity": quantity, "price": 4.0,
                "totalPrice": TOTALS[usize::try_from(quantity).expect("small")], "customerEmail": self.buyer.email(),
                "customerName": self.buyer.name, "phone": "12 Elm St", "address": "555-0100",
            }))),
            Move::Delete { order } => self.send(Call::new("DELETE", path(order), &buyer)),
            Move::Pay { order } => self.pay(order, &buyer),
            Move::Ship { order } => {
                let body = json!({ "status": "Approved and shipped" });
                self.send(Call::new("PATCH", path(order), &owner).json(&body))
            }
            Move::Refund { order, returns_stock } => {
                let body = json!({ "returnStock": returns_stock });
                self.send(Call::new("POST", format!("{}/refund", path(order)), &owner).json(&body))
            }
            Move::Count { more } => {
                let version = self.hoe.version(self.ground);
                let body = json!({ "availableQuantity": version.available + more });
                let call = Call::new("PUT", format!("/tools/{}", self.hoe.id), &owner);
                self.send(call.with("if-match", version.tag()).json(&body))
            }
        };
        if let Some(placed) = reply.body["insertedId"].as_str() {
            self.orders.push(placed.to_owned());
        }
        reply.status
    }

    fn pay(&self, order: usize, token: &str) -> Reply {
        let id = &self.orders[order];
        let seen = self.send(Call::new("GET", format!("/orders/{id}"), token));
        let wish = json!({ "totalPrice": seen.body["totalPrice"], "orderId": id });
        let begun = self.send(Call::new("POST", "/create-payment-intent".into(), token).json(&wish));
        let Some(secret) = begun.body["clientSecret"].as_str() else { return begun };
        self.provider.pay(secret, "pm_card_visa");
        let body = json!({ "orders": id, "transactionId": intent_of(secret), "status": "pending" });
        self.send(Call::new("PATCH", format!("/orders/{id}"), token).json(&body))
    }
}

fn stock_is_three_numbers(engine: Engine) {
    let ground = Ground::lay(engine);
    let (turns, clock) = (Turns::default(), Clock::default());
    let provider = Provider::open(&ground, &turns, &clock);
    let node = Node::open(&ground, &provider, &turns, &clock);
    let config = Config { cases: 12, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    proptest!(config, |((shelf, moves, seen) in Shelf::sequential_strategy(1..15))| {
        ground.wipe();
        let now = clock.now();
        let mut real = Real {
            ground: &ground,
            provider: &provider,
            node: &node,
            clock: &clock,
            buyer: Person::join(&ground, "Ada", Role::User, now),
            owner: Person::join(&ground, "Hazel", Role::Admin, now),
            hoe: Sold::put_on_sale(&ground, "Draw Hoe", PRICE_CENTS, AT_FIRST, now),
            orders: Vec::new(),
        };
        follow(&mut real, shelf, &moves, || {
            if let Some(seen) = &seen {
                seen.fetch_add(1, Ordering::SeqCst);
            }
        })?;
    });
    node.die();
    ground.clear_away();
}

fn follow(
    real: &mut Real<'_>,
    mut shelf: Shelf,
    moves: &[Move],
    seen: impl Fn(),
) -> Result<(), TestCaseError> {
    for step in moves {
        seen();
        let expected = shelf.answer(*step);
        shelf = Shelf::apply(shelf, step);
        prop_assert_eq!(real.make(*step), expected, "{:?}", step);
        prop_assert_eq!(
            real.hoe.version(real.ground).available,
            shelf.available(),
            "available after {:?}",
            step
        );
        let books = real.ground.runtime.block_on(internal::check(&real.ground.db, real.clock.now()));
        prop_assert_eq!(books.expect("the books can be read").differences, vec![], "{:?}", step);
    }
    Ok(())
}

#[test]
fn sqlite() {
    stock_is_three_numbers(Engine::Sqlite);
}

#[test]
fn postgres() {
    stock_is_three_numbers(Engine::Postgres);
}
