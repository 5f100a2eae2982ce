//! Staff finds a customer by any part of the name: in Manage Orders, in Manage Users and for an order that it enters.

use std::collections::BTreeSet;

use serde_json::Value;

use super::enter_order::{enter, id_in, order_of};
use crate::support::{Person, on_both_engines};

const CUSTOMERS: [(&str, &str); 17] = [
    ("Zoë Brontë-Tremblay", "z1@example.com"),
    ("Olivier Tremblay", "o1@example.com"),
    ("Søren Kjær", "s1@example.com"),
    ("Łukasz Wójcik", "l1@example.com"),
    ("Noël Lévesque-Roy", "n1@example.com"),
    ("Siobhán O’Brien", "s2@example.com"),
    ("Jean-François D'Amours", "j1@example.com"),
    ("Nguyễn Thị Hoa", "n2@example.com"),
    ("Þórður Ægisson", "t1@example.com"),
    ("Đorđe Petrović", "d1@example.com"),
    ("İpek Yıldız", "i1@example.com"),
    ("Heiko Groß", "h1@example.com"),
    ("María José García  López", "m1@example.com"),
    ("Marie-Ève L'Heureux", "m2@example.com"),
    ("Renée St. Pierre", "r.st.pierre@example.com"),
    ("Émile McDonald", "e1@example.com"),
    ("Włodek Brzęczyszczykiewicz", "w1@example.com"),
];
const WEI: (&str, &str) = ("Wei-Lin 陳", "lin.wei+shop@example.com");
const LOOKUPS: &str = include_str!("customer_lookups.txt");
/// At least this many of 48 searches must be right.
const MIN_RIGHT: usize = 46;

/// The addresses in this field of what the path answers to the search.
async fn found(person: &Person<'_>, path: &str, field: &str, search: &str) -> BTreeSet<String> {
    let address = reqwest::Url::parse_with_params("http://x/", [("q", search)]).unwrap();
    let answer = person.get(&format!("{path}?{}", address.query().unwrap())).await;
    assert_eq!(answer.status, 200, "{search}: {}", answer.text);
    let address = |row: &Value| row[field].as_str().unwrap().to_owned();
    answer.body.as_array().unwrap().iter().map(address).collect()
}

on_both_engines! {
    async fn judged_look_ups_find_the_right_customers(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let (hazel, customers) = (shop.admin().await, CUSTOMERS.iter().chain([&WEI]));
        for (name, email) in customers.clone() {
            id_in(&enter(&hazel, order_of(email, Some(name), 1)).await);
        }
        let (mut all, mut wrong) = (0, Vec::new());
        for line in LOOKUPS.lines().filter(|line| !line.starts_with('#')) {
            let (search, names) = line.split_once(" |").unwrap();
            let search = &search.replace("\\u0308", "\u{308}");
            let names: Vec<&str> = names.trim().split("; ").filter(|name| !name.is_empty()).collect();
            let expected = customers.clone().filter(|(name, _)| names.contains(name)).map(|(_, email)| (*email).to_owned());
            let expected: BTreeSet<String> = expected.collect();
            assert_eq!(expected.len(), names.len(), "{names:?} are customers");
            for (path, field) in [("/manageOrders", "customerEmail"), ("/users", "email"), ("/manageOrders/customers", "email")] {
                let found = found(&hazel, path, field, search).await;
                if found != expected {
                    wrong.push(format!("{search} in {path}: {found:?}"));
                }
            }
            all += 1;
        }
        let failed: BTreeSet<_> = wrong.iter().map(|line| line.split(" in ").next()).collect();
        assert!(all >= 40 && all - failed.len() >= MIN_RIGHT, "{} of {all} are wrong: {wrong:#?}", failed.len());
    }

    async fn a_domain_with_accents_is_one_account_in_both_spellings(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        let hazel = shop.admin().await;
        id_in(&enter(&hazel, order_of("Info@Café.ca", Some("Café Roy"), 1)).await);
        id_in(&enter(&hazel, order_of("info@xn--caf-dma.ca", None, 1)).await);
        for search in ["cafe", "info@café.ca", "info@xn--caf-dma.ca"] {
            for (path, field) in [("/manageOrders", "customerEmail"), ("/users", "email"), ("/manageOrders/customers", "email")] {
                let found = found(&hazel, path, field, search).await;
                assert_eq!(found.into_iter().collect::<Vec<_>>(), ["info@xn--caf-dma.ca"], "{search} in {path}");
            }
        }
    }

    async fn words_of_customer_and_tool_find_an_order_together(shop: TestShop) {
        shop.tool("Draw Hoe", 1_000, 100, 1).await;
        shop.tool("Œillet 2.5 m, 100%_Hemp", 500, 100, 1).await;
        let hazel = shop.admin().await;
        enter(&hazel, order_of("z1@example.com", Some("Zoë Tremblay"), 1)).await;
        enter(&hazel, order_of("s1@example.com", Some("Søren Roy"), 1)).await;
        for (search, email) in [("tremblay hoe", "z1@example.com"), ("draw zoe", "z1@example.com"), ("roy draw", "s1@example.com")] {
            let orders = found(&hazel, "/manageOrders", "customerEmail", search).await;
            assert_eq!(orders.into_iter().collect::<Vec<_>>(), [email], "{search}");
        }
        for search in ["zoe oeillet", "%", "_'", "tremblay roy"] {
            assert_eq!(found(&hazel, "/manageOrders", "customerEmail", search).await.len(), 0, "{search}");
            assert_eq!(found(&hazel, "/users", "email", search).await.len(), 0, "{search}");
        }
    }
}
