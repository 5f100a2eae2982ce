//! The page that stands in for the home page until the shop has an owner.

use reqwest::Method;
use trowel::{
    accounts::{roles, user::Role},
    base::config::RunMode,
    values::email::Email,
};

use crate::support::{Setup, on_both_engines, with_shop};

on_both_engines! {
    async fn a_shop_without_an_owner_says_how_to_begin(shop: TestShop) {
        let of = async |path: &str| shop.fetch(Method::GET, path).send().await;
        let ada = shop.customer("Ada").await;
        shop.tool("Draw Hoe", 1_000, 10, 1).await;
        for path in ["/", "/home", "/?utm=1"] {
            let page = of(path).await;
            assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{path}");
            assert_eq!((page.header("cache-control"), page.header("x-robots-tag")), ("no-store", "noindex"), "{path}");
            let policy = page.header("content-security-policy");
            assert!(policy.starts_with("default-src 'none'; style-src 'self';") && !policy.contains("script-src"), "{policy}");
            for said in ["href=\"/signup\"", "trowel admin grant you@example.ca", "href=\"/dashboard\"", ">Open the shop<"] {
                assert!(page.text.contains(said), "{path}: {said}");
            }
            assert!(!page.text.contains("<script") && !page.text.contains("style=\"") && !page.text.contains("hunter"), "{path}");
            let targets = ["href=\"/", "src=\"/"].map(|start| page.text.split(start).skip(1).collect::<Vec<_>>()).concat();
            assert!(targets.len() > 4, "{targets:?}");
            for target in targets {
                let target = format!("/{}", target.split('"').next().unwrap());
                assert_eq!(of(&target).await.status, 200, "{target}");
            }
        }
        for path in ["/tool", "/signup", "/dashboard/addProduct", "/api/tools"] {
            assert!(of(path).await.status == 200 && !of(path).await.text.contains("admin grant"), "{path}");
        }
        assert_eq!(shop.fetch(Method::POST, "/").send().await.status, 405);
        let made = roles::change(&shop.shop.db, &Email::parse(&ada.email).unwrap(), roles::RoleEdit::Grant(Role::Admin), roles::GrantedBy::Host { only_verified: false }, shop.shop.clock.now()).await;
        assert_eq!(made.unwrap(), roles::RoleChange::Made);
        for path in ["/", "/home"] {
            assert!(of(path).await.text.contains("<div id=\"root\" data-rendered>"), "{path}: the shop's own");
        }
        shop.shop.db.clone().close().await;
        assert!(of("/").await.text.contains("<div id=\"root\" data-rendered>"), "the page needs no database query");
    }
}

#[tokio::test]
async fn a_demo_has_begun() {
    with_shop(Setup { mode: RunMode::Demo, ..Setup::sqlite() }, async |shop| {
        assert!(!shop.fetch(Method::GET, "/").send().await.text.contains("admin grant"));
    })
    .await;
}
