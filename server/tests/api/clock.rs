//! Clocks that jump: no session that has ended comes back, and none that began under a clock that was ahead lasts longer.

use std::time::Duration;

use crate::support::{Person, on_both_engines};

const MINUTE: Duration = Duration::from_mins(1);
const HOUR: Duration = Duration::from_hours(1);
const YEAR: Duration = Duration::from_hours(365 * 24);

/// What the cookie and the token of this person open.
async fn proofs(person: &Person<'_>) -> (u16, u16) {
    (person.get("/identity/session").await.status, person.get("/orders").await.status)
}

on_both_engines! {
    async fn what_ended_does_not_come_back_when_the_clock_is_set_back(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        for (jump, expected) in [(HOUR, (200, 401)), (YEAR, (401, 401))] {
            shop.shop.clock.advance(jump);
            assert_eq!(proofs(&hazel).await, (401, 401), "an administrator's ends after half an hour");
            assert_eq!(proofs(&ada).await, expected, "{jump:?}");
            shop.shop.clock.set_back(jump);
            assert_eq!(proofs(&hazel).await, (401, 401));
            assert_eq!(proofs(&ada).await, expected, "{jump:?} and back");
        }
    }

    async fn what_began_under_a_clock_that_was_ahead_lasts_no_longer(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        for jump in [HOUR, YEAR] {
            shop.shop.clock.advance(jump);
            ada.sign_in().await;
            assert_eq!(proofs(&ada).await, (200, 200));
            shop.shop.clock.set_back(jump);
            assert_eq!(proofs(&ada).await, (401, 401), "{jump:?}");
            shop.shop.clock.advance(jump);
            assert_eq!(proofs(&ada).await, (401, 401), "nor does it come back when its time comes");
            shop.shop.clock.set_back(jump);
            ada.sign_in().await;
            assert_eq!(proofs(&ada).await, (200, 200), "and signing in works at once");
        }
    }

    async fn a_token_that_was_given_out_ahead_of_time_is_none(shop: TestShop) {
        let mut ada = shop.customer("Ada").await;
        shop.shop.clock.advance(HOUR);
        ada.fetch_token().await;
        shop.shop.clock.set_back(HOUR);
        assert_eq!(proofs(&ada).await, (200, 401), "it would live for two hours");
        ada.fetch_token().await;
        assert_eq!(proofs(&ada).await, (200, 200));
    }

    async fn a_clock_that_is_corrected_by_minutes_throws_nobody_out(shop: TestShop) {
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        for _ in 0..4 {
            shop.shop.clock.set_back(MINUTE);
            assert_eq!((proofs(&ada).await, proofs(&hazel).await), ((200, 200), (200, 200)));
        }
    }
}
