//! What a discount code takes off a purchase.

use super::{money::Cents, taxes::shares::divide, text_enum};
use crate::db::row;

text_enum! {
    pub enum DiscountKind {
        /// The code takes off a percentage of the goods.
        Percent = "percent",
        /// The code takes off cents of the goods.
        Amount = "amount",
        /// The delivery is free.
        Delivery = "delivery",
    }
}

row! {
    #[derive(PartialEq, Eq)]
    pub struct Discount {
        /// The code is in capitals, as documents print it.
        pub code: String,
        pub kind: DiscountKind,
        /// The value is a whole percentage or cents. A code for free delivery has 0.
        pub value: i64,
        /// The goods must cost this much before the discount.
        pub minimum: Cents,
    }
}

impl Discount {
    pub fn is_free_delivery(&self) -> bool {
        self.kind == DiscountKind::Delivery
    }

    /// Returns what the code takes off each line, in cents. Each line keeps at least one, because no order is free.
    pub fn shares(&self, nets: &[i64]) -> Vec<i64> {
        let goods: i64 = nets.iter().sum();
        let off = match self.kind {
            DiscountKind::Percent => (goods.saturating_mul(self.value) + 50) / 100,
            DiscountKind::Amount => self.value,
            DiscountKind::Delivery => 0,
        };
        let most = nets.iter().map(|net| (net - 1).max(0)).sum();
        let mut shares = divide(off.min(most), nets);
        for place in 0..nets.len() {
            // A share is at most one cent too large. The first line with the most left takes it.
            if shares[place] > 0 && shares[place] == nets[place] {
                let most_left =
                    (0..nets.len()).rev().max_by_key(|at| nets[*at] - shares[*at]).unwrap_or(place);
                shares[place] -= 1;
                shares[most_left] += 1;
            }
        }
        shares
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    pub fn discount(kind: DiscountKind, value: i64, minimum: i64) -> Discount {
        Discount { code: "SPRING".into(), kind, value, minimum: Cents::new(minimum).unwrap() }
    }

    #[test]
    fn a_percentage_is_rounded_once_and_divided_without_losing_a_cent() {
        let ten = discount(DiscountKind::Percent, 10, 0);
        assert_eq!(ten.shares(&[38_400, 5_998]), [3_840, 600], "44.40 of 443.98");
        assert_eq!(ten.shares(&[5]), [1], "half a cent counts as one");
        assert_eq!(ten.shares(&[4]), [0]);
        assert_eq!(discount(DiscountKind::Amount, 1_000, 0).shares(&[38_400, 5_998]), [865, 135]);
        assert_eq!(discount(DiscountKind::Delivery, 0, 0).shares(&[38_400]), [0]);
    }

    #[test]
    fn each_line_keeps_a_cent_whatever_is_taken_off() {
        let mut seed = 3_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((seed >> 33) % below).unwrap()
        };
        for _ in 0..20_000 {
            let lines: Vec<i64> = (0..=random(6)).map(|_| 1 + random(60)).collect();
            let goods: i64 = lines.iter().sum();
            let percent = 1 + random(99);
            let amount = 1 + random(400);
            for (kind, value, wanted) in [
                (DiscountKind::Percent, percent, (goods * percent + 50) / 100),
                (DiscountKind::Amount, amount, amount),
            ] {
                let shares = discount(kind, value, 0).shares(&lines);
                let most = goods - i64::try_from(lines.len()).unwrap();
                assert_eq!(shares.iter().sum::<i64>(), wanted.min(most), "{lines:?} {kind:?} {value}");
                let keeps = |(net, share): (&i64, &i64)| *share >= 0 && share < net;
                assert!(lines.iter().zip(&shares).all(keeps), "{lines:?} {kind:?} {value}: {shares:?}");
            }
        }
    }
}
