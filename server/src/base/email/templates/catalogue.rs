//! E-mails about tools and reviews.

use super::{ALL_REVIEWS, PURCHASE, link, note, paragraph};
use crate::{
    base::email::render::{EmailText, Letterhead},
    values::ids::Id,
};

pub fn back_in_stock(shop: &Letterhead, name: &str, tool_id: &Id, tool_name: &str) -> EmailText {
    EmailText::new(
        format!("Back in stock: {tool_name}"),
        name,
        vec![
            paragraph(format!("Good news: {tool_name} is back in stock at {}.", shop.shop_name)),
            paragraph("We have not set one aside for you, so please order soon."),
            link("Order it", shop.page(&format!("{PURCHASE}{tool_id}"))),
            note(
                "You asked for this e-mail on the tool’s page. We send it once, so there is nothing to cancel.",
            ),
        ],
    )
}

pub fn review_published(shop: &Letterhead, name: &str, review: &str) -> EmailText {
    EmailText::new(
        format!("Your review is published at {}", shop.shop_name),
        name,
        vec![
            paragraph("Thank you for your review. We have read it, and now everyone can:"),
            paragraph(format!("“{review}”")),
            link("See all reviews", shop.page(ALL_REVIEWS)),
            note("You can change or delete it on the Review page of your dashboard."),
        ],
    )
}
