//! Keys of another account of the card provider: the shop starts with them only when no customer can still pay at the
//! first.

use trowel::{
    app::open_shop::OpenShopError,
    base::config::{
        Config,
        payments::{PaymentConfig, PublishableKey},
    },
    sales::payments::account::CardAccountError,
    shop::Shop,
};

use crate::{
    sales::payment::{GOOD_CARD, order_and_intent, order_of, report, without_webhooks},
    support::{TestShop, on_both_engines},
};

/// Starts another node with these keys, on the same database.
async fn start_with(shop: &TestShop, secret_key: &str, publishable_key: &str) -> Result<(), OpenShopError> {
    let keys = PaymentConfig {
        secret_key: secret_key.to_owned(),
        publishable_key: PublishableKey::parse(publishable_key).unwrap(),
        ..shop.shop.config.payments.clone().unwrap()
    };
    let config = Config { payments: Some(keys), ..shop.shop.config.clone() };
    Shop::open(config, shop.shop.db.clone(), shop.shop.clock.clone()).await.map(drop)
}

const OTHER_ACCOUNT: (&str, &str) = ("sk_test_of_another_account", "pk_test_of_another_account");

on_both_engines! {
    async fn keys_of_another_account_are_refused_while_a_customer_may_still_pay(shop: TestShop) {
        let hoe = shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        let (order, secret, intent) = order_and_intent(&ada).await;
        let (unpaid, _, _) = order_and_intent(&ada).await;
        let (secret_key, publishable_key) = OTHER_ACCOUNT;
        let refused = start_with(shop, secret_key, publishable_key).await.unwrap_err();
        assert!(matches!(refused, OpenShopError::CardAccount(CardAccountError::OpenPayments { open: 2, .. })), "{refused}");
        let told = refused.to_string();
        assert!(told.contains("2 unpaid orders") && told.contains("delete the orders"), "{told}");
        assert!(!told.contains("sk_test"), "secrets are not repeated: {told}");

        shop.provider.pay(&secret, GOOD_CARD).await.is(200, "");
        report(&ada, &order, &intent).await.is(200, "");
        assert_eq!(order_of(&ada, &order).await["paid"], true, "the refusal changed nothing");
        ada.delete(&format!("/orders/{unpaid}")).await.is(200, "");
        assert_eq!(shop.stock(&hoe).await, 8);
        start_with(shop, secret_key, publishable_key).await.unwrap();
    }

    async fn a_rotated_key_of_the_same_account_is_accepted(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        without_webhooks(shop).await;
        let ada = shop.customer("Ada").await;
        order_and_intent(&ada).await;
        start_with(shop, "sk_test_rotated", shop.provider.publishable_key).await.unwrap();
    }
}
