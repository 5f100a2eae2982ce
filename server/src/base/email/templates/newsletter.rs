//! The e-mail that asks an address whether it wants the newsletter.

use super::{link, link_lifetime, note, small_link};
use crate::base::email::render::{Block, Letterhead};

pub fn confirm(shop: &Letterhead, target: &str, time_left: &str, unsubscribe: &str) -> Vec<Block> {
    vec![
        link(shop.choose("Confirm", "Confirmer"), shop.stored_link(target)),
        note(link_lifetime(shop, time_left)),
        note(shop.choose(
            "Wasn’t you? Then you can ignore this e-mail. Without your confirmation you get no newsletter.",
            "Ce n’était pas vous? Vous pouvez ignorer ce courriel. Sans votre confirmation, vous ne recevez aucune infolettre.",
        )),
        small_link(
            shop.choose("Unsubscribe", "Se désabonner"),
            shop.stored_link(unsubscribe),
        ),
    ]
}
