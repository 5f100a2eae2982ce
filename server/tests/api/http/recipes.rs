//! The recipes of docs/integrators.md, run as they stand there.

use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
};

use reqwest::Method;
use serde_json::json;

use crate::{
    sales::guests::open_shop_of,
    settings::webhooks::{add, deliver, to_this_machine},
    support::{Setup, with_shop},
};

const DOCUMENT: &str = include_str!("../../../../docs/integrators.md");

/// The program below a heading.
fn recipe(heading: &str) -> String {
    let section = DOCUMENT.split(&format!("\n## {heading}")).nth(1).expect("the heading");
    let program = section.split("```python\n").nth(1).expect("a program");
    program.split("```").next().unwrap().to_owned()
}

fn python(program: String, settings: &[(&'static str, &str)]) -> Command {
    let mut command = Command::new("python3");
    command.arg("-c").arg(program).envs(settings.iter().copied());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What it prints. The shop answers meanwhile.
async fn run(mut command: Command) -> String {
    let ended = tokio::task::spawn_blocking(move || command.output()).await.unwrap();
    let output = ended.expect("python3 is installed by scripts/dev-tools");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_recipe_for_integrators_works() {
    with_shop(to_this_machine(Setup::sqlite().with_mail()), async |shop| {
        shop.use_machine_clock();
        let (ada, hazel) = (shop.verified_customer("Ada").await, shop.admin().await);
        let tool = open_shop_of(shop, &hazel).await.into_string();
        let path = format!("/tools/{tool}");
        let version = hazel.get(&path).await.header("etag").to_owned();
        let named =
            hazel.call(Method::PUT, &path).header("if-match", &version).json(json!({ "sku": "H 1/2" }));
        named.send().await.is(200, "");
        let scopes = ["orders:read", "tools:write"];
        let wish = json!({ "name": "Recipes", "scopes": scopes, "days": 30, "password": "correct horse" });
        let key = hazel.post("/api-keys", wish).await.body["key"].as_str().unwrap().to_owned();
        let to_shop = [("SHOP", shop.url.as_str()), ("KEY", &key)];

        for quantity in 1..=3 {
            ada.order("Draw Hoe", 6_400, quantity).await;
        }
        let orders = run(python(recipe("Read orders"), &to_shop)).await;
        let lines: Vec<&str> = orders.lines().collect();
        assert_eq!(lines.len(), 3, "two pages: {orders}");
        assert!(lines[2].ends_with("Draw Hoe 3 192"), "{orders}");

        let since = [&to_shop[..], &[("SINCE", "2026-01-01T00:00:00Z")]].concat();
        let copied = run(python(recipe("Keep a copy"), &since)).await;
        let lines: Vec<&str> = copied.lines().collect();
        assert_eq!((lines.len(), lines[2]), (4, "1003 unpaid"), "two pages: {copied}");
        let next = lines[3].strip_prefix("next time since ").unwrap();
        assert!(next < &*shop.shop.clock.now().to_string(), "{next}");
        let again = run(python(recipe("Keep a copy"), &[&to_shop[..], &[("SINCE", next)]].concat())).await;
        assert_eq!(again.lines().count(), 4, "the same minute: {again}");

        let counted = [&to_shop[..], &[("SKU", "H 1/2"), ("COUNTED", "30")]].concat();
        assert_eq!(run(python(recipe("Keep the stock"), &counted)).await, "30");
        assert_eq!(ada.get(&path).await.body["availableQuantity"], 30);

        let buyer = [to_shop[0], ("TOOL", &tool), ("EMAIL", "bo@example.com")];
        let sold = run(python(recipe("Sell a tool"), &buyer)).await;
        let (total, purchase) = sold.split_once(' ').unwrap();
        let placed = hazel.get(&format!("/purchases/{purchase}")).await.body;
        assert_eq!((total, &placed["total"]), ("64", &json!(64)), "{placed}");

        let mut receiver =
            python(recipe("Get events"), &[("SECRET", "whsec_bm90IHRoZSBzZWNyZXQ=")]).spawn().unwrap();
        let mut printed = BufReader::new(receiver.stdout.take().unwrap()).lines();
        let port = printed.next().unwrap().unwrap().replace("listening on ", "");
        let url = format!("http://127.0.0.1:{port}/");
        let (webhook, _) = add(&hazel, &url, &["order.placed"]).await;
        ada.order("Draw Hoe", 6_400, 4).await;
        deliver(shop).await;
        let log = hazel.get(&format!("{webhook}/deliveries")).await.body;
        assert_eq!(log[0]["attempts"][0]["status"], 401, "another secret: {log}");
        receiver.kill().unwrap();
        receiver.wait().unwrap();
        hazel.delete(&webhook).await.is(200, "");

        let (_, secret) = add(&hazel, &url, &["order.placed"]).await;
        let mut receiver =
            python(recipe("Get events"), &[("SECRET", &secret), ("PORT", &port)]).spawn().unwrap();
        let mut printed = BufReader::new(receiver.stdout.take().unwrap()).lines();
        assert!(printed.next().unwrap().unwrap().starts_with("listening"));
        ada.order("Draw Hoe", 6_400, 5).await;
        deliver(shop).await;
        assert_eq!(printed.next().unwrap().unwrap(), "order.placed H 1/2 5");
        receiver.kill().unwrap();
        receiver.wait().unwrap();
    })
    .await;
}
