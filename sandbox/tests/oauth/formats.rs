use serde_json::{Value, json as value};
use trowel_sandbox::oauth::Provider::{self, Facebook, Github, Twitter};

use crate::support::{
    CLIENT, Providers, SECRET, VERIFIER, json, location, param, people, query, redirect_uri, text,
};

#[tokio::test]
async fn github_has_addresses_apart_from_the_profile() {
    let providers = Providers::start().await;
    let [ada, bram, cleo] = people();
    let token = providers.token(Github, &ada, "").await;
    let user = providers.profile(Github, "/user", &token).await;
    assert_eq!(
        (&user["id"], &user["login"], &user["name"], &user["email"]),
        (&value!(ada.id), &value!("ada-thorne"), &value!("Ada Thorne"), &Value::Null)
    );
    let emails = providers.profile(Github, "/user/emails", &token).await;
    assert_eq!(emails[0]["primary"], false, "the first address is the wrong one");
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
async fn github_sends_errors_with_status_200_and_forms_unless_asked_for_json() {
    let providers = Providers::start().await;
    let error = json(providers.exchange(Github, "a guess"), 200).await;
    assert_eq!(error["error"], "bad_verification_code");
    let [ada, ..] = people();
    let code = providers.code(Github, &ada, "").await;
    let form =
        [("client_id", CLIENT), ("client_secret", SECRET), ("code", &code), ("code_verifier", VERIFIER)];
    let response = providers.client.post(providers.url(Github, "/token")).form(&form).send().await.unwrap();
    assert_eq!(response.headers()["content-type"], "application/x-www-form-urlencoded; charset=utf-8");
    assert!(response.text().await.unwrap().starts_with("access_token="));
}

#[tokio::test]
async fn github_requires_a_user_agent_and_the_email_scope() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let token = providers.token(Github, &ada, "").await;
    let without_agent = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = without_agent.get(providers.url(Github, "/user")).bearer_auth(&token);
    assert_eq!(call.send().await.unwrap().status(), 403);
    let mut query = query(Github);
    query.insert("scope", "read:user".to_owned());
    let form = [("decision", "allow"), ("person", &ada.id.to_string())];
    let call = providers.client.post(providers.page_url(Github, &query)).form(&form);
    let code = param(&location(&call.send().await.unwrap()), "code").unwrap();
    let token = json(providers.exchange(Github, &code), 200).await;
    let call = providers.client.get(providers.url(Github, "/user/emails"));
    json(call.bearer_auth(text(&token["access_token"])), 404).await;
}

#[tokio::test]
async fn facebook_returns_the_requested_fields_and_has_its_own_errors() {
    let providers = Providers::start().await;
    let [ada, _, cleo] = people();
    let token = providers.token(Facebook, &ada, "").await;
    let user = providers.profile(Facebook, "/me?fields=id,name,email,picture", &token).await;
    assert_eq!((&user["name"], &user["email"]), (&value!("Ada Thorne"), &value!("ada.thorne@example.com")));
    assert_eq!(user["id"], ada.subject(Facebook));
    assert!(user["picture"]["data"]["url"].is_string() && user["email_verified"].is_null());
    let plain = providers.profile(Facebook, "/me", &token).await;
    assert_eq!(plain, value!({ "id": ada.subject(Facebook), "name": "Ada Thorne" }));
    let unknown = providers.client.get(providers.url(Facebook, "/me?fields=verified")).bearer_auth(&token);
    assert_eq!(json(unknown, 400).await["error"]["code"], 100);
    let token = providers.token(Facebook, &cleo, "").await;
    assert!(providers.profile(Facebook, "/me?fields=id,email", &token).await["email"].is_null());

    let code = providers.code(Facebook, &ada, "").await;
    assert_eq!(json(providers.exchange(Facebook, &code), 200).await["token_type"], "bearer");
    let spent = json(providers.exchange(Facebook, &code), 400).await;
    assert_eq!(
        (&spent["error"]["type"], &spent["error"]["error_subcode"]),
        (&value!("OAuthException"), &value!(36_009))
    );
}

#[tokio::test]
async fn twitter_requires_basic_credentials_and_reveals_no_address() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let code = providers.code(Twitter, &ada, "").await;
    let form = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("client_secret", SECRET),
        ("redirect_uri", &redirect_uri(Twitter)),
        ("code", &code),
        ("code_verifier", VERIFIER),
    ];
    let error = json(providers.client.post(providers.url(Twitter, "/token")).form(&form), 401).await;
    assert_eq!(error["error"], "unauthorized_client");
    let tokens = json(providers.exchange(Twitter, &code), 200).await;
    let path = "/users/me?user.fields=profile_image_url";
    let user = providers.profile(Twitter, path, text(&tokens["access_token"])).await;
    assert_eq!(
        (&user["data"]["name"], &user["data"]["username"]),
        (&value!("Ada Thorne"), &value!("ada_thorne"))
    );
    assert!(user["data"]["profile_image_url"].is_string() && !user.to_string().contains('@'));
}

#[tokio::test]
async fn user_info_needs_a_token_of_the_provider() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let google = providers.token(Provider::Google, &ada, "").await;
    for (provider, path, status) in
        [(Github, "/user", 401), (Facebook, "/me", 400), (Twitter, "/users/me", 401)]
    {
        for token in ["", "a guess", &google] {
            json(providers.client.get(providers.url(provider, path)).bearer_auth(token), status).await;
        }
    }
}

#[tokio::test]
async fn a_user_has_another_id_with_each_provider() {
    let [ada, ..] = people();
    let mut subjects = Provider::ALL.map(|provider| ada.subject(provider)).to_vec();
    subjects.dedup();
    assert_eq!(subjects.len(), 4, "{subjects:?}");
}
