//! The feed of the blog posts, for feed readers (Atom, RFC 4287).

use maud::html;

use crate::{
    settings::{
        posts::post::{Post, path_of},
        shop_settings::settings::ShopSettings,
    },
    values::time::Timestamp,
};

pub const PATH: &str = "/blogs/feed.xml";
pub const MAX_POSTS: i64 = 20;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// `posts` are published, newest first.
pub fn atom(shop: &ShopSettings, public_url: &str, posts: &[Post]) -> String {
    let updated = posts.iter().map(|post| post.changed_at).max().unwrap_or(Timestamp::from_micros(0));
    let feed = html! {
        feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-CA" {
            id { (public_url) "/blogs" }
            title { (shop.name) ": Blogs" }
            updated { (updated) }
            author { name { (shop.name) } }
            link rel="self" type="application/atom+xml" href={ (public_url) (PATH) } {}
            link rel="alternate" type="text/html" href={ (public_url) "/blogs" } {}
            @for post in posts {
                entry {
                    // The same after a move of the shop to another address.
                    id { "urn:uuid:" (post.id) }
                    title { (post.title) }
                    link rel="alternate" type="text/html" href={ (public_url) (path_of(&post.slug)) } {}
                    published { (post.published_at.unwrap_or(post.created_at)) }
                    updated { (post.changed_at) }
                    summary { (post.summary) }
                }
            }
        }
    };
    // Texts may have these two characters, and XML may not.
    HEAD.to_owned() + &feed.into_string().replace(['\u{fffe}', '\u{ffff}'], "") + "\n"
}
