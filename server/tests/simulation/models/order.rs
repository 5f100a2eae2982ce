//! Compares `OrderState` with a model: a set of flags that are only ever set.

use proptest::{prelude::*, test_runner::Config};
use proptest_state_machine::ReferenceStateMachine;
use trowel::{
    sales::orders::order::{InvalidTransition, OrderPayment, OrderState},
    values::time::Timestamp,
};

/// The payment, whether it was shipped, whether a refund is due (and with stock returned), whether it is refunded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OrderModel {
    paid_by: Option<u8>,
    shipped: bool,
    refund: Option<bool>,
    refunded: bool,
}

#[derive(Clone, Copy, Debug)]
enum ModelStep {
    Pay(u8),
    Ship,
    Refund { returns_stock: bool },
    ConfirmRefund,
}

impl OrderModel {
    fn allow(&self, step: ModelStep) -> bool {
        match step {
            ModelStep::Pay(_) => self.paid_by.is_none(),
            ModelStep::Ship => self.paid_by.is_some() && !self.shipped && self.refund.is_none(),
            ModelStep::Refund { returns_stock } => {
                self.paid_by.is_some() && self.refund.is_none() && !(self.shipped && returns_stock)
            }
            ModelStep::ConfirmRefund => self.refund.is_some() && !self.refunded,
        }
    }

    fn of(state: &OrderState) -> Self {
        let payment =
            state.payment().map(|payment| payment.transaction_id.parse().expect("the test chose the id"));
        let refund = state.order_refund();
        let was_shipped = refund.is_some_and(|refund| refund.shipped_at.is_some());
        Self {
            paid_by: payment,
            shipped: was_shipped || matches!(state, OrderState::Shipped { .. }),
            refund: refund.map(|refund| refund.returns_stock),
            refunded: matches!(state, OrderState::Refunded { .. }),
        }
    }
}

struct Model;

impl ReferenceStateMachine for Model {
    type State = OrderModel;
    type Transition = ModelStep;

    fn init_state() -> BoxedStrategy<OrderModel> {
        Just(OrderModel::default()).boxed()
    }

    fn transitions(_: &OrderModel) -> BoxedStrategy<ModelStep> {
        prop_oneof![
            any::<u8>().prop_map(ModelStep::Pay),
            Just(ModelStep::Ship),
            any::<bool>().prop_map(|returns_stock| ModelStep::Refund { returns_stock }),
            Just(ModelStep::ConfirmRefund),
        ]
        .boxed()
    }

    fn apply(mut marks: OrderModel, step: &ModelStep) -> OrderModel {
        if marks.allow(*step) {
            match *step {
                ModelStep::Pay(by) => marks.paid_by = Some(by),
                ModelStep::Ship => marks.shipped = true,
                ModelStep::Refund { returns_stock } => marks.refund = Some(returns_stock),
                ModelStep::ConfirmRefund => marks.refunded = true,
            }
        }
        marks
    }
}

fn apply(state: OrderState, step: ModelStep) -> Result<OrderState, InvalidTransition> {
    let now = Timestamp::from_micros(1);
    match step {
        ModelStep::Pay(by) => {
            state.pay(OrderPayment { transaction_id: by.to_string(), at: now, method: None })
        }
        ModelStep::Ship => state.ship(now),
        ModelStep::Refund { returns_stock } => state.refund(now, returns_stock),
        ModelStep::ConfirmRefund => state.confirm_refund(now),
    }
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::default() })]

    #[test]
    fn an_order_goes_the_way_its_model_goes((mut marks, steps, seen) in Model::sequential_strategy(1..20)) {
        let mut state = OrderState::Unpaid;
        for step in steps {
            // The strategy shortens a failing sequence after the last step that was executed.
            if let Some(seen) = &seen {
                seen.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            }
            let is_allowed = marks.allow(step);
            marks = Model::apply(marks, &step);
            let result = apply(state.clone(), step);
            prop_assert_eq!(result.is_ok(), is_allowed, "{:?}", step);
            // A refusal returns the unchanged state.
            if let Err(InvalidTransition(same)) = &result {
                prop_assert_eq!(same, &state);
            }
            state = result.unwrap_or_else(|InvalidTransition(same)| same);
            prop_assert_eq!(OrderModel::of(&state), marks.clone());
        }
    }
}
