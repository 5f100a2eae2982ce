//! What a refund returns of a line of a purchase, or of its delivery.

use super::shares::refunded_tax;

/// What was paid for a line or the delivery, in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Charged {
    /// The amount without the taxes.
    pub net: i64,
    /// Its shares of the purchase's taxes.
    pub federal: i64,
    pub provincial: i64,
    /// The number of pieces. The delivery counts as one.
    pub quantity: i64,
}

/// What refunds return, in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Returned {
    /// The amount with the taxes.
    pub amount: i64,
    pub federal: i64,
    pub provincial: i64,
    pub quantity: i64,
}

/// What is to be refunded of a line or the delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Portion {
    /// The refund returns all that is left.
    Rest,
    /// The refund is for this many pieces.
    Pieces(i64),
    /// The refund is this many cents, with the taxes.
    Amount(i64),
}

impl Charged {
    pub fn due(&self) -> i64 {
        self.net + self.federal + self.provincial
    }

    /// Returns what is left after refunds have returned `before`.
    pub fn rest(&self, before: Returned) -> Returned {
        Returned {
            amount: self.due() - before.amount,
            federal: self.federal - before.federal,
            provincial: self.provincial - before.provincial,
            quantity: self.quantity - before.quantity,
        }
    }

    /// Returns what a refund returns after others have returned `before`. The taxes returned in all follow the amount
    /// returned in all, so that the last refund returns exactly the rest. Returns `None` if the portion is more than
    /// the rest or nothing.
    pub fn refund(&self, before: Returned, portion: Portion) -> Option<Returned> {
        let rest = self.rest(before);
        let whole = Some(rest).filter(|rest| rest.amount > 0);
        match portion {
            Portion::Rest => whole,
            Portion::Pieces(count) if count == rest.quantity => whole,
            Portion::Pieces(count) => {
                let pieces = |count| refunded_tax(self.net, self.quantity, count);
                let net = pieces(before.quantity + count) - pieces(before.quantity);
                let returned = before.net() + net;
                let grown = |tax, before: i64| (refunded_tax(tax, self.net, returned) - before).max(0);
                let federal = grown(self.federal, before.federal);
                let provincial = grown(self.provincial, before.provincial);
                let amount = net + federal + provincial;
                let fits = count > 0 && count < rest.quantity && amount > 0 && returned < self.net;
                fits.then_some(Returned { amount, federal, provincial, quantity: count })
            }
            Portion::Amount(amount) if amount == rest.amount => whole,
            Portion::Amount(amount) => {
                let returned = before.amount + amount;
                // A refund of a few cents has at most itself in taxes. The next one makes up for that.
                let grown = |tax, before: i64, most: i64| {
                    (refunded_tax(tax, self.due(), returned) - before).clamp(0, most.max(0))
                };
                let federal = grown(self.federal, before.federal, amount);
                let provincial = grown(self.provincial, before.provincial, amount - federal);
                let fits = amount > 0 && amount < rest.amount;
                fits.then_some(Returned { amount, federal, provincial, quantity: 0 })
            }
        }
    }
}

impl Returned {
    /// Returns the amount without the taxes.
    pub fn net(&self) -> i64 {
        self.amount - self.federal - self.provincial
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            amount: self.amount + other.amount,
            federal: self.federal + other.federal,
            provincial: self.provincial + other.provincial,
            quantity: self.quantity + other.quantity,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// 3 pieces for 12.34 with GST and QST.
    const SHEARS: Charged = Charged { net: 3_702, federal: 185, provincial: 369, quantity: 3 };

    fn refunds(charged: Charged, portions: &[Portion]) -> Vec<[i64; 3]> {
        let mut before = Returned::default();
        let mut list = Vec::new();
        for portion in portions {
            let part = charged.refund(before, *portion).unwrap();
            before = before.plus(part);
            list.push([part.net(), part.federal, part.provincial]);
        }
        list
    }

    #[test]
    fn each_piece_returns_its_price_and_the_last_one_the_rest_of_the_taxes() {
        let one = Portion::Pieces(1);
        let parts = refunds(SHEARS, &[one, one, one]);
        assert_eq!(parts, [[1_234, 62, 123], [1_234, 61, 123], [1_234, 62, 123]]);
        assert_eq!(refunds(SHEARS, &[one, Portion::Pieces(2)]), [[1_234, 62, 123], [2_468, 123, 246]]);
    }

    #[test]
    fn pieces_after_an_amount_return_what_is_left_at_most() {
        let parts = refunds(SHEARS, &[Portion::Amount(500), Portion::Pieces(2), Portion::Pieces(1)]);
        assert_eq!(parts.iter().flatten().sum::<i64>(), SHEARS.due());
        assert_eq!((parts[0], parts[1][0]), ([435, 22, 43], 2_468));
        let nearly_all = SHEARS.refund(Returned::default(), Portion::Amount(4_000)).unwrap();
        assert_eq!(SHEARS.refund(nearly_all, Portion::Pieces(1)), None);
        assert_eq!(SHEARS.refund(nearly_all, Portion::Pieces(3)), Some(SHEARS.rest(nearly_all)));
    }

    #[test]
    fn more_than_the_rest_and_nothing_are_no_refunds() {
        let none = Returned::default();
        for portion in [
            Portion::Pieces(0),
            Portion::Pieces(4),
            Portion::Pieces(-1),
            Portion::Amount(0),
            Portion::Amount(4_257),
        ] {
            assert_eq!(SHEARS.refund(none, portion), None, "{portion:?}");
        }
        let all = SHEARS.rest(none);
        for portion in [Portion::Rest, Portion::Pieces(0), Portion::Pieces(1), Portion::Amount(1)] {
            assert_eq!(SHEARS.refund(all, portion), None, "{portion:?}");
        }
    }

    fn portion() -> impl Strategy<Value = Portion> {
        prop_oneof![(1..9_i64).prop_map(Portion::Pieces), (1..4_000_i64).prop_map(Portion::Amount)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// Whatever is refunded in whatever order, no tax returns more than was charged, and the rest ends it exactly.
        #[test]
        fn all_refunds_return_exactly_what_was_charged(
            (price, quantity) in (1..2_000_i64, 1..9_i64),
            rates in (0..=300_000_i64, 0..=300_000_i64),
            portions in proptest::collection::vec(portion(), 0..12),
        ) {
            let net = price * quantity;
            let tax = |rate: i64| (net * rate + 500_000) / 1_000_000;
            let charged = Charged { net, federal: tax(rates.0), provincial: tax(rates.1), quantity };
            let mut before = Returned::default();
            for portion in portions.into_iter().chain([Portion::Rest]) {
                let Some(part) = charged.refund(before, portion) else { continue };
                prop_assert!(part.federal >= 0 && part.provincial >= 0 && part.net() >= 0 && part.amount > 0);
                if let Portion::Amount(amount) = portion {
                    prop_assert_eq!(part.amount, amount);
                }
                before = before.plus(part);
                let rest = charged.rest(before);
                let left = [rest.net(), rest.federal, rest.provincial, rest.amount, rest.quantity];
                prop_assert!(left.iter().all(|left| *left >= 0), "{:?} {:?}", portion, rest);
            }
            prop_assert_eq!(charged.rest(before).amount, 0);
            prop_assert_eq!([before.federal, before.provincial], [charged.federal, charged.provincial]);
        }
    }
}
