//! Uploads and drawings that break off: nothing is lost, nothing is tried for ever, and nobody is alarmed for nothing.

use std::time::Duration;

use image::ImageFormat;
use trowel::{
    images::{
        avif_job::{draw_due, take_due},
        store,
    },
    shop::Shop,
};

use crate::{
    images::{file, get, in_folder, key, quarters, send, uploaded},
    support::{TestShop, on_both_engines},
};

/// How often a picture is begun without ever being done, as when drawing it ends the process.
async fn begun_in_vain(shop: &TestShop) -> usize {
    let mut begun = 0;
    for _ in 0..9 {
        begun += usize::from(take_due(&shop.shop).await.unwrap().is_some());
        shop.shop.clock.advance(Duration::from_mins(5));
    }
    begun
}

async fn set_due(shop: &TestShop, path: &str) {
    let (hash, now) = (path.split('/').nth(2).unwrap().to_owned(), shop.shop.clock.now());
    let set: Result<(), trowel::db::Error> = shop
        .shop
        .db
        .write(move |tx| {
            let hash = hash.clone();
            Box::pin(async move { store::set_due(tx, &hash, now).await })
        })
        .await;
    set.unwrap();
}

on_both_engines! {
    async fn what_a_shop_left_undone_another_takes_up(shop: TestShop) {
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &file(quarters(70, 90), ImageFormat::Png)).await;
        let reopened = Shop::open(shop.shop.config.clone(), shop.shop.db.clone(), shop.shop.clock.clone()).await.unwrap();
        draw_due(&reopened).await.unwrap();
        assert_eq!(get(shop, &path.replace("350.webp", "350.avif")).await.header("content-type"), "image/avif");
    }

    async fn a_picture_that_ends_the_process_is_not_begun_for_ever(shop: TestShop) {
        let mut admin = shop.admin().await;
        let harmful = uploaded(shop, &admin, &file(quarters(70, 90), ImageFormat::Png)).await;
        assert_eq!(begun_in_vain(shop).await, 5);
        admin.sign_in().await;
        let other = uploaded(shop, &admin, &file(quarters(90, 70), ImageFormat::Png)).await;
        draw_due(&shop.shop).await.unwrap();
        for (path, kind) in [(harmful, "image/webp"), (other, "image/avif")] {
            assert_eq!(get(shop, &path.replace("350.webp", "350.avif")).await.header("content-type"), kind);
        }
    }

    async fn what_is_drawn_already_is_done_without_its_source(shop: TestShop) {
        let admin = shop.admin().await;
        let path = uploaded(shop, &admin, &file(quarters(70, 90), ImageFormat::Png)).await;
        draw_due(&shop.shop).await.unwrap();
        assert!(!in_folder(shop, &path, "source.webp").exists());
        set_due(shop, &path).await;
        draw_due(&shop.shop).await.unwrap();
        assert_eq!(begun_in_vain(shop).await, 0);
    }

    async fn a_store_that_fails_leaves_the_key_good_and_nothing_to_draw(shop: TestShop) {
        let admin = shop.admin().await;
        let picture = file(quarters(70, 90), ImageFormat::Png);
        let (key, folder) = (key(&admin).await, shop.shop.config.data.join("images"));
        std::fs::remove_dir_all(&folder).unwrap();
        std::fs::write(&folder, b"in the way").unwrap();
        let refused = send(shop, &key, &picture).await;
        refused.is(503, "busy");
        assert!(refused.body["detail"].as_str().unwrap().contains("try again later"), "{}", refused.text);
        assert!(!refused.text.contains(&*folder.to_string_lossy()), "{}", refused.text);
        assert_eq!(std::fs::read(&folder).unwrap(), b"in the way");
        // Less than the ten minutes of the key, and more than an upload may take.
        shop.shop.clock.advance(Duration::from_mins(5));
        assert!(take_due(&shop.shop).await.unwrap().is_none());
        std::fs::remove_file(&folder).unwrap();
        let answer = send(shop, &key, &picture).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        draw_due(&shop.shop).await.unwrap();
        let path = answer.body["data"]["url"].as_str().unwrap().strip_prefix(&shop.url).unwrap();
        assert_eq!(get(shop, &path.replace("350.webp", "350.avif")).await.header("content-type"), "image/avif");
        send(shop, &key, &picture).await.is(409, "key_used");
    }

    async fn a_picture_that_waits_still_does_after_it_was_sent_again_in_vain(shop: TestShop) {
        let admin = shop.admin().await;
        let picture = file(quarters(70, 90), ImageFormat::Png);
        let path = uploaded(shop, &admin, &picture).await;
        let (folder, away) = (shop.shop.config.data.join("images"), shop.shop.config.data.join("away"));
        std::fs::rename(&folder, &away).unwrap();
        std::fs::write(&folder, b"in the way").unwrap();
        shop.shop.clock.advance(Duration::from_secs(1));
        send(shop, &key(&admin).await, &picture).await.is(503, "busy");
        std::fs::remove_file(&folder).unwrap();
        std::fs::rename(&away, &folder).unwrap();
        shop.shop.clock.advance(Duration::from_mins(5));
        draw_due(&shop.shop).await.unwrap();
        assert_eq!(get(shop, &path.replace("350.webp", "350.avif")).await.header("content-type"), "image/avif");
    }
}
