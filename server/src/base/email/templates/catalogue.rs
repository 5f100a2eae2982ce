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
        paragraph(shop.choose(
            "We have not set one aside for you, so please order soon.",
            "Nous n’en avons pas réservé pour vous, alors commandez sans tarder.",
        )),
        link(shop.choose("Order it", "Commander"), shop.page(&format!("{PURCHASE}{tool_id}"))),
        note(shop.choose(
            "You asked for this e-mail on the tool’s page. We send it once, so there is nothing to cancel.",
            "Vous avez demandé ce courriel sur la page de l’outil. Nous l’envoyons une seule fois\u{a0}: il n’y a rien à annuler.",
        )),
    ]
}

/// Asks for reviews of the tools of an order. It is a commercial message, so that it says why it came.
pub fn review_request(shop: &Letterhead, order: &OrderSummary, unsubscribe: &str) -> Vec<Block> {
    let (shop_name, number) = (&shop.shop_name, order.number);
    let mut blocks = order.pieces(shop).map_or_else(Vec::new, |tools| vec![tools]);
    blocks.extend([
        link(shop.choose("Write a review", "Donner votre avis"), shop.page(REVIEW)),
        note(shop.choose(
            format!(
                "You get this e-mail once, because you bought these tools from {shop_name} (order #{number})."
            ),
            format!(
                "Vous recevez ce courriel une seule fois, parce que vous avez acheté ces outils chez {shop_name} (commande #{number})."
            ),
        )),
        small_link(
            shop.choose("Stop review requests", "Ne plus recevoir de demandes d’avis"),
            shop.stored_link(unsubscribe),
        ),
    ]);
    blocks
}

pub fn review_published(shop: &Letterhead, review: &str) -> Vec<Block> {
    vec![
        paragraph(shop.choose(format!("“{review}”"), format!("«\u{a0}{review}\u{a0}»"))),
        link(shop.choose("See all reviews", "Voir tous les avis"), shop.page(ALL_REVIEWS)),
        note(shop.choose(
            "You can change or delete it on the Review page of your dashboard.",
            "Vous pouvez le modifier ou le supprimer à la page Avis de votre tableau de bord.",
        )),
    ]
}
