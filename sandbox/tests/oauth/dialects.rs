use serde_json::{Value, json as value};
use trowel_sandbox::oauth::Provider::{self, Facebook, Github, Twitter};

use crate::support::{CLIENT, Providers, SECRET, VERIFIER, json, people, redirect_uri, text};

#[tokio::test]
async fn github_tells_numbers_and_addresses_apart_from_the_profile() {
    let providers = Providers::start().await;
    let [ada, bram, cleo] = people();
    let token = providers.token(Github, &ada, "").await;
    let who = providers.profile(Github, "/user", &token).await;
    assert_eq!(who["id"], ada.id);
    assert_eq!(
        (&who["login"], &who["name"], &who["email"]),
        (&value!("ada-thorne"), &value!("Ada Thorne"), &Value::Null)
    );
    let emails = providers.profile(Github, "/user/emails", &token).await;
    assert_eq!(emails[0]["primary"], false, "a shop that takes the first takes the wrong one");
    assert_eq!(
        emails[1],
        value!({ "email": "ada.thorne@example.com", "primary": true, "verified": true, "visibility": "private" })
    );

    let token = providers.token(Github, &bram, "").await;
    assert_eq!(providers.profile(Github, "/user/emails", &token).await[1]["verified"], false);
    let token = providers.token(Github, &cleo, "").await;
    assert_eq!(providers.profile(Github, "/user/emails", &token).await, value!([]));
}

#[tokio::test]
async fn github_refuses_with_status_200_and_answers_as_a_form_unless_asked() {
    let providers = Providers::start().await;
    let refused = json(providers.exchange(Github, "a guess"), 200).await;
    assert_eq!(refused["error"], "bad_verification_code");
    let [ada, ..] = people();
    let code = providers.code(Github, &ada, "").await;
    let form =
        [("client_id", CLIENT), ("client_secret", SECRET), ("code", &code), ("code_verifier", VERIFIER)];
    let response = providers.client.post(providers.url(Github, "/token")).form(&form).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/x-www-form-urlencoded; charset=utf-8");
    assert!(response.text().await.unwrap().starts_with("access_token="));
}

#[tokio::test]
async fn github_wants_to_know_the_program_and_the_scope() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let token = providers.token(Github, &ada, "").await;
    let nameless = reqwest::Client::builder().no_proxy().build().unwrap();
    let response = nameless.get(providers.url(Github, "/user")).bearer_auth(&token).send().await.unwrap();
    assert_eq!(response.status(), 403);
    let mut query = crate::support::query(Github);
    query.insert("scope", "read:user".to_owned());
    let id = ada.id.to_string();
    let form = [("decision", "allow"), ("person", id.as_str())];
    let response =
        providers.client.post(providers.page_url(Github, &query)).form(&form).send().await.unwrap();
    let code = crate::support::answered(&crate::support::location(&response), "code").unwrap();
    let answer = json(providers.exchange(Github, &code), 200).await;
    let token = text(&answer["access_token"]);
    json(providers.client.get(providers.url(Github, "/user/emails")).bearer_auth(token), 404).await;
}

#[tokio::test]
async fn facebook_tells_the_fields_that_are_asked_for() {
    let providers = Providers::start().await;
    let [ada, _, cleo] = people();
    let token = providers.token(Facebook, &ada, "").await;
    let who = providers.profile(Facebook, "/me?fields=id,name,email,picture", &token).await;
    assert_eq!((&who["name"], &who["email"]), (&value!("Ada Thorne"), &value!("ada.thorne@example.com")));
    assert_eq!(who["id"], ada.subject(Facebook));
    assert!(who["picture"]["data"]["url"].is_string() && who["email_verified"].is_null());
    let plain = providers.profile(Facebook, "/me", &token).await;
    assert_eq!(plain, value!({ "id": ada.subject(Facebook), "name": "Ada Thorne" }));
    let in_query = providers.client.get(providers.url(Facebook, &format!("/me?access_token={token}")));
    assert_eq!(json(in_query, 200).await["id"], who["id"]);
    let unknown = providers.client.get(providers.url(Facebook, "/me?fields=verified")).bearer_auth(&token);
    assert_eq!(json(unknown, 400).await["error"]["code"], 100);

    let token = providers.token(Facebook, &cleo, "").await;
    assert!(providers.profile(Facebook, "/me?fields=id,email", &token).await["email"].is_null());
}

#[tokio::test]
async fn facebook_takes_codes_in_a_query_too_and_refuses_in_its_envelope() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let code = providers.code(Facebook, &ada, "").await;
    let own = redirect_uri(Facebook);
    let query = [
        ("client_id", CLIENT),
        ("client_secret", SECRET),
        ("redirect_uri", &own),
        ("code", &code),
        ("code_verifier", VERIFIER),
    ];
    let url = reqwest::Url::parse_with_params(&providers.url(Facebook, "/token"), &query).unwrap();
    assert_eq!(json(providers.client.get(url.clone()), 200).await["token_type"], "bearer");
    let spent = json(providers.client.get(url), 400).await;
    assert_eq!(spent["error"]["type"], "OAuthException");
    assert_eq!(spent["error"]["error_subcode"], 36_009);
}

#[tokio::test]
async fn twitter_wants_its_credentials_in_the_header_and_tells_no_address() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let code = providers.code(Twitter, &ada, "").await;
    let own = redirect_uri(Twitter);
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("client_secret", SECRET),
        ("redirect_uri", &own),
        ("code", &code),
        ("code_verifier", VERIFIER),
    ];
    let refused = json(providers.client.post(providers.url(Twitter, "/token")).form(&form), 401).await;
    assert_eq!(refused["error"], "unauthorized_client");
    let answer = json(providers.exchange(Twitter, &code), 200).await;
    let token = text(&answer["access_token"]);
    let who = providers.profile(Twitter, "/users/me?user.fields=profile_image_url", token).await;
    assert_eq!(
        (&who["data"]["name"], &who["data"]["username"]),
        (&value!("Ada Thorne"), &value!("ada_thorne"))
    );
    assert!(who["data"]["profile_image_url"].is_string());
    assert!(!who.to_string().contains('@'));
}

#[tokio::test]
async fn nobody_is_told_anything_without_a_token_of_that_provider() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let google = providers.token(Provider::Google, &ada, "").await;
    for (provider, path, status) in [
        (Provider::Google, "/userinfo", 401),
        (Github, "/user", 401),
        (Facebook, "/me", 400),
        (Twitter, "/users/me", 401),
    ] {
        let ask = |token: &str| providers.client.get(providers.url(provider, path)).bearer_auth(token);
        json(ask("a guess"), status).await;
        if provider != Provider::Google {
            json(ask(&google), status).await;
        }
        json(providers.client.get(providers.url(provider, path)), status).await;
    }
}

#[tokio::test]
async fn a_person_has_another_name_with_each_provider() {
    let [ada, ..] = people();
    let mut subjects = Provider::ALL.map(|provider| ada.subject(provider)).to_vec();
    subjects.dedup();
    assert_eq!(subjects.len(), 4, "{subjects:?}");
}
