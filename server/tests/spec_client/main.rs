//! A client written only from the table in docs/specification.md §7, run against the built program.
//!
//! It sends no Origin and no extra field. It sends e-mail addresses raw in paths, quantities as text, a content type on
//! some GETs and none on DELETE, and the whole tool back around every order.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;

use std::{
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

use client::Client;
use serde_json::{Value, json};

/// The program in a folder of its own; ends with the test.
struct Program {
    child: Child,
    origin: String,
    folder: PathBuf,
    /// Kept open, so that later output has a reader.
    _printed: BufReader<ChildStdout>,
}

impl Program {
    fn demo(name: &str, database: Option<&str>) -> Self {
        let database = database.map_or_else(Vec::new, |url| vec!["--database", url]);
        Self::start(name, &[&["demo", "--no-sample-orders"][..], &database].concat())
    }

    fn start(name: &str, arguments: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("trowel_strict_{name}_{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut command = command(&folder, arguments);
        command.args(["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut printed = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        while !line.contains("Trowel is open") {
            line.clear();
            assert!(printed.read_line(&mut line).unwrap() > 0, "it ended before it said where it is open");
        }
        let address = ["listening on ", "http://"].iter().find_map(|words| line.split_once(words)).unwrap().1;
        let address = address.split([')', '/', '\n']).next().unwrap();
        Self { child, origin: format!("http://{address}"), folder, _printed: printed }
    }
}

/// The program with its data in the folder. The environment's own settings are removed.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_trowel"));
    command.args(arguments).current_dir(folder).arg("--data").arg(folder.join("data"));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TROWEL_")) {
        command.env_remove(name);
    }
    command
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test]
async fn the_specified_client_uses_every_call_of_the_built_shop() {
    every_call(&Program::demo("sqlite", None)).await;
}

/// The specified client shows the pages of administrators if `admin` is true, and expects lists from their calls.
#[tokio::test]
async fn an_administrator_with_a_weak_password_is_a_customer_of_the_specified_client() {
    let shop = Program::start("serve", &["serve", "--public-url", "http://127.0.0.1:9"]);
    let (email, other) = ("ada@example.com", "bo@example.com");
    let grant = |email: &str| {
        let granted = command(&shop.folder, &["admin", "grant", email]).output().unwrap();
        assert!(granted.status.success(), "{granted:?}");
    };
    // The first account of a shop without an owner needs a good password.
    let mut bo = Client::new(&shop.origin);
    bo.sign("sign-up", "Bo Moss", other, "four garden words").await;
    grant(other);
    let mut ada = Client::new(&shop.origin);
    ada.sign("sign-up", "Ada Moss", email, "six666").await;
    grant(email);
    ada.sign("sign-in", "Ada Moss", email, "six666").await;
    bo.sign("sign-in", "Bo Moss", other, "four garden words").await;
    assert!(!ada.is_admin(email).await);
    assert!(ada.orders(email).await.is_empty(), "the pages of customers work");
    assert!(bo.is_admin(other).await);
    assert!(!bo.is_admin(email).await);
    assert_eq!((bo.users().await.len(), bo.manage_orders().await.len()), (2, 0));
}

#[tokio::test]
async fn the_specified_client_uses_every_call_of_the_built_shop_on_postgres() {
    let server = std::env::var("TROWEL_TEST_POSTGRES").ok();
    assert!(server.is_some() || std::env::var_os("CI").is_none(), "TROWEL_TEST_POSTGRES is missing");
    let Some(server) = server else { return };
    let name = format!("trowel_strict_{}", std::process::id());
    on_server(&server, &format!("CREATE DATABASE {name}")).await;
    let mut address = reqwest::Url::parse(&server).unwrap();
    address.set_path(&name);
    every_call(&Program::demo("postgres", Some(address.as_str()))).await;
    on_server(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

async fn on_server(server: &str, statement: &str) {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(statement).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}

fn id_of(row: &Value) -> String {
    row["_id"].as_str().unwrap().to_owned()
}

async fn every_call(shop: &Program) {
    let (email, admin) = ("ada+beds@example.com", "admin@example.com");
    let mut hazel = Client::new(&shop.origin);
    hazel.sign("sign-in", "Hazel Moss", admin, "garden-admin").await;
    assert!(hazel.is_admin(admin).await);

    // The owner adds a tool.
    let picture =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/demo/images/draw-hoe/700.webp")).unwrap();
    let img = hazel.upload(&picture).await;
    let added = json!({ "name": "Swan Hoe", "description": "Pulls.", "price": "19.99", "availableQuantity": "100", "minimumQuantity": "5", "img": img });
    let id = hazel.add_tool(&added).await;
    assert_eq!(hazel.kind_of(&img).await, "image/webp");

    // A customer signs up, browses, and orders twice: once with the stock written before the order, once after it.
    let mut ada = Client::new(&shop.origin);
    ada.sign("sign-up", "Ada Moss", email, "secret-1").await;
    assert!(!ada.is_admin(email).await);
    let tools = ada.tools().await;
    let listed = tools.last().unwrap();
    assert_eq!((id_of(listed), &listed["img"], &listed["price"]), (id.clone(), &json!(img), &json!(19.99)));
    let tool = ada.tool(&id).await;
    assert_eq!(&tool, listed);
    ada.put_tool(&tool, 93).await;
    ada.order(&tool, email, "Ada Moss", "7").await;
    let tool = ada.tool(&id).await;
    assert_eq!(tool["availableQuantity"], 93);
    ada.order(&tool, email, "Ada Moss", "5").await;
    ada.put_tool(&tool, 88).await;
    assert_eq!(ada.tool(&id).await["availableQuantity"], 88);
    let orders = ada.orders(email).await;
    assert_eq!(orders.len(), 2);
    assert_eq!(
        (
            &orders[0]["toolName"],
            &orders[0]["orderQuantity"],
            &orders[0]["totalPrice"],
            &orders[0]["customerName"]
        ),
        (&json!("Swan Hoe"), &json!(7), &json!(139.93), &json!("Ada Moss"))
    );
    assert_eq!(
        (&orders[0]["phone"], &orders[0]["address"]),
        (&json!("12 Elm St, Guelph"), &json!("555-0142"))
    );
    assert_eq!((&orders[0]["paid"], orders[0].get("transactionId")), (&json!(false), None));

    // She pays the first one; the owner ships it.
    let (first, second) = (id_of(&orders[0]), id_of(&orders[1]));
    let transaction = ada.pay(&first, "4242424242424242").await;
    let paid = ada.order_of(&first).await;
    assert_eq!(
        (&paid["paid"], &paid["status"], &paid["transactionId"]),
        (&json!(true), &json!("pending"), &json!(transaction))
    );
    assert_eq!(hazel.manage_orders().await.len(), 2);
    hazel.ship(&first).await;
    let shipped = ada.order_of(&first).await;
    assert_eq!(
        (&shipped["status"], &shipped["transactionId"]),
        (&json!("Approved and shipped"), &json!(transaction))
    );

    // She cancels the other order; the owner deletes one more.
    assert_eq!(ada.delete_order(&second).await, 1);
    assert_eq!(ada.tool(&id).await["availableQuantity"], 93);
    ada.order(&tool, email, "Ada Moss", "5").await;
    let third = id_of(ada.orders(email).await.last().unwrap());
    assert_eq!(hazel.delete_order(&third).await, 1);
    assert_eq!(ada.tool(&id).await["availableQuantity"], 93);

    // Her review and her profile.
    let before = ada.reviews().await.len();
    ada.review("Ada Moss", email, "Holds an edge.", "4").await;
    let reviews = ada.reviews().await;
    assert_eq!(reviews.len(), before + 1);
    let mine = reviews.last().unwrap();
    assert_eq!(
        (&mine["name"], &mine["review"], mine["rating"].as_f64()),
        (&json!("Ada Moss"), &json!("Holds an edge."), Some(4.0))
    );
    assert_eq!(ada.put_profile(email, "Ada Moss", "Guelph").await["upsertedCount"], 1);
    assert_eq!(ada.put_profile(email, "Ada Moss", "Halifax").await["modifiedCount"], 1);

    // The owner makes her an administrator and removes the tool.
    let users = hazel.users().await;
    let row = users.iter().find(|user| user["email"] == email).unwrap();
    assert_ne!(row["role"], "admin");
    assert_eq!(hazel.make_admin(email).await, 1);
    assert_eq!(hazel.delete_tool(&id).await, 1);
    assert!(hazel.tools().await.iter().all(|tool| tool["name"] != "Swan Hoe"));
    ada.sign("sign-in", "Ada Moss", email, "secret-1").await;
    assert!(ada.is_admin(email).await);
    let orders = ada.manage_orders().await;
    assert_eq!((orders.len(), &orders[0]["toolName"]), (1, &json!("Swan Hoe")));
}
