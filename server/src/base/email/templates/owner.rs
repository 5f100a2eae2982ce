//! E-mails to the shop's owner.

use super::{
    BOOKS, MANAGE_ORDERS, MANAGE_TOOLS, SETTINGS, UNDELIVERED, USERS, WEBHOOKS, link, note, paragraph,
};
use crate::{
    base::email::{
        order_summary::OrderSummary,
        owner_message::{HeldTool, OwnerMessage},
        render::{Block, EmailText, Letterhead},
    },
    values::{ids::Id, money::Cents},
};

impl OwnerMessage {
    pub(super) fn text(&self, shop: &Letterhead) -> EmailText {
        let (subject, mut blocks) = match self {
            Self::OwnerOrderPaid { order } => order_paid(shop, order),
            Self::OwnerDailyOrders { orders, count, total_cents } => {
                daily_orders(shop, orders, *count, *total_cents)
            }
            Self::OwnerLowStock { tool_id, tool_name, available } => {
                low_stock(shop, tool_id, tool_name, *available)
            }
            Self::OwnerHeldStock { tools } => held_stock(shop, tools),
            Self::OwnerDispute { order } => dispute(shop, order),
            Self::OwnerRefundFailed { amount, transaction_id, reason } => {
                refund_failed(shop, *amount, transaction_id, reason)
            }
            Self::OwnerRefundSentBack { order, amount, reason } => {
                refund_sent_back(shop, order, *amount, reason)
            }
            Self::OwnerUndelivered { subject } => undelivered(shop, subject),
            Self::OwnerWebhookPaused { webhook_id, url } => webhook_paused(shop, webhook_id, url),
        };
        let settings = shop.page(SETTINGS);
        blocks.push(note(shop.choose(
            format!("You can choose these e-mails in Shop settings: {settings}"),
            format!("Vous pouvez choisir ces courriels dans les paramètres de la boutique\u{a0}: {settings}"),
        )));
        EmailText::new(subject, "", blocks)
    }
}

fn order_paid(shop: &Letterhead, order: &OrderSummary) -> (String, Vec<Block>) {
    let mut blocks = vec![paragraph(shop.choose(
        "A customer has paid for an order. It is ready to be packed.",
        "Un client a payé une commande. Elle est prête à être préparée.",
    ))];
    blocks.extend(order.table(shop, []));
    blocks.push(open_order(shop, order));
    let (number, goods) = (order.number, order.goods());
    let subject = shop.choose(
        format!("Order #{number} to ship: {goods}"),
        format!("Commande #{number} à expédier\u{a0}: {goods}"),
    );
    (subject, blocks)
}

fn daily_orders(
    shop: &Letterhead,
    orders: &[OrderSummary],
    count: i64,
    total_cents: i64,
) -> (String, Vec<Block>) {
    let shop_name = &shop.shop_name;
    let were = if count == 1 {
        shop.choose("One order was paid", "Une commande a été payée").to_owned()
    } else {
        shop.choose(format!("{count} orders were paid"), format!("{count} commandes ont été payées"))
    };
    let total = shop.amounts.format_cents(total_cents);
    let order_of = |order: &OrderSummary| {
        let (number, goods) = (order.number, order.goods());
        let text = shop.choose(format!("#{number}: {goods}"), format!("#{number}\u{a0}: {goods}"));
        (shop.choose("Order", "Commande"), text)
    };
    let mut blocks = vec![
        paragraph(shop.choose(
            format!("{were} since yesterday. Customers paid {total} in total."),
            format!("{were} depuis hier. Les clients ont payé {total} au total."),
        )),
        Block::Facts(orders.iter().map(order_of).collect()),
    ];
    let more = count - i64::try_from(orders.len()).unwrap_or(count);
    if more > 0 {
        blocks.push(note(shop.choose(format!("And {more} more."), format!("Et {more} de plus."))));
    }
    blocks.push(link(
        shop.choose("See the orders to ship", "Voir les commandes à expédier"),
        shop.page(MANAGE_ORDERS) + "?state=pending",
    ));
    let subject = shop.choose(
        format!("{were} at {shop_name} since yesterday"),
        format!("{were} chez {shop_name} depuis hier"),
    );
    (subject, blocks)
}

fn low_stock(shop: &Letterhead, tool_id: &Id, tool_name: &str, available: i64) -> (String, Vec<Block>) {
    let blocks = vec![
        paragraph(shop.choose(
            format!(
                "There are {available} left of {tool_name}. We e-mail you once, until you add to its stock."
            ),
            format!(
                "Il en reste {available}\u{a0}: {tool_name}. Nous vous écrivons une seule fois, jusqu’à ce que vous ajoutiez du stock."
            ),
        )),
        link(
            shop.choose("Open the tool", "Ouvrir l’outil"),
            shop.page(&format!("{MANAGE_TOOLS}/{tool_id}")),
        ),
    ];
    let subject = shop.choose(
        format!("Only {available} left: {tool_name}"),
        format!("Il n’en reste que {available}\u{a0}: {tool_name}"),
    );
    (subject, blocks)
}

fn held_stock(shop: &Letterhead, tools: &[HeldTool]) -> (String, Vec<Block>) {
    let of_what = match tools {
        [HeldTool { tool_name, .. }] => shop.choose(format!(": {tool_name}"), format!("\u{a0}: {tool_name}")),
        _ => shop.choose(format!(" of {} tools", tools.len()), format!(" de {} outils", tools.len())),
    };
    let facts = tools.iter().map(|HeldTool { tool_name, held, total }| {
        let pieces = shop.choose(format!("{held} of {total}"), format!("{held} sur {total}"));
        (shop.choose("Unpaid", "Impayées"), format!("{pieces} × {tool_name}"))
    });
    let blocks = vec![
        paragraph(shop.choose(
            "Orders that are not paid hold more than half of the pieces below. The customers may be about to pay. Orders that are not paid in time are deleted, and their pieces are on sale again. We send this at most once a day.",
            "Des commandes impayées réservent plus de la moitié des pièces ci-dessous. Les clients sont peut-être sur le point de payer. Les commandes qui ne sont pas payées à temps sont supprimées, et leurs pièces sont de nouveau en vente. Nous envoyons ce courriel au plus une fois par jour.",
        )),
        Block::Facts(facts.collect()),
        link(
            shop.choose("See the unpaid orders", "Voir les commandes impayées"),
            shop.page(MANAGE_ORDERS) + "?state=unpaid",
        ),
        link(
            shop.choose(
                "See the customers, delete their orders or block them",
                "Voir les clients, supprimer leurs commandes ou les bloquer",
            ),
            shop.page(USERS) + "?show=unpaid",
        ),
    ];
    let subject = shop.choose(
        format!("Unpaid orders hold most of your stock{of_what}"),
        format!("Des commandes impayées réservent presque tout votre stock{of_what}"),
    );
    (subject, blocks)
}

fn dispute(shop: &Letterhead, order: &OrderSummary) -> (String, Vec<Block>) {
    let mut blocks = vec![paragraph(shop.choose(
        "A customer’s bank wants the payment of this order back. Please answer the dispute in the card provider’s dashboard before its deadline. Do not ship the order and do not refund it: the bank takes the money itself.",
        "La banque d’un client réclame le paiement de cette commande. Répondez à la contestation dans le tableau de bord du fournisseur de paiement avant la date limite. N’expédiez pas la commande et ne la remboursez pas\u{a0}: la banque prend l’argent elle-même.",
    ))];
    blocks.extend(order.table(shop, []));
    blocks.push(open_order(shop, order));
    let number = order.number;
    let subject = shop.choose(
        format!("The payment of order #{number} is disputed"),
        format!("Le paiement de la commande #{number} est contesté"),
    );
    (subject, blocks)
}

fn refund_failed(
    shop: &Letterhead,
    amount: Cents,
    transaction_id: &str,
    reason: &str,
) -> (String, Vec<Block>) {
    let amount = shop.amount(amount);
    let blocks = vec![
        paragraph(shop.choose(
            format!(
                "The card provider refused to refund {amount}. The shop tries again every hour. Please look at the payment in the card provider’s dashboard."
            ),
            format!(
                "Le fournisseur de paiement a refusé de rembourser {amount}. La boutique réessaie toutes les heures. Vérifiez le paiement dans le tableau de bord du fournisseur."
            ),
        )),
        Block::Facts(vec![
            (shop.choose("Payment", "Paiement"), transaction_id.to_owned()),
            (shop.choose("Reason", "Raison"), reason.to_owned()),
        ]),
        link(shop.choose("Open Books", "Ouvrir les comptes"), shop.page(BOOKS)),
    ];
    let subject =
        shop.choose(format!("A refund of {amount} failed"), format!("Un remboursement de {amount} a échoué"));
    (subject, blocks)
}

fn refund_sent_back(
    shop: &Letterhead,
    order: &OrderSummary,
    amount: Cents,
    reason: &str,
) -> (String, Vec<Block>) {
    let amount = shop.amount(amount);
    let mut blocks = vec![
        paragraph(shop.choose(
            format!(
                "The customer’s bank sent back a refund of {amount}, often because the card was closed. You owe the customer this money again. Open the order: refund it again, or pay the customer another way and record it."
            ),
            format!(
                "La banque du client a renvoyé un remboursement de {amount}, souvent parce que la carte a été fermée. Vous devez de nouveau cet argent au client. Ouvrez la commande\u{a0}: remboursez-la encore, ou payez le client autrement et inscrivez-le."
            ),
        )),
        Block::Facts(vec![(shop.choose("Reason", "Raison"), reason.to_owned())]),
    ];
    blocks.extend(order.table(shop, []));
    blocks.push(open_order(shop, order));
    let number = order.number;
    let subject = shop.choose(
        format!("A refund of {amount} came back: order #{number}"),
        format!("Un remboursement de {amount} est revenu\u{a0}: commande #{number}"),
    );
    (subject, blocks)
}

fn undelivered(shop: &Letterhead, subject: &str) -> (String, Vec<Block>) {
    let blocks = vec![
        paragraph(shop.choose(
            "An e-mail could not be delivered. There may be more: we send this at most once a day.",
            "Un courriel n’a pas pu être livré. Il y en a peut-être d’autres\u{a0}: nous envoyons ce message au plus une fois par jour.",
        )),
        Block::Facts(vec![(shop.choose("Subject", "Objet"), subject.to_owned())]),
        link(
            shop.choose("See what was not delivered", "Voir ce qui n’a pas été livré"),
            shop.page(UNDELIVERED),
        ),
    ];
    let subject = shop.choose(
        "An e-mail from your shop could not be delivered",
        "Un courriel de votre boutique n’a pas pu être livré",
    );
    (subject.to_owned(), blocks)
}

fn webhook_paused(shop: &Letterhead, webhook_id: &Id, url: &str) -> (String, Vec<Block>) {
    let blocks = vec![
        paragraph(shop.choose(
            "A webhook failed for three days, so the shop sends it nothing more. Please fix its receiver, then resume it.",
            "Un webhook a échoué pendant trois jours, et la boutique ne lui envoie plus rien. Corrigez son destinataire, puis reprenez l’envoi.",
        )),
        Block::Facts(vec![(shop.choose("Address", "Adresse"), url.to_owned())]),
        link(
            shop.choose("See the log of the webhook", "Voir le journal du webhook"),
            shop.page(&format!("{WEBHOOKS}/{webhook_id}")),
        ),
    ];
    let subject =
        shop.choose("A webhook of your shop is paused", "Un webhook de votre boutique est en pause");
    (subject.to_owned(), blocks)
}

fn open_order(shop: &Letterhead, order: &OrderSummary) -> Block {
    link(
        shop.choose("Open the order", "Ouvrir la commande"),
        shop.page(&format!("{MANAGE_ORDERS}/{}", order.id)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::email::samples::{letterhead, order};

    #[test]
    fn a_day_of_orders_has_their_number_and_sum() {
        let message = OwnerMessage::OwnerDailyOrders { orders: vec![order()], count: 3, total_cents: 6_005 };
        let rendered = message.text(&letterhead()).render(&letterhead());
        assert_eq!(rendered.subject, "3 orders were paid at Fern & Co since yesterday");
        for expected in [
            "3 orders were paid since yesterday. Customers paid $60.05 in total.",
            "#1042: 3 × Hoe",
            "And 2 more.",
            "https://tools.example.ca/dashboard/manageOrders?state=pending",
        ] {
            assert!(rendered.text.contains(expected), "{expected}: {}", rendered.text);
        }
    }
}
