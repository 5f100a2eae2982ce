//! Customers of a former shop: accounts without a password, and no e-mail.

use reqwest::Method;
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use trowel_sandbox::oauth::Provider;

use crate::{
    accounts::social_support::Browser,
    support::{Answer, Person, on_both_engines},
};

const FILE: &str = "First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Phone\n\
    Ada,Byron,Ada@example.com,yes,123 Main St,Halifax,NS,CA,B3J 1A1,902 555-0142\n\
    Bo,Elm,bo@example.com,no,1 Elm,Boston,MA,US,02108,\n\
    Cy,Oak,,no,,,,,,\n";

async fn send(person: &Person<'_>, path: &str) -> Answer {
    person.call(Method::POST, path).text("text/csv", FILE).send().await
}

fn counts(answer: &Answer) -> [&Value; 5] {
    let names = ["addedCount", "unchangedCount", "skippedCount", "noteCount", "consentCount"];
    names.map(|count| &answer.body[count])
}

async fn sign_up(person: &Person<'_>, name: &str, email: &str) -> Answer {
    person
        .post("/identity/sign-up", json!({ "name": name, "email": email, "password": "correct horse" }))
        .await
}

on_both_engines! {
    with crate::sales::guests::with_mail;

    async fn a_customer_of_the_former_shop_sets_a_first_password_by_the_link(shop: TestShop) {
        let hazel = shop.admin().await;
        let checked = send(&hazel, "/customer-imports/check").await;
        assert_eq!(counts(&checked), [2, 0, 1, 1, 1].map(|count| json!(count)).each_ref(), "{}", checked.text);
        assert_eq!(hazel.get("/users?q=ada").await.body, json!([]), "a check adds nothing");
        let added = send(&hazel, "/customer-imports").await;
        assert_eq!(added.text, checked.text);
        assert_eq!(added.body["skipped"], json!([{ "line": 4, "detail": "This customer has no e-mail address." }]));
        let note = "The address is left out: it is in US, and the shop knows addresses in Canada only.";
        assert_eq!(added.body["notes"], json!([{ "line": 3, "detail": note }]));
        assert!(shop.letters_to("ada@example.com").await.is_empty(), "the import sends no e-mail");

        let account = hazel.get("/users?q=byron").await.body[0]["_id"].as_str().unwrap().to_owned();
        let page = hazel.get(&format!("/users/{account}")).await.body;
        let seen = ["name", "email", "verified", "address", "phone", "role"].map(|name| &page[name]);
        let known = [json!("Ada Byron"), json!("ada@example.com"), json!(false), json!("123 Main St, Halifax NS  B3J 1A1"), json!("902 555-0142"), json!("user")];
        assert_eq!(seen, known.each_ref());
        // No password opens it, and a sign-up gets a link instead of the account.
        let mut ada = shop.visitor();
        ada.email = "ada@example.com".into();
        ada.post("/identity/sign-in", json!({ "email": ada.email, "password": "correct horse" })).await.is(401, "bad_credentials");
        sign_up(&ada, "Stranger", &ada.email).await.is(409, "email_taken");
        ada.post("/identity/password/forgot", json!({ "email": ada.email })).await.is(200, "");
        let letters = shop.letters_to(&ada.email).await;
        let (_, token) = letters.last().unwrap().text_body.split_once("#token=").unwrap();
        ada.post("/identity/password/reset", json!({ "token": token[..43], "password": "correct horse" })).await.is(200, "");
        ada.sign_in().await;
        assert_eq!(ada.get("/profiles/ada@example.com").await.body["phone"], "902 555-0142");
        // The account is the customer's now, and a further import leaves it as it is.
        ada.put("/profiles/ada@example.com", json!({ "phone": "902 555-0199" })).await.is(200, "");
        let again = send(&hazel, "/customer-imports").await;
        assert_eq!(counts(&again), [0, 2, 1, 1, 1].map(|count| json!(count)).each_ref());
        assert_eq!(ada.get("/profiles/ada@example.com").await.body["phone"], "902 555-0199");
    }
}

mod social_login {
    use super::*;

    on_both_engines! {
        with crate::accounts::social_support::played;

        async fn the_first_social_login_keeps_the_address_of_the_former_shop(shop: TestShop) {
            let hazel = shop.admin().await;
            send(&hazel, "/customer-imports").await.is(200, "");
            let at_google = json!({ "name": "Ada B.", "email": "ada@example.com", "email_verified": true });
            let at_google = shop.elsewhere().person(at_google).await;
            Browser::of(shop).continue_with(Provider::Google, &at_google, "").await;
            let account = hazel.get("/users?q=ada").await.body[0]["_id"].as_str().unwrap().to_owned();
            let page = hazel.get(&format!("/users/{account}")).await.body;
            let seen = ["name", "verified", "address", "phone"].map(|name| &page[name]);
            let kept = [json!("Ada B."), json!(true), json!("123 Main St, Halifax NS  B3J 1A1"), json!("902 555-0142")];
            assert_eq!(seen, kept.each_ref());
        }
    }
}

mod without_email {
    use super::*;

    on_both_engines! {
        async fn where_no_mailbox_can_prove_it_a_sign_up_reads_no_address(shop: TestShop) {
            let hazel = shop.admin().await;
            send(&hazel, "/customer-imports").await.is(200, "");
            let mut stranger = shop.visitor();
            stranger.email = "ada@example.com".into();
            let made = sign_up(&stranger, "Stranger", &stranger.email).await;
            made.is(200, "");
            stranger.remember(&made);
            let read = stranger.get("/profiles/ada@example.com").await;
            assert_eq!((read.status, &read.body), (200, &json!({})));
            let export = stranger.get("/identity/account/export").await.text;
            assert!(!export.contains("Main St") && !export.contains("Byron"), "{export}");
        }

        async fn an_excel_file_of_customers_is_read(shop: TestShop) {
            let hazel = shop.admin().await;
            let mut workbook = Workbook::new();
            let sheet = workbook.add_worksheet();
            for (row, cells) in (0..).zip([["Name", "E-mail"], ["Ada Byron", "ada@example.com"]]) {
                sheet.write_row(row, 0, cells).unwrap();
            }
            let call = hazel.call(Method::POST, "/customer-imports");
            let answer = call.bytes("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", workbook.save_to_buffer().unwrap()).send().await;
            assert_eq!(counts(&answer), [1, 0, 0, 0, 0].map(|count| json!(count)).each_ref(), "{}", answer.text);
            let wrong = hazel.call(Method::POST, "/customer-imports/check").text("text/csv", "Title,Price\na,1\n").send().await;
            wrong.is(422, "unreadable_file");
        }
    }
}
