use trowel_sandbox::oauth::Provider;

use crate::support::{Providers, json, location, param, parts, people, query, redirect_uri, text};

#[tokio::test]
async fn the_page_shows_the_users_and_what_the_shop_learns() {
    let providers = Providers::start().await;
    for (provider, learns) in [
        (Provider::Google, "your e-mail address."),
        (Provider::Facebook, "your e-mail address."),
        (Provider::Github, "your e-mail address."),
        (Provider::Twitter, "not your e-mail address."),
    ] {
        let response =
            providers.client.get(providers.page_url(provider, &query(provider))).send().await.unwrap();
        assert_eq!(response.status(), 200);
        let isolated = response.headers().contains_key("cross-origin-opener-policy");
        assert_eq!(isolated, provider == Provider::Twitter, "{provider:?}");
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(!policy.contains("script") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("form-action 'self' http://shop.example;"), "{policy}");
        let page = response.text().await.unwrap();
        for shown in ["Ada Thorne", "Cleo Reed", "New user", "shop.example", provider.label(), learns] {
            assert!(page.contains(shown), "{shown} at {provider:?}");
        }
        assert!(!page.contains("style=") && !page.contains("<script"), "{page}");
        assert_eq!(page.contains("alg_none"), provider == Provider::Google, "{provider:?}");
        let says_verified = matches!(provider, Provider::Google | Provider::Github);
        assert_eq!(page.matches("not verified").count(), usize::from(says_verified), "{provider:?}");
        assert_eq!(page.contains("name=\"email_verified\""), says_verified, "{provider:?}");
    }
}

#[tokio::test]
async fn browsers_are_never_sent_to_an_unregistered_address() {
    let providers = Providers::start().await;
    for provider in Provider::ALL {
        for (name, value) in [
            ("client_id", "another"),
            ("redirect_uri", "http://evil.example/"),
            ("redirect_uri", &format!("{}&more", redirect_uri(provider))),
            ("redirect_uri", "http://shop.example/"),
        ] {
            let mut query = query(provider);
            query.insert(name, value.to_owned());
            for request in [
                providers.client.get(providers.page_url(provider, &query)),
                providers.client.post(providers.page_url(provider, &query)).form(&[("decision", "refuse")]),
            ] {
                let response = request.send().await.unwrap();
                assert_eq!(response.status(), 400, "{provider:?} {name}={value}");
                assert!(!response.headers().contains_key("location"));
                assert!(response.text().await.unwrap().contains(name));
            }
        }
    }
}

#[tokio::test]
async fn the_shop_learns_about_invalid_requests() {
    let providers = Providers::start().await;
    for provider in Provider::ALL {
        for (name, value, error) in [
            ("state", "", "invalid_request"),
            ("code_challenge", "", "invalid_request"),
            ("code_challenge", "short", "invalid_request"),
            ("code_challenge_method", "plain", "invalid_request"),
            ("code_challenge_method", "", "invalid_request"),
        ] {
            let mut query = query(provider);
            query.insert(name, value.to_owned());
            let response = providers.client.get(providers.page_url(provider, &query)).send().await.unwrap();
            let back = location(&response);
            assert!(back.as_str().starts_with(&redirect_uri(provider)), "{back}");
            assert_eq!(param(&back, "error").as_deref(), Some(error), "{provider:?} {name}={value}");
        }
    }
    let mut query = query(Provider::Google);
    query.insert("scope", "email".to_owned());
    let response = providers.client.get(providers.page_url(Provider::Google, &query)).send().await.unwrap();
    assert_eq!(param(&location(&response), "error").as_deref(), Some("invalid_scope"));
}

#[tokio::test]
async fn a_user_who_refuses_returns_without_a_code() {
    let providers = Providers::start().await;
    for provider in Provider::ALL {
        let back = providers.submit(provider, &[("decision", "refuse"), ("person", "new")]).await;
        assert_eq!(param(&back, "error").as_deref(), Some("access_denied"));
        assert_eq!(param(&back, "state").as_deref(), Some("a state"));
        assert_eq!(param(&back, "from").as_deref(), Some("provider"), "the query of the shop stays");
        assert_eq!(param(&back, "code"), None);
        assert_eq!(back.fragment(), (provider == Provider::Facebook).then_some("_=_"));
    }
}

#[tokio::test]
async fn a_new_user_keeps_the_same_id() {
    let providers = Providers::start().await;
    let form = [
        ("decision", "allow"),
        ("person", "new"),
        ("name", " Edda Wren "),
        ("email", "edda@example.com"),
        ("email_verified", "yes"),
    ];
    let mut subjects = Vec::new();
    for _ in 0..2 {
        let code = param(&providers.submit(Provider::Google, &form).await, "code").unwrap();
        let answer = json(providers.exchange(Provider::Google, &code), 200).await;
        let (_, claims) = parts(text(&answer["id_token"]));
        assert_eq!(claims["name"], "Edda Wren");
        assert_eq!(claims["email_verified"], true);
        subjects.push(claims["sub"].clone());
    }
    assert_eq!(subjects[0], subjects[1]);
    let page = providers.client.get(providers.page_url(Provider::Github, &query(Provider::Github)));
    let page = page.send().await.unwrap().text().await.unwrap();
    assert_eq!(page.matches("edda@example.com").count(), 1, "on the page once");
}

#[tokio::test]
async fn invalid_input_is_explained_and_kept() {
    let providers =
        Providers::start_with(|settings| settings.reserved_emails.push("owner@example.com".to_owned())).await;
    for (name, email, message) in [
        ("", "a@example.com", "Enter a name"),
        ("\"><script>", "nowhere", "Enter a valid e-mail address"),
        ("Edda", "Owner@Example.com", "is in use"),
        (&"e".repeat(61), "", "too long"),
    ] {
        let form = [
            ("decision", "allow"),
            ("person", "new"),
            ("name", name),
            ("email", email),
            ("fault", "token_cut"),
        ];
        let request = providers.client.post(providers.page_url(Provider::Google, &query(Provider::Google)));
        let response = request.form(&form).send().await.unwrap();
        assert_eq!(response.status(), 422, "{name} {email}");
        let page = response.text().await.unwrap();
        assert!(page.contains(message), "{message}");
        assert!(page.contains(&format!("value=\"{email}\"")), "{page}");
        assert!(page.contains("value=\"token_cut\" selected") && page.contains("value=\"new\" checked"));
        assert!(!page.contains("<script"));
    }
}

#[tokio::test]
async fn every_user_has_a_picture() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let picture = |file: String| providers.client.get(format!("{}/pictures/{file}", providers.base)).send();
    let svg = picture(format!("{}.svg", ada.id)).await.unwrap();
    assert_eq!(svg.headers()["content-type"], "image/svg+xml");
    assert!(svg.text().await.unwrap().contains(">AT<"));
    assert_eq!(picture("1.svg".to_owned()).await.unwrap().status(), 404);
}
