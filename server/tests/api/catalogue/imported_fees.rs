//! A charge that another shop sells as a product becomes a draft once, and then is the owner's.

use reqwest::Method;
use serde_json::{Value, json};

use super::import_other_shops::{check, import};
use crate::support::on_both_engines;

const FILE: &str = "Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Body (HTML),Status\n\
    fee,Processing Fee,FEE-1,2,5,Text,active\n";

/// Changed tools, and notes about fees.
fn fees(checked: &Value) -> (u64, usize) {
    let notes = checked["notes"].as_array().unwrap().iter();
    let fees = notes.filter(|note| note["detail"].as_str().unwrap().contains("looks like a fee")).count();
    (checked["changedCount"].as_u64().unwrap(), fees)
}

on_both_engines! {
    async fn another_import_leaves_a_known_fee_as_the_owner_has_it(shop: TestShop) {
        let hazel = shop.admin().await;
        let checked = check(&hazel, FILE).await;
        assert_eq!(fees(&checked), (0, 1));
        import(&hazel, FILE, &checked).await.is(200, "");
        let tool = hazel.get("/manageTools").await.body[0].clone();
        assert_eq!(tool["draft"], true);
        assert_eq!(fees(&check(&hazel, FILE).await), (0, 0));
        let path = format!("/tools/{}", tool["_id"].as_str().unwrap());
        let tag = hazel.get(&path).await.header("etag").to_owned();
        let edit = hazel.call(Method::PUT, &path).header("if-match", &tag);
        edit.json(json!({ "draft": false })).send().await.is(200, "");
        assert_eq!(fees(&check(&hazel, FILE).await), (0, 0));
    }
}
