use trowel_sandbox::oauth::Provider;

use crate::support::{Providers, answered, location, people, query, redirect_uri};

#[tokio::test]
async fn the_page_shows_who_can_sign_in_and_what_the_shop_learns() {
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
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(!policy.contains("script") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("form-action 'self' http://shop.example;"), "{policy}");
        let page = response.text().await.unwrap();
        for shown in ["Ada Thorne", "Cleo Reed", "Somebody else", "shop.example", provider.label(), learns] {
            assert!(page.contains(shown), "{shown} at {provider:?}");
        }
        assert!(!page.contains("{{") && !page.contains("style=") && !page.contains("<script"), "{page}");
        assert_eq!(page.contains("alg_none"), provider == Provider::Google, "{provider:?}");
        let says_verified = matches!(provider, Provider::Google | Provider::Github);
        assert_eq!(page.matches("not verified").count(), usize::from(says_verified), "{provider:?}");
        assert_eq!(page.contains("name=\"email_verified\""), says_verified, "{provider:?}");
    }
}

#[tokio::test]
async fn one_provider_cuts_the_opener() {
    let providers = Providers::start().await;
    for provider in Provider::ALL {
        let response =
            providers.client.get(providers.page_url(provider, &query(provider))).send().await.unwrap();
        let isolated = response.headers().contains_key("cross-origin-opener-policy");
        assert_eq!(isolated, provider == Provider::Twitter, "{provider:?}");
    }
}

#[tokio::test]
async fn nobody_is_sent_to_an_address_that_is_not_registered() {
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
async fn a_careless_request_is_told_to_the_shop() {
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
            assert_eq!(answered(&back, "error").as_deref(), Some(error), "{provider:?} {name}={value}");
        }
    }
    let mut query = query(Provider::Google);
    query.insert("scope", "email".to_owned());
    let response = providers.client.get(providers.page_url(Provider::Google, &query)).send().await.unwrap();
    assert_eq!(answered(&location(&response), "error").as_deref(), Some("invalid_scope"));
}

#[tokio::test]
async fn whoever_refuses_is_sent_back_without_a_code() {
    let providers = Providers::start().await;
    for provider in Provider::ALL {
        let back = providers.decided(provider, &[("decision", "refuse"), ("person", "new")]).await;
        assert_eq!(answered(&back, "error").as_deref(), Some("access_denied"));
        assert_eq!(answered(&back, "state").as_deref(), Some("a state"));
        assert_eq!(answered(&back, "from").as_deref(), Some("provider"), "the shop's own query stays");
        assert_eq!(answered(&back, "code"), None);
        assert_eq!(back.fragment(), (provider == Provider::Facebook).then_some("_=_"));
    }
}

#[tokio::test]
async fn somebody_new_comes_back_as_the_same() {
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
        let code = answered(&providers.decided(Provider::Google, &form).await, "code").unwrap();
        let answer = crate::support::json(providers.exchange(Provider::Google, &code), 200).await;
        let (_, claims) = crate::support::parts(crate::support::text(&answer["id_token"]));
        assert_eq!(claims["name"], "Edda Wren");
        assert_eq!(claims["email_verified"], true);
        subjects.push(claims["sub"].clone());
    }
    assert_eq!(subjects[0], subjects[1]);
    let page = providers.client.get(providers.page_url(Provider::Github, &query(Provider::Github)));
    let page = page.send().await.unwrap().text().await.unwrap();
    assert_eq!(page.matches("edda@example.com").count(), 1, "on the list from now on, once");
}

#[tokio::test]
async fn what_cannot_be_is_said_and_nothing_typed_is_lost() {
    let providers =
        Providers::start_with(|settings| settings.taken.push("owner@example.com".to_owned())).await;
    for (name, email, said) in [
        ("", "a@example.com", "needs a name"),
        ("\"><script>", "nowhere", "no e-mail address"),
        ("Edda", "Owner@Example.com", "belongs to somebody else"),
        (&"e".repeat(61), "", "too long"),
    ] {
        let form = [
            ("decision", "allow"),
            ("person", "new"),
            ("name", name),
            ("email", email),
            ("wrong", "token_cut"),
        ];
        let request = providers.client.post(providers.page_url(Provider::Google, &query(Provider::Google)));
        let response = request.form(&form).send().await.unwrap();
        assert_eq!(response.status(), 422, "{name} {email}");
        let page = response.text().await.unwrap();
        assert!(page.contains(said), "{said}");
        assert!(page.contains(&format!("value=\"{email}\"")), "{page}");
        assert!(page.contains("value=\"token_cut\" selected") && page.contains("value=\"new\" checked"));
        assert!(!page.contains("<script"));
    }
}

#[tokio::test]
async fn pictures_are_drawn_for_people_alone() {
    let providers = Providers::start().await;
    let [ada, ..] = people();
    let picture = |file: String| providers.client.get(format!("{}/pictures/{file}", providers.base)).send();
    let drawn = picture(format!("{}.svg", ada.id)).await.unwrap();
    assert_eq!(drawn.headers()["content-type"], "image/svg+xml");
    assert!(drawn.text().await.unwrap().contains(">AT<"));
    assert_eq!(picture("1.svg".to_owned()).await.unwrap().status(), 404);
}
