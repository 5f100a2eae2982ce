//! Divides an amount among the lines of a purchase without losing a cent.

/// Divides `total` in proportion to `weights`. The odd cents go to the largest remainders, of equal ones to the first.
pub fn divide(total: i64, weights: &[i64]) -> Vec<i64> {
    let total = i128::from(total);
    let sum = weights.iter().map(|weight| i128::from(*weight)).sum::<i128>();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let products = || weights.iter().map(|weight| total * i128::from(*weight));
    let mut shares: Vec<i128> = products().map(|product| product / sum).collect();
    let missing = total - shares.iter().sum::<i128>();
    let mut remainders: Vec<(usize, i128)> = products().map(|product| product % sum).enumerate().collect();
    // Stable, so that the first of equal remainders stays first.
    remainders.sort_by_key(|(_, remainder)| -remainder);
    for ((place, _), _) in remainders.into_iter().zip(0..missing) {
        shares[place] += 1;
    }
    shares.into_iter().map(|share| i64::try_from(share).unwrap_or_default()).collect()
}

/// How much of a line's `tax` belongs to the first `refunded` cents of its `net` amount. A refund returns what this
/// grew by, so that the refund of the rest returns exactly the rest of the tax.
pub fn refunded_tax(tax: i64, net: i64, refunded: i64) -> i64 {
    if net == 0 {
        return 0;
    }
    let doubled = 2 * i128::from(tax) * i128::from(refunded) + i128::from(net);
    i64::try_from(doubled / (2 * i128::from(net))).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shares_are_those_of_the_published_basket() {
        // 6 × 64.00 less 38.40, 2 × 29.99 less 6.00 (rounded from 5.998), delivery 15.00.
        assert_eq!(divide(4_440, &[38_400, 5_998]), [3_840, 600]);
        let nets = [34_560, 5_398, 1_500];
        assert_eq!(divide(2_073, &nets), [1_728, 270, 75], "GST");
        assert_eq!(divide(4_135, &nets), [3_447, 538, 150], "QST");
        assert_eq!(divide(5_390, &nets), [4_493, 702, 195], "HST of ON");
        assert_eq!(divide(5_804, &nets), [4_838, 756, 210], "HST of NS");
        assert_eq!(divide(2_902, &nets), [2_419, 378, 105], "PST of BC");
        assert_eq!(divide(2_487, &nets), [2_073, 324, 90], "PST of SK");
    }

    #[test]
    fn nothing_is_lost_or_made_whatever_is_divided() {
        let mut seed = 7_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((seed >> 33) % below).unwrap()
        };
        for _ in 0..5_000 {
            let weights: Vec<i64> = (0..=random(49)).map(|_| random(99_999_999)).collect();
            let total = random(20_000_000);
            let shares = divide(total, &weights);
            let expected = if weights.iter().sum::<i64>() == 0 { 0 } else { total };
            assert_eq!(shares.iter().sum::<i64>(), expected);
            assert!(shares.iter().all(|share| *share >= 0));
        }
        assert_eq!(divide(2, &[1, 1, 1]), [1, 1, 0], "the first of equal remainders");
        assert_eq!(divide(5, &[0, 0]), [0, 0]);
    }

    #[test]
    fn the_last_refund_returns_the_rest_of_the_tax() {
        assert_eq!(refunded_tax(538, 5_398, 2_699), 269);
        assert_eq!(refunded_tax(538, 5_398, 5_398), 538);
        let mut returned = 0;
        for part in 1..=7 {
            let now = refunded_tax(10, 7, part);
            assert!(now >= returned);
            returned = now;
        }
        assert_eq!((returned, refunded_tax(10, 0, 0)), (10, 0));
    }
}
