//! E-mails about tools and reviews.

use super::{ALL_REVIEWS, PURCHASE, link, note, paragraph};
use crate::{
    base::email::render::{Block, Letterhead},
    values::ids::Id,
};

pub fn back_in_stock(shop: &Letterhead, tool_id: &Id) -> Vec<Block> {
    vec![
        paragraph("We have not set one aside for you, so please order soon."),
        link("Order it", shop.page(&format!("{PURCHASE}{tool_id}"))),
        note("You asked for this e-mail on the tool’s page. We send it once, so there is nothing to cancel."),
    ]
}

pub fn review_published(shop: &Letterhead, review: &str) -> Vec<Block> {
    vec![
        paragraph(format!("“{review}”")),
        link("See all reviews", shop.page(ALL_REVIEWS)),
        note("You can change or delete it on the Review page of your dashboard."),
    ]
}
