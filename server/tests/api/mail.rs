//! What the shop writes, to whom, and when.

use serde_json::json;
use trowel::config::Mode;

use crate::support::{Setup, with_shop};

fn with_mail() -> [Setup; 2] {
    [Setup::sqlite(), Setup::postgres()].map(|setup| Setup { mail: true, ..setup })
}

#[tokio::test]
async fn who_is_made_an_administrator_is_told_once() {
    for setup in with_mail() {
        // Where nobody has to verify an address.
        with_shop(Setup { mode: Mode::Demo, ..setup }, async |shop| {
            let (_bo, hazel) = (shop.customer("Bo").await, shop.admin().await);
            for modified in [1, 0] {
                let answer = hazel.put("/user/admin/bo@example.com", json!({})).await;
                assert_eq!(answer.body["modifiedCount"], modified, "{}", answer.text);
            }
            let letters = shop.letters_to("bo@example.com").await;
            let [signed_up, letter] = &letters[..] else { panic!("{} letters", letters.len()) };
            assert_eq!([&*signed_up.kind, &*letter.kind], ["verify_email", "made_admin"]);
            assert!(letter.text_body.starts_with("Hello Bo,"), "{}", letter.text_body);
            assert!(letter.html_body.contains(&format!("{}/login", shop.url)), "{}", letter.html_body);
        })
        .await;
    }
}
