//! E-mails about tools and reviews.

use super::{ALL_REVIEWS, PURCHASE, REVIEW, link, note, paragraph, small_link};
use crate::{
    base::email::{
        order_summary::OrderSummary,
        render::{Block, Letterhead},
    },
    values::ids::Id,
};

pub fn back_in_stock(shop: &Letterhead, tool_id: &Id) -> Vec<Block> {
    vec![
        paragraph("We have not set one aside for you, so please order soon."),
        link("Order it", shop.page(&format!("{PURCHASE}{tool_id}"))),
        note("You asked for this e-mail on the tool’s page. We send it once, so there is nothing to cancel."),
    ]
}

/// Asks for reviews of the tools of an order. It is a commercial message, so that it says why it came.
pub fn review_request(shop: &Letterhead, order: &OrderSummary, unsubscribe: &str) -> Vec<Block> {
    let mut blocks = order.pieces(shop).map_or_else(Vec::new, |tools| vec![tools]);
    blocks.extend([
        link("Write a review", shop.page(REVIEW)),
        note(format!(
            "You get this e-mail once, because you bought these tools from {} (order #{}).",
            shop.shop_name, order.number
        )),
        small_link("Stop review requests", unsubscribe),
    ]);
    blocks
}

pub fn review_published(shop: &Letterhead, review: &str) -> Vec<Block> {
    vec![
        paragraph(format!("“{review}”")),
        link("See all reviews", shop.page(ALL_REVIEWS)),
        note("You can change or delete it on the Review page of your dashboard."),
    ]
}
