use crate::support::{PUBLISHABLE_KEY, Provider, text};

#[tokio::test]
async fn pages_of_other_origins_may_call_the_api() {
    let provider = Provider::start().await;
    let url = provider.url("/v1/payment_methods");
    let preflight = provider
        .client
        .request(reqwest::Method::OPTIONS, &url)
        .header("Origin", "https://shop.example")
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", "authorization,idempotency-key")
        .send()
        .await
        .unwrap();
    assert_eq!(preflight.status(), 204);
    assert_eq!(preflight.headers()["access-control-allow-origin"], "*");
    let allowed = preflight.headers()["access-control-allow-headers"].to_str().unwrap().to_ascii_lowercase();
    assert!(allowed.contains("authorization") && allowed.contains("idempotency-key"), "{allowed}");
    // Errors need the header too.
    let error = provider.client.post(&url).header("Origin", "https://shop.example").send().await.unwrap();
    assert_eq!(
        (error.status().as_u16(), &error.headers()["access-control-allow-origin"]),
        (401, &"*".parse().unwrap())
    );
}

#[tokio::test]
async fn any_page_may_load_the_script_and_only_shops_may_frame_the_fields() {
    let provider =
        Provider::start_with(|settings| settings.shop_origins = vec!["https://shop.example".to_owned()])
            .await;
    let script = provider.client.get(provider.url("/v3.js")).send().await.unwrap();
    assert!(script.headers()["content-type"].to_str().unwrap().starts_with("text/javascript"));
    assert_eq!(script.headers()["cross-origin-resource-policy"], "cross-origin");
    assert!(script.text().await.unwrap().contains("window.Stripe"));

    for page in ["card", "controller", "challenge"] {
        let frame =
            provider.client.get(provider.url(&format!("/elements/{page}.html"))).send().await.unwrap();
        let policy = frame.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("frame-ancestors 'self' https://shop.example"), "{policy}");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        let content = frame.text().await.unwrap();
        assert!(!content.contains(" style=") && !content.contains("<style"), "no inline style in {page}");
        // All files of the page exist.
        for part in content.split('"').filter(|part| part.contains(".js") || part.contains(".css")) {
            let found = provider.client.get(provider.url(&format!("/elements/{part}"))).send().await.unwrap();
            assert_eq!(found.status(), 200, "{part}");
        }
    }
    let missing = provider.client.get(provider.url("/elements/../v3.rs")).send().await.unwrap();
    assert_eq!(missing.status(), 404);
}

#[tokio::test]
async fn the_dashboard_shows_payments_and_no_secrets() {
    let provider = Provider::start().await;
    let paid = provider.paid_intent().await;
    let form = [("amount", "500"), ("currency", "cad"), ("metadata[note]", "<script>alert(1)</script>")];
    provider.post("/v1/payment_intents", &form).send().await.unwrap();
    for address in [provider.base.clone(), provider.url("/")] {
        let page = provider.client.get(address).send().await.unwrap();
        assert!(
            page.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'")
        );
        let page = page.text().await.unwrap();
        assert!(page.contains(text(&paid["id"])) && page.contains("$125.50") && page.contains("Paid"));
        assert!(page.contains("4242 4242 4242 4242") && page.contains("insufficient funds"));
        assert!(!page.contains("_secret_") && !page.contains(PUBLISHABLE_KEY) && !page.contains("<script>"));
    }
}
