//! Blog posts: what the owner and staff write for visitors. A post is a draft until it is published. Its address is
//! made of its first title and stays.

pub mod http;
pub mod post;
pub mod store;
pub mod write;
