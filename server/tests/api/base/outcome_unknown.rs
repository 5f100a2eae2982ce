//! PostgreSQL: the response to a commit is lost, and the primary that took over does not know the transaction.

use serde_json::json;

use crate::{
    sales::payment::without_webhooks,
    support::{Setup, intent_of, with_wire},
    wire::Cut,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_deletion_and_a_reported_payment_are_repeated_until_the_outcome_is_known() {
    with_wire(Setup::postgres(), async |shop, wire| {
        // An event would apply the payment before the report.
        without_webhooks(shop).await;
        let tool = shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (ada, hazel) = (shop.customer("Ada").await, shop.admin().await);
        let (deleted, paid) = (ada.order("Draw Hoe", 1_000, 1).await, ada.order("Draw Hoe", 1_000, 2).await);
        wire.cut(Cut::AfterCommits(0));
        let answer = ada.delete(&format!("/orders/{deleted}")).await;
        assert_eq!((answer.status, &answer.body["deletedCount"]), (200, &json!(1)), "{}", answer.text);
        assert_eq!(hazel.get(&format!("/tools/{tool}")).await.body["availableQuantity"], 98, "returned once");

        wire.cut(Cut::Never);
        let secret = ada.start_payment(&paid, 20.0).await;
        assert_eq!(shop.provider.pay(&secret, "4242424242424242").await.body["status"], "succeeded");
        let report = json!({ "orders": paid, "transactionId": intent_of(&secret), "status": "pending" });
        // The first commit counts the report.
        wire.cut(Cut::AfterCommits(1));
        let answer = ada.patch(&format!("/orders/{paid}"), report).await;
        assert_eq!((answer.status, &answer.body["modifiedCount"]), (200, &json!(1)), "{}", answer.text);

        wire.cut(Cut::AfterCommits(0));
        let ship = json!({ "status": "Approved and shipped" });
        let answer = hazel.patch(&format!("/orders/{paid}"), ship).await;
        assert_eq!((answer.status, &answer.body["modifiedCount"]), (200, &json!(1)), "{}", answer.text);

        wire.cut(Cut::AfterCommits(0));
        let answer = hazel.delete(&format!("/tools/{tool}")).await;
        assert_eq!((answer.status, &answer.body["deletedCount"]), (200, &json!(1)), "{}", answer.text);
    })
    .await;
}
