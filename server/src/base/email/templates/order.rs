//! E-mails to the customer of an order.

use super::{
    GUEST_ORDER, MY_ORDERS, PAYMENT, PLACED_PURCHASE, TOOLS, account::later_password, link, link_lifetime,
    note, paragraph, small_link,
};
use crate::{
    base::email::{
        order_summary::{OrderSummary, ParcelTracking, PaymentTerms},
        purchase_summary::CreditNoteSummary,
        render::{Block, BlockPicture, Fact, Letterhead, SumRow},
    },
    values::{duration::humanize_duration_in, ids::Id, money::Cents, payment_method::PaymentMethod},
};

fn not_right(shop: &Letterhead) -> Block {
    note(shop.choose(
        "Is something not right? Reply to this e-mail and we will help.",
        "Quelque chose ne va pas? Répondez à ce courriel et nous vous aiderons.",
    ))
}

fn ask_us(shop: &Letterhead) -> Block {
    note(shop.choose(
        "Didn’t expect this? Reply to this e-mail and we will explain.",
        "C’est une surprise? Répondez à ce courriel et nous vous expliquerons.",
    ))
}

fn my_orders(shop: &Letterhead) -> (&'static str, String) {
    (shop.choose("See my orders", "Voir mes commandes"), shop.page(MY_ORDERS))
}

/// Tells a customer about a new order. `password` has the link that sets the first password, and how long the link
/// works. It is `None` if the customer needs no such link.
pub fn new_order(
    shop: &Letterhead,
    order: &OrderSummary,
    password: Option<(&str, &str)>,
    payment: &PaymentTerms,
) -> Vec<Block> {
    let is_unpaid = payment.can_be_paid || payment.at_pick_up || !payment.how_to_pay.is_empty();
    let mut blocks =
        order.table(shop, if is_unpaid { order.arrival(shop) } else { order.arrival_days(shop) });
    if let Some((target, time_left)) = password {
        let shop_name = &shop.shop_name;
        blocks.push(paragraph(shop.choose(
            format!(
                "We have made an account at {shop_name} for you, with this e-mail address. Please choose a password first. Then you can log in, follow your order and pay."
            ),
            format!(
                "Nous avons créé pour vous un compte chez {shop_name}, avec cette adresse courriel. Choisissez d’abord un mot de passe. Vous pourrez ensuite vous connecter, suivre votre commande et payer."
            ),
        )));
        let label = shop.choose("Choose a password", "Choisir un mot de passe");
        blocks.push(link(label, shop.stored_link(target)));
        blocks.push(note(link_lifetime(shop, time_left) + later_password(shop)));
    }
    if is_unpaid && !payment.at_pick_up {
        blocks.push(paragraph(shop.choose(
            "We will pack your order as soon as you have paid for it.",
            "Nous préparerons votre commande dès que vous l’aurez payée.",
        )));
    }
    blocks.extend(payment_blocks(shop, &format!("{PAYMENT}{}", order.id), payment));
    blocks
}

/// How an order is paid, on this page, and how long it waits.
fn payment_blocks(shop: &Letterhead, page: &str, payment: &PaymentTerms) -> Vec<Block> {
    let mut blocks = Vec::new();
    let (see_my_orders, my_orders) = my_orders(shop);
    if payment.at_pick_up {
        blocks.push(paragraph(shop.choose(
            "Please pay when you pick your order up. Tell us the number of your order.",
            "Payez au moment de ramasser votre commande. Donnez-nous son numéro.",
        )));
        blocks.push(link(see_my_orders, my_orders));
    } else if payment.can_be_paid {
        blocks.push(link(shop.choose("Pay now", "Payer maintenant"), shop.page(page)));
        blocks.push(small_link(see_my_orders, my_orders));
        blocks.push(note(shop.choose(
            "Already paid? Then there is nothing left to do.",
            "Vous avez déjà payé? Il n’y a plus rien à faire.",
        )));
    } else {
        let lines = payment.how_to_pay.lines().filter(|line| !line.trim().is_empty());
        blocks.extend(lines.map(paragraph));
        blocks.push(link(see_my_orders, my_orders));
    }
    if let Some(held_for) = payment.held_for {
        let time = humanize_duration_in(shop.language, held_for);
        blocks.push(note(shop.choose(
            format!("We hold your order for {time}. If it is not paid by then, we will cancel it."),
            format!(
                "Nous réservons votre commande pendant {time}. Si elle n’est pas payée d’ici là, nous l’annulerons."
            ),
        )));
    }
    blocks
}

pub fn paid(shop: &Letterhead, order: &OrderSummary) -> Vec<Block> {
    let mut blocks = order.table(shop, order.arrival_days(shop));
    blocks.extend(order.links(shop));
    blocks
}

pub fn guest_order(shop: &Letterhead, order: &OrderSummary, target: &str) -> Vec<Block> {
    let mut blocks = order.table(shop, order.arrival_days(shop));
    blocks.push(link(shop.choose("See your order", "Voir votre commande"), shop.stored_link(target)));
    blocks.push(note(shop.choose(
        "This link opens your order without a login. Anyone who has it can see the order.",
        "Ce lien ouvre votre commande sans connexion. Toute personne qui l’a peut voir la commande.",
    )));
    blocks.push(ask_us(shop));
    blocks
}

pub fn shipped(shop: &Letterhead, order: &OrderSummary, parcel: &ParcelTracking) -> Vec<Block> {
    let ParcelTracking { carrier, number, url } = parcel.clone();
    let is_untracked = number.is_none() && url.is_none();
    let carrier = carrier.map(|carrier| (shop.choose("Carrier", "Transporteur"), carrier));
    let number = number.map(|number| (shop.choose("Tracking number", "Numéro de suivi"), number));
    let untracked = is_untracked.then(|| {
        let how = shop.choose("Sent without tracking", "Envoyé sans suivi");
        (shop.choose("Parcel", "Colis"), how.to_owned())
    });
    let mut blocks = order.table(shop, carrier.into_iter().chain(number).chain(untracked));
    blocks.extend(url.map(|url| link(shop.choose("Follow the parcel", "Suivre le colis"), url)));
    blocks.extend(order.links(shop));
    blocks.push(not_right(shop));
    blocks
}

pub fn ready(shop: &Letterhead, order: &OrderSummary) -> Vec<Block> {
    let mut blocks = order.table(shop, []);
    blocks.extend(order.links(shop));
    blocks.push(not_right(shop));
    blocks
}

/// Tells a customer that an unpaid order was deleted. The page of `purchase` puts the tools into the basket again.
pub fn expired(shop: &Letterhead, order: &OrderSummary, purchase: Option<&Id>) -> Vec<Block> {
    let mut blocks = order.table(shop, []);
    blocks.push(paragraph(shop.choose(
        "Still want it? You are welcome to order again.",
        "Cela vous intéresse toujours? Vous pouvez commander de nouveau.",
    )));
    blocks.push(match purchase {
        Some(id) => link(
            shop.choose("Order the same again", "Commander la même chose"),
            shop.page(&format!("{PLACED_PURCHASE}{id}")),
        ),
        None => browse(shop),
    });
    blocks
}

fn browse(shop: &Letterhead) -> Block {
    link(shop.choose("Browse the tools", "Voir les outils"), shop.page(TOOLS))
}

pub fn cancelled(shop: &Letterhead, order: &OrderSummary) -> Vec<Block> {
    let mut blocks = order.table(shop, []);
    blocks.extend([browse(shop), ask_us(shop)]);
    blocks
}

pub fn line_cancelled(
    shop: &Letterhead,
    rest: &OrderSummary,
    purchase_id: &Id,
    payment: &PaymentTerms,
) -> Vec<Block> {
    let mut blocks = rest.table(shop, rest.arrival(shop));
    blocks.extend(payment_blocks(shop, &format!("{PLACED_PURCHASE}{purchase_id}"), payment));
    blocks.push(ask_us(shop));
    blocks
}

/// Where the money went.
fn went_back(shop: &Letterhead, method: Option<PaymentMethod>) -> Block {
    let Some(method) = method else {
        return paragraph(shop.choose(
            "It went to the card you paid with. It can take your bank five to ten days to show it.",
            "Le montant est retourné sur la carte qui a servi au paiement. Votre banque peut mettre de cinq à dix jours à l’afficher.",
        ));
    };
    let how = method.in_sentence(shop.language);
    paragraph(shop.choose(format!("It was refunded{how}."), format!("Le remboursement a été fait{how}.")))
}

pub fn refunded(
    shop: &Letterhead,
    order: &OrderSummary,
    was_shipped: bool,
    (method, sent, credit_note): (Option<PaymentMethod>, Option<Cents>, Option<&CreditNoteSummary>),
) -> Vec<Block> {
    let mut blocks = vec![went_back(shop, method)];
    blocks.extend(sent.map(|sent| went_back_before(shop, sent)));
    blocks.extend(credit_note.iter().flat_map(|note| note.blocks(shop, !order.is_guest)));
    blocks.extend(order.table(shop, []));
    blocks.push(paragraph(match (was_shipped, order.is_picked_up()) {
        (true, false) => shop.choose(
            "Your order had already been sent. We will tell you if you need to return anything.",
            "Votre commande avait déjà été envoyée. Nous vous dirons si vous devez retourner quelque chose.",
        ),
        (true, true) => shop.choose(
            "Your order was ready to be picked up. We will tell you if you need to return anything.",
            "Votre commande était prête pour le ramassage. Nous vous dirons si vous devez retourner quelque chose.",
        ),
        (false, false) => shop.choose(
            "Your order is cancelled and will not be sent.",
            "Votre commande est annulée et ne sera pas envoyée.",
        ),
        (false, true) => shop.choose(
            "Your order is cancelled and cannot be picked up.",
            "Votre commande est annulée et ne peut pas être ramassée.",
        ),
    }));
    blocks.extend(order.links(shop));
    blocks.push(ask_us(shop));
    blocks
}

/// The card provider had less left than the shop refunds.
fn went_back_before(shop: &Letterhead, sent: Cents) -> Block {
    if sent == Cents::ZERO {
        return paragraph(shop.choose(
            "All of it had gone back to your card before.",
            "Tout le montant était déjà retourné sur votre carte.",
        ));
    }
    let sent = shop.amount(sent);
    paragraph(shop.choose(
        format!("{sent} goes back to your card now. The rest of it had gone back before."),
        format!("{sent} retourne sur votre carte maintenant. Le reste y était déjà retourné."),
    ))
}

pub fn part_refunded(
    shop: &Letterhead,
    order: &OrderSummary,
    refunded: Cents,
    reason: &str,
    (method, sent, credit_note): (Option<PaymentMethod>, Option<Cents>, Option<&CreditNoteSummary>),
) -> Vec<Block> {
    let mut facts = vec![(shop.choose("Refunded", "Remboursé"), shop.full_amount(refunded))];
    if !reason.is_empty() {
        facts.push((shop.choose("Reason", "Raison"), reason.to_owned()));
    }
    let mut blocks = vec![went_back(shop, method)];
    blocks.extend(sent.map(|sent| went_back_before(shop, sent)));
    blocks.extend(credit_note.iter().flat_map(|note| note.blocks(shop, !order.is_guest)));
    blocks.extend(order.table(shop, facts));
    blocks.extend(order.links(shop));
    blocks.push(ask_us(shop));
    blocks
}

pub fn payment_refunded(shop: &Letterhead, amount: Cents, transaction_id: &str) -> Vec<Block> {
    let (see_my_orders, my_orders) = my_orders(shop);
    vec![
        Block::Facts(vec![
            (shop.choose("Amount", "Montant"), shop.full_amount(amount)),
            (shop.choose("Payment", "Paiement"), transaction_id.to_owned()),
        ]),
        link(see_my_orders, my_orders),
    ]
}

impl Letterhead {
    /// Where customers fetch their goods.
    fn pick_up_place(&self) -> String {
        [&self.shop_name, &self.address].map(String::as_str).join("\n").trim().to_owned()
    }
}

impl OrderSummary {
    /// How long the goods take once they are paid, for a purchase with a delivery method.
    fn arrival(&self, shop: &Letterhead) -> Option<Fact> {
        let arrival = self.details.as_ref()?.purchase.as_ref()?.arrival.as_ref()?;
        Some((arrival.title(shop), arrival.sentence(shop)))
    }

    /// The same with dates, for what is paid.
    fn arrival_days(&self, shop: &Letterhead) -> Option<Fact> {
        let details = self.details.as_ref()?;
        let arrival = details.purchase.as_ref()?.arrival.as_ref()?;
        Some((arrival.title(shop), arrival.dated_sentence(shop, details.placed_at)))
    }

    /// The customer fetches it at the shop.
    pub fn is_picked_up(&self) -> bool {
        self.details.as_ref().is_some_and(|details| {
            let arrival = details.purchase.as_ref().and_then(|purchase| purchase.arrival.as_ref());
            details.is_pick_up || arrival.is_some_and(|arrival| arrival.is_pick_up)
        })
    }

    /// What the shop writes next about a paid order.
    pub(super) fn next_step(&self, shop: &Letterhead) -> &'static str {
        if self.is_picked_up() {
            shop.choose(
                "We will write again when it is ready to be picked up.",
                "Nous vous écrirons de nouveau quand votre commande sera prête pour le ramassage.",
            )
        } else {
            shop.choose(
                "We will write again when it is on its way.",
                "Nous vous écrirons de nouveau quand votre commande sera en route.",
            )
        }
    }

    pub(super) fn goods(&self) -> String {
        format!("{} × {}", self.quantity, self.tool_name)
    }

    /// The pieces of an e-mail about some pieces, with their pictures.
    pub(super) fn pieces(&self, shop: &Letterhead) -> Option<Block> {
        let details = self.details.as_ref().filter(|details| !details.pieces.is_empty())?;
        let piece = |piece: &String| SumRow::new(piece.clone(), String::new());
        let mut rows: Vec<_> = details.pieces.iter().map(piece).collect();
        shop.add_pictures(&mut rows, &details.pictures);
        Some(Block::Sum(rows))
    }

    /// What was ordered, with its picture, and what to check. `more` has the facts at the end.
    pub(super) fn table(&self, shop: &Letterhead, more: impl IntoIterator<Item = Fact>) -> Vec<Block> {
        let details = self.details.as_ref();
        let mut facts = vec![(shop.choose("Order", "Commande"), format!("#{}", self.number))];
        if let Some(details) = details {
            facts.push((shop.choose("Placed on", "Passée le"), shop.date(details.placed_at)));
            facts.push(if self.is_picked_up() {
                (shop.choose("Pick up at", "Ramassage"), shop.pick_up_place())
            } else {
                (shop.choose("Ship to", "Livraison à"), details.ship_to.clone())
            });
        }
        facts.extend(more);
        if let Some(pieces) = self.pieces(shop) {
            return vec![pieces, Block::Facts(facts)];
        }
        if let Some((details, purchase)) = details.and_then(|it| Some(it).zip(it.purchase.as_ref())) {
            let rows = purchase.rows(shop, &details.pictures, self.total);
            return vec![Block::Sum(rows), Block::Facts(facts)];
        }
        let quantity = details.map_or_else(
            || self.quantity.to_string(),
            |details| format!("{} × {}", self.quantity, shop.amount(details.price)),
        );
        let item = Block::Item {
            picture: details.filter(|details| !details.picture.is_empty()).map(|details| BlockPicture {
                url: format!("{}{}", shop.shop_url, details.picture),
                alt: details.picture_alt.clone(),
            }),
            facts: [
                (shop.choose("Tool", "Outil"), self.tool_name.clone()),
                (shop.choose("Quantity", "Quantité"), quantity),
                ("Total", shop.full_amount(self.total)),
            ],
        };
        vec![item, Block::Facts(facts)]
    }

    /// Returns the links of an e-mail about a paid order.
    fn links(&self, shop: &Letterhead) -> Vec<Block> {
        if self.is_guest {
            return vec![link(shop.choose("See your order", "Voir votre commande"), shop.page(GUEST_ORDER))];
        }
        let (see_my_orders, my_orders) = my_orders(shop);
        let receipt = format!("{MY_ORDERS}/{}/receipt", self.id);
        vec![
            link(see_my_orders, my_orders),
            small_link(shop.choose("See the receipt", "Voir le reçu"), shop.page(&receipt)),
        ]
    }
}
