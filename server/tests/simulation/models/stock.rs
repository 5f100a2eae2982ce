//! Compares one tool's stock in the real shop with three numbers: put in, held by orders, available.

use std::sync::atomic::Ordering;

use proptest::{
    prelude::*,
    test_runner::{Config, TestCaseError},
};
use proptest_state_machine::ReferenceStateMachine;
use serde_json::json;
use trowel::{accounts::user::Role, back_office::reconciliation::internal, db::Engine, values::clock::Clock};

use crate::{
    actions::{Call, Reply},
    actors::{Actor, ListedTool},
    environment::Environment,
    node::Node,
    provider::{Provider, intent_of},
    scheduler::Scheduler,
};

const AT_FIRST: i64 = 6;
/// What a customer who never paid may have unpaid, and place in an hour.
const MAX_FIRST_UNPAID: usize = 3;
const MAX_FIRST_ORDERS: usize = 10;
/// How many orders of an hour may take most of the tool.
const MAX_MOST_ORDERS: usize = 2;
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
struct StockModel {
    put_in: i64,
    /// Quantity and stage of every order that ever existed.
    orders: Vec<(i64, Stage)>,
    /// How many of them were placed before the first payment. All in one hour and network.
    first_orders: usize,
    /// How many of them took most of the tool.
    most_orders: usize,
}

#[derive(Clone, Copy, Debug)]
enum ModelStep {
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
    /// The owner changes the stock by `more`.
    AdjustStock {
        more: i64,
    },
}

impl StockModel {
    fn held(&self) -> i64 {
        let holds = |stage| !matches!(stage, Stage::Deleted | Stage::Refunded { restocked: true });
        self.orders.iter().filter(|(_, stage)| holds(*stage)).map(|(quantity, _)| quantity).sum()
    }

    fn available(&self) -> i64 {
        self.put_in - self.held()
    }

    /// Whether a customer who never paid would hold more than half with these pieces.
    fn takes_most(&self, quantity: i64) -> bool {
        let unpaid = self.orders.iter().filter(|(_, stage)| *stage == Stage::Unpaid);
        let held: i64 = unpaid.map(|(quantity, _)| quantity).sum();
        !self.has_paid() && held + quantity > self.available() - quantity
    }

    fn has_paid(&self) -> bool {
        self.orders.iter().any(|(_, stage)| !matches!(stage, Stage::Unpaid | Stage::Deleted))
    }

    fn unpaid(&self) -> usize {
        self.orders.iter().filter(|(_, stage)| *stage == Stage::Unpaid).count()
    }

    /// The status that the shop must return.
    fn answer(&self, step: ModelStep) -> u16 {
        let stage = |order: usize| self.orders[order].1;
        match step {
            ModelStep::Place { quantity } if quantity > self.available() => 409,
            ModelStep::Place { .. } if !self.has_paid() && self.unpaid() >= MAX_FIRST_UNPAID => 409,
            ModelStep::Place { .. } if !self.has_paid() && self.first_orders >= MAX_FIRST_ORDERS => 429,
            ModelStep::Place { quantity }
                if self.takes_most(quantity) && self.most_orders >= MAX_MOST_ORDERS =>
            {
                429
            }
            ModelStep::AdjustStock { more } if self.available() + more < 0 => 422,
            ModelStep::Delete { order } => match stage(order) {
                Stage::Unpaid => 200,
                Stage::Deleted => 404,
                Stage::Paid | Stage::Shipped | Stage::Refunded { .. } => 409,
            },
            ModelStep::Ship { order } => match stage(order) {
                Stage::Paid => 200,
                Stage::Deleted => 404,
                Stage::Unpaid | Stage::Shipped | Stage::Refunded { .. } => 409,
            },
            ModelStep::Refund { order, returns_stock } => match stage(order) {
                Stage::Paid => 200,
                Stage::Shipped if !returns_stock => 200,
                // The same request again succeeds; a different one is refused.
                Stage::Refunded { restocked } if restocked == returns_stock => 200,
                Stage::Deleted => 404,
                Stage::Unpaid | Stage::Shipped | Stage::Refunded { .. } => 409,
            },
            ModelStep::Place { .. } | ModelStep::AdjustStock { .. } | ModelStep::Pay { .. } => 200,
        }
    }
}

impl ReferenceStateMachine for StockModel {
    type State = Self;
    type Transition = ModelStep;

    fn init_state() -> BoxedStrategy<Self> {
        Just(Self { put_in: AT_FIRST, orders: Vec::new(), first_orders: 0, most_orders: 0 }).boxed()
    }

    fn transitions(shelf: &Self) -> BoxedStrategy<ModelStep> {
        let place = (1..4_i64).prop_map(|quantity| ModelStep::Place { quantity });
        let count = (-3..4_i64).prop_map(|more| ModelStep::AdjustStock { more });
        if shelf.orders.is_empty() {
            return prop_oneof![4 => place, 1 => count].boxed();
        }
        let order = 0..shelf.orders.len();
        prop_oneof![
            4 => place,
            1 => count,
            2 => order.clone().prop_map(|order| ModelStep::Delete { order }),
            3 => order.clone().prop_map(|order| ModelStep::Pay { order }),
            1 => order.clone().prop_map(|order| ModelStep::Ship { order }),
            2 => (order, any::<bool>()).prop_map(|(order, returns_stock)| ModelStep::Refund { order, returns_stock }),
        ]
        .boxed()
    }

    /// Only an unpaid order is paid here. The scenarios cover other uses of a card.
    fn preconditions(shelf: &Self, step: &ModelStep) -> bool {
        let is = |order: usize, stage: Option<Stage>| {
            shelf.orders.get(order).is_some_and(|(_, known)| stage == Some(*known) || stage.is_none())
        };
        match *step {
            ModelStep::Place { .. } | ModelStep::AdjustStock { .. } => true,
            ModelStep::Pay { order } => is(order, Some(Stage::Unpaid)),
            ModelStep::Delete { order } | ModelStep::Ship { order } | ModelStep::Refund { order, .. } => {
                is(order, None)
            }
        }
    }

    fn apply(mut shelf: Self, step: &ModelStep) -> Self {
        if shelf.answer(*step) != 200 {
            return shelf;
        }
        match *step {
            ModelStep::Place { quantity } => {
                shelf.first_orders += usize::from(!shelf.has_paid());
                shelf.most_orders += usize::from(shelf.takes_most(quantity));
                shelf.orders.push((quantity, Stage::Unpaid));
            }
            ModelStep::Delete { order } => shelf.orders[order].1 = Stage::Deleted,
            ModelStep::Pay { order } => shelf.orders[order].1 = Stage::Paid,
            ModelStep::Ship { order } => shelf.orders[order].1 = Stage::Shipped,
            ModelStep::Refund { order, returns_stock } => {
                if !matches!(shelf.orders[order].1, Stage::Refunded { .. }) {
                    shelf.orders[order].1 = Stage::Refunded { restocked: returns_stock };
                }
            }
            ModelStep::AdjustStock { more } => shelf.put_in += more,
        }
        shelf
    }
}

/// A shop without the scheduler's stops, and the ids of its orders.
struct RealShop<'a> {
    environment: &'a Environment,
    provider: &'a Provider,
    node: &'a Node,
    clock: &'a Clock,
    buyer: Actor,
    owner: Actor,
    hoe: ListedTool,
    orders: Vec<String>,
}

impl RealShop<'_> {
    fn send(&self, call: Call) -> Reply {
        self.environment.runtime.block_on(call.send(self.node.router.clone()))
    }

    fn make(&mut self, step: ModelStep) -> u16 {
        let now = self.clock.now();
        let (buyer, owner) =
            (self.buyer.token(self.environment, now), self.owner.token(self.environment, now));
        let path = |order: usize| format!("/orders/{}", self.orders[order]);
        let reply = match step {
            ModelStep::Place { quantity } => self.send(Call::new("POST", "/orders".into(), &buyer).json(&json!({
                "toolName": self.hoe.name, "orderQuantity": quantity, "price": 4.0,
                "totalPrice": TOTALS[usize::try_from(quantity).expect("small")], "customerEmail": self.buyer.email(),
                "customerName": self.buyer.name, "phone": "12 Elm St", "address": "555-0100",
            }))),
            ModelStep::Delete { order } => self.send(Call::new("DELETE", path(order), &buyer)),
            ModelStep::Pay { order } => self.pay(order, &buyer),
            ModelStep::Ship { order } => {
                let body = json!({ "status": "Approved and shipped" });
                self.send(Call::new("PATCH", path(order), &owner).json(&body))
            }
            ModelStep::Refund { order, returns_stock } => {
                let body = json!({ "returnStock": returns_stock });
                self.send(Call::new("POST", format!("{}/refund", path(order)), &owner).json(&body))
            }
            ModelStep::AdjustStock { more } => {
                let version = self.hoe.version(self.environment);
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
    let environment = Environment::create(engine);
    let (scheduler, clock) = (Scheduler::default(), Clock::default());
    let provider = Provider::open(&environment, &scheduler, &clock);
    let node = Node::open(&environment, &provider, &scheduler, &clock);
    let config = Config { cases: 12, failure_persistence: None, max_shrink_iters: 200, ..Config::default() };
    proptest!(config, |((shelf, steps, seen) in StockModel::sequential_strategy(1..15))| {
        environment.wipe();
        let now = clock.now();
        let mut real = RealShop {
            environment: &environment,
            provider: &provider,
            node: &node,
            clock: &clock,
            buyer: Actor::create(&environment, "Ada", Role::Customer, now),
            owner: Actor::create(&environment, "Hazel", Role::Admin, now),
            hoe: ListedTool::create(&environment, "Draw Hoe", PRICE_CENTS, AT_FIRST, now),
            orders: Vec::new(),
        };
        follow(&mut real, shelf, &steps, || {
            if let Some(seen) = &seen {
                seen.fetch_add(1, Ordering::SeqCst);
            }
        })?;
    });
    node.kill();
    environment.remove();
}

fn follow(
    real: &mut RealShop<'_>,
    mut shelf: StockModel,
    steps: &[ModelStep],
    seen: impl Fn(),
) -> Result<(), TestCaseError> {
    for step in steps {
        seen();
        let expected = shelf.answer(*step);
        shelf = StockModel::apply(shelf, step);
        prop_assert_eq!(real.make(*step), expected, "{:?}", step);
        prop_assert_eq!(
            real.hoe.version(real.environment).available,
            shelf.available(),
            "available after {:?}",
            step
        );
        let books =
            real.environment.runtime.block_on(internal::check(&real.environment.db, real.clock.now()));
        prop_assert_eq!(books.expect("the check can read the database").discrepancies, vec![], "{:?}", step);
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
