//! Compares `OrderState` with a model of flags that are only ever set.

use proptest::{prelude::*, test_runner::Config};
use proptest_state_machine::ReferenceStateMachine;
use trowel::{
    orders::order::{NotAllowed, OrderState, Payment},
    values::time::Moment,
};

/// The flags: the payment, shipped, refund due (and whether stock was returned), refunded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Marks {
    paid_by: Option<u8>,
    shipped: bool,
    refund: Option<bool>,
    refunded: bool,
}

#[derive(Clone, Copy, Debug)]
enum Move {
    Pay(u8),
    Ship,
    Refund { returns_stock: bool },
    ConfirmRefund,
}

impl Marks {
    fn allow(&self, step: Move) -> bool {
        match step {
            Move::Pay(_) => self.paid_by.is_none(),
            Move::Ship => self.paid_by.is_some() && !self.shipped && self.refund.is_none(),
            Move::Refund { returns_stock } => {
                self.paid_by.is_some() && self.refund.is_none() && !(self.shipped && returns_stock)
            }
            Move::ConfirmRefund => self.refund.is_some() && !self.refunded,
        }
    }

    fn of(state: &OrderState) -> Self {
        let payment = state.payment().map(|payment| payment.transaction_id.parse().expect("we named it"));
        let refund = state.refund_of();
        let was_shipped = refund.is_some_and(|refund| refund.shipped_at.is_some());
        Self {
            paid_by: payment,
            shipped: was_shipped || matches!(state, OrderState::Shipped { .. }),
            refund: refund.map(|refund| refund.restocked_at.is_some()),
            refunded: matches!(state, OrderState::Refunded { .. }),
        }
    }
}

struct Model;

impl ReferenceStateMachine for Model {
    type State = Marks;
    type Transition = Move;

    fn init_state() -> BoxedStrategy<Marks> {
        Just(Marks::default()).boxed()
    }

    fn transitions(_: &Marks) -> BoxedStrategy<Move> {
        prop_oneof![
            any::<u8>().prop_map(Move::Pay),
            Just(Move::Ship),
            any::<bool>().prop_map(|returns_stock| Move::Refund { returns_stock }),
            Just(Move::ConfirmRefund),
        ]
        .boxed()
    }

    fn apply(mut marks: Marks, step: &Move) -> Marks {
        if marks.allow(*step) {
            match *step {
                Move::Pay(by) => marks.paid_by = Some(by),
                Move::Ship => marks.shipped = true,
                Move::Refund { returns_stock } => marks.refund = Some(returns_stock),
                Move::ConfirmRefund => marks.refunded = true,
            }
        }
        marks
    }
}

fn apply(state: OrderState, step: Move) -> Result<OrderState, NotAllowed> {
    let now = Moment::from_micros(1);
    match step {
        Move::Pay(by) => state.pay(Payment { transaction_id: by.to_string(), at: now }),
        Move::Ship => state.ship(now),
        Move::Refund { returns_stock } => state.refund(now, returns_stock),
        Move::ConfirmRefund => state.confirm_refund(now),
    }
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::default() })]

    #[test]
    fn an_order_goes_the_way_its_model_goes((mut marks, moves, seen) in Model::sequential_strategy(1..20)) {
        let mut state = OrderState::Unpaid;
        for step in moves {
            // The strategy cuts a failing sequence after its last action.
            if let Some(seen) = &seen {
                seen.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            }
            let is_allowed = marks.allow(step);
            marks = Model::apply(marks, &step);
            let result = apply(state.clone(), step);
            prop_assert_eq!(result.is_ok(), is_allowed, "{:?}", step);
            // A rejected transition returns the same state.
            if let Err(NotAllowed(same)) = &result {
                prop_assert_eq!(same, &state);
            }
            state = result.unwrap_or_else(|NotAllowed(same)| same);
            prop_assert_eq!(Marks::of(&state), marks.clone());
        }
    }
}
