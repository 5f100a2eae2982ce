//! Process exit: killed while orders are placed, and stopped during an order. `make faults` does the same for longer,
//! with payments.

use std::collections::{HashMap, HashSet};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
    sync::mpsc,
    task::JoinSet,
};

use crate::running::{Folder, Running, trowel};

const BUYERS: usize = 8;

/// Data for one test, in a file or in a database, removed after the test.
pub struct Place {
    folder: Folder,
    database: Option<String>,
}

impl Place {
    fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = trowel(&self.folder, arguments);
        if let Some(address) = &self.database {
            command.args(["--database", address]);
        }
        command
    }

    pub fn open(&self) -> Running {
        Running::start(&mut self.command(&["demo", "--listen", "127.0.0.1:0"]), "Ctrl-C closes the shop.")
    }

    pub fn assert_books_agree(&self) {
        let told = self.command(&["verify"]).output().unwrap();
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stdout));
    }
}

/// Runs the test on both engines.
pub async fn everywhere(test: impl AsyncFn(&Place)) {
    test(&Place { folder: Folder::new(), database: None }).await;
    let server = std::env::var("TROWEL_TEST_POSTGRES").ok();
    assert!(server.is_some() || std::env::var_os("CI").is_none(), "TROWEL_TEST_POSTGRES is missing");
    let Some(server) = server else { return };
    let folder = Folder::new();
    let name = folder.0.file_name().unwrap().to_str().unwrap().to_owned();
    on_server(&server, &format!("CREATE DATABASE {name}")).await;
    let mut address = reqwest::Url::parse(&server).unwrap();
    address.set_path(&name);
    test(&Place { folder, database: Some(address.into()) }).await;
    on_server(&server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
}

pub async fn on_server(server: &str, statement: &str) {
    let (client, connection) = tokio_postgres::connect(server, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    client.batch_execute(statement).await.unwrap();
    drop(client);
    connection.await.unwrap().unwrap();
}

async fn customer(shop: &Running) -> String {
    shop.sign("sign-in", "customer@example.com", "garden-customer").await
}

/// The body of an order for one unit of the tool with the most stock. `phone` stores the key.
async fn wish(shop: &Running, key: &str) -> Value {
    let (_, tools) = shop.get("/api/tools", "").await;
    let orders = |tool: &Value| tool["availableQuantity"].as_i64().unwrap() / quantity(tool);
    let tool = tools.as_array().unwrap().iter().max_by_key(|tool| orders(tool)).unwrap();
    let cents = (tool["price"].as_f64().unwrap() * 100.0).round();
    let total = cents * f64::from(i32::try_from(quantity(tool)).unwrap()) / 100.0;
    json!({ "toolName": tool["name"], "orderQuantity": quantity(tool), "price": tool["price"], "totalPrice": total, "phone": key })
}

fn quantity(tool: &Value) -> i64 {
    tool["minimumQuantity"].as_i64().unwrap()
}

/// The responses that one buyer received.
#[derive(Default)]
struct Told {
    placed: HashMap<String, String>,
    deleted: HashSet<String>,
    /// An interrupted deletion: the order may exist or not.
    in_doubt: Option<String>,
    /// The key of the interrupted order.
    unanswered: Option<String>,
}

/// Places orders, and deletes every other one, until the server is gone. Each order is counted.
async fn buy(address: String, bearer: String, wish: Value, name: String, count: mpsc::Sender<()>) -> Told {
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut told = Told::default();
    for turn in 0.. {
        let (key, mut wish) = (format!("{name}-{turn}"), wish.clone());
        wish["phone"] = json!(key);
        let call = client.post(format!("{address}/api/orders")).header("idempotency-key", &key);
        let Ok(answer) = call.header("authorization", &bearer).json(&wish).send().await else {
            told.unanswered = Some(key);
            break;
        };
        assert_eq!(answer.status(), 200);
        let Ok(answer) = answer.json::<Value>().await else {
            told.unanswered = Some(key);
            break;
        };
        let id = answer["insertedId"].as_str().unwrap().to_owned();
        told.placed.insert(key, id.clone());
        let _ = count.send(()).await;
        if turn % 2 == 0 {
            let call = client.delete(format!("{address}/api/orders/{id}"));
            let Ok(answer) = call.header("authorization", &bearer).send().await else {
                told.in_doubt = Some(id);
                break;
            };
            assert_eq!(answer.status(), 200);
            told.deleted.insert(id);
        }
    }
    told
}

#[tokio::test]
async fn a_shop_that_is_killed_keeps_what_it_acknowledged_and_nothing_twice() {
    everywhere(async |place| {
        let mut told = Vec::new();
        for round in 0..2 {
            let shop = place.open();
            let (bearer, wish) = (customer(&shop).await, wish(&shop, "").await);
            let (count, mut counted) = mpsc::channel(1);
            let mut buyers = JoinSet::new();
            for buyer in 0..BUYERS {
                let name = format!("{round}-{buyer}");
                buyers.spawn(buy(shop.address.clone(), bearer.clone(), wish.clone(), name, count.clone()));
            }
            drop(count);
            // During orders, and at a different time each round.
            for _ in 0..20 + 7 * round {
                counted.recv().await.unwrap();
            }
            shop.kill();
            drop(counted);
            told.extend(buyers.join_all().await);

            let shop = place.open();
            let bearer = customer(&shop).await;
            for buyer in &mut told {
                let Some(key) = buyer.unanswered.take() else { continue };
                let id = repeat(&shop, &bearer, &wish, &key).await;
                assert_eq!(repeat(&shop, &bearer, &wish, &key).await, id, "{key}");
                buyer.placed.insert(key, id);
            }
            compare(&shop, &bearer, &told).await;
            place.assert_books_agree();
            shop.kill();
        }
    })
    .await;
}

/// Sends an order again under its key; returns its id.
async fn repeat(shop: &Running, bearer: &str, wish: &Value, key: &str) -> String {
    let mut wish = wish.clone();
    wish["phone"] = json!(key);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let call = client.post(format!("{}/api/orders", shop.address)).header("idempotency-key", key);
    let answer = call.header("authorization", bearer).json(&wish).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{key}");
    answer.json::<Value>().await.unwrap()["insertedId"].as_str().unwrap().to_owned()
}

async fn compare(shop: &Running, bearer: &str, told: &[Told]) {
    let (status, orders) = shop.get("/api/orders", bearer).await;
    assert_eq!(status, 200, "{orders}");
    let mut id_of_key = HashMap::new();
    for order in orders.as_array().unwrap() {
        let (key, id) = (order["phone"].as_str().unwrap(), order["_id"].as_str().unwrap());
        assert_eq!(id_of_key.insert(key, id), None, "{key} made two orders");
    }
    for buyer in told {
        for (key, id) in &buyer.placed {
            let there = id_of_key.get(key.as_str()).copied();
            if buyer.deleted.contains(id) {
                assert_eq!(there, None, "{key} was deleted");
            } else if buyer.in_doubt.as_ref() != Some(id) {
                assert_eq!(there, Some(id.as_str()), "{key} was acknowledged");
            }
        }
    }
}

#[tokio::test]
async fn a_stopping_shop_completes_a_started_order_and_accepts_no_new_ones() {
    everywhere(async |place| {
        let shop = place.open();
        let bearer = customer(&shop).await;
        let body = wish(&shop, "half").await.to_string();
        let (first, second) = body.split_at(body.len() / 2);
        let address = shop.address.strip_prefix("http://").unwrap();
        let mut slow = TcpStream::connect(address).await.unwrap();
        let head = format!(
            "POST /api/orders HTTP/1.1\r\nhost: {address}\r\nauthorization: {bearer}\r\ncontent-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        slow.write_all(head.as_bytes()).await.unwrap();
        // Sent once the server reads the body: the request has started.
        let mut received = vec![0; 25];
        slow.read_exact(&mut received).await.unwrap();
        assert!(received.starts_with(b"HTTP/1.1 100 "), "{}", String::from_utf8_lossy(&received));
        slow.write_all(first.as_bytes()).await.unwrap();

        shop.tell("-TERM");
        while TcpStream::connect(address).await.is_ok() {
            tokio::task::yield_now().await;
        }
        slow.write_all(second.as_bytes()).await.unwrap();
        let mut answer = String::new();
        slow.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("connection: close"), "{answer}");
        let (code, said) = shop.wait();
        assert_eq!((code, said.trim()), (Some(0), "Trowel is closed."));

        let shop = place.open();
        let (_, orders) = shop.get("/api/orders", &bearer).await;
        assert_eq!(orders[0]["phone"], "half", "{orders}");
        assert_eq!(orders.as_array().unwrap().len(), 1);
    })
    .await;
}
