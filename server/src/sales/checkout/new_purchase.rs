//! A purchase of several lines, as it was quoted. A checkout and a purchase that staff enters write the same.

use super::{CheckoutError, new_customer::NewCustomerHold};
use crate::{
    accounts::user::User,
    catalogue::tools::{
        events::stock_changed,
        store::{SoldTool, take_from_stock},
    },
    db::{self, Tx},
    sales::{
        basket::{
            line::BasketTool,
            quotes::{QuoteJson, problem::sentence},
        },
        discounts::{self, DiscountCode},
        orders::{
            events::unpaid_order,
            order::{Contact, Order, OrderState, PiecesBack},
            store::insert,
            tracking::Tracking,
        },
        purchases::{self, Purchase, PurchaseLine},
        quote::{Quote, QuoteProblem, QuoteTerms, quote},
    },
    settings::{
        delivery::Destination,
        shop_settings::cache::CurrentSettings,
        webhooks::{WebhookEvent, Webhooks},
    },
    values::{
        address::{Address, QuoteAddress},
        day::day_at,
        discount::Discount,
        ids::Id,
        language::{Language, Localized},
        locale::AmountFormat,
        money::Cents,
        time::Timestamp,
    },
};

/// What was shown to the person who buys or enters it.
pub struct ShownQuote<'a> {
    pub to: &'a QuoteAddress,
    pub method: Option<&'a str>,
    /// The discount of a code that works now.
    pub discount: Option<&'a Discount>,
    pub digest: &'a str,
}

impl ShownQuote<'_> {
    pub fn destination(&self) -> Destination {
        Destination::new(self.to.province, self.to.postal_code.as_ref())
    }

    /// Returns the quote of today, if the tools can be bought at the amounts that were shown. `changes` makes sentences
    /// about prices.
    pub fn check(
        &self,
        settings: &CurrentSettings,
        amounts: AmountFormat,
        tools: &[(&BasketTool, i64)],
        changes: impl FnOnce() -> Vec<Localized>,
        now: Timestamp,
    ) -> Result<Quote, CheckoutError> {
        for (tool, quantity) in tools {
            if let Some(problem) = tool.problem(*quantity) {
                return Err(CheckoutError::Line { tool: tool.id.clone(), name: tool.name.clone(), problem });
            }
        }
        let lines: Vec<_> = tools.iter().map(|(tool, quantity)| tool.quote_line(*quantity)).collect();
        let day = day_at(now, &settings.time_zone);
        let terms = QuoteTerms { day, charges: &settings.charges, discount: self.discount };
        let quote = quote(&terms, &lines, &self.destination(), self.method);
        let methods = &settings.charges.methods;
        match &quote.problem {
            None | Some(QuoteProblem::MethodGone) => {}
            Some(problem) => {
                let (code, sentence) = sentence(problem, tools, methods, self.to.province, amounts);
                return Err(CheckoutError::NotDeliverable(code, sentence));
            }
        }
        if quote.problem.is_some() || quote.digest != self.digest {
            let json = QuoteJson::new(&quote, tools, self.to, settings, amounts);
            return Err(CheckoutError::QuoteChanged { quote: Box::new(json), changes: changes() });
        }
        Ok(quote)
    }
}

/// Says whose purchase it is, where it goes and how long it waits for its payment.
pub struct NewPurchase<'a> {
    pub number: i64,
    pub quote: &'a Quote,
    pub to: &'a QuoteAddress,
    /// The tools and their quantities, in the order of the quote.
    pub tools: &'a [(&'a BasketTool, i64)],
    /// The code and the customer who uses it, if the quote has its discount.
    pub code: Option<(&'a DiscountCode, &'a str)>,
    pub customer: &'a User,
    pub contact: Contact,
    pub held_until: Option<Timestamp>,
    pub pays_at_pick_up: bool,
    pub is_entered: bool,
    /// The customer never paid.
    pub new_customer: Option<NewCustomerHold>,
    /// Whether the purchase can be paid by card in this shop.
    pub can_be_paid: bool,
    /// The language of its e-mails.
    pub language: Language,
    pub now: Timestamp,
}

/// Whether it takes more than half of what is there.
pub fn takes_most((tool, quantity): &(&BasketTool, i64)) -> bool {
    *quantity > tool.available - quantity
}

impl NewPurchase<'_> {
    /// Takes the stock of all lines and writes the purchase, at the end of the transaction. The transaction runs again
    /// if a tool was changed after it was read.
    pub async fn write(self, tx: &Tx<'_>, webhooks: &Webhooks) -> Result<(Purchase, Vec<Order>), db::Error> {
        let Self { quote, to, now, .. } = self;
        let id = Id::new(now);
        let plain = Purchase::plain(&id, self.number, Cents::ZERO, now);
        // The quote names the delivery in it.
        let plain = Purchase { language: self.language, ..plain };
        let destination = Destination::new(to.province, to.postal_code.as_ref());
        // The quote has no problem, so an order can have all its amounts.
        let purchase = plain.quoted(quote, &destination).ok_or_else(|| tx.conflict())?;
        let purchase = Purchase {
            postal_code: to.postal_code.clone(),
            held_until: self.held_until,
            pays_at_pick_up: self.pays_at_pick_up,
            ..purchase
        };
        let shares = purchase.lines(quote).ok_or_else(|| tx.conflict())?;
        purchases::store::insert(tx, &purchase).await?;
        if let Some((code, customer_key)) = self.code.filter(|_| quote.discount.is_some()) {
            discounts::use_up(tx, code, &purchase.id, customer_key, now).await?;
        }
        // All purchases lock tools in the order of their ids.
        let mut by_id = self.tools.to_vec();
        by_id.sort_by(|(one, _), (other, _)| one.id.as_str().cmp(other.id.as_str()));
        for (tool, quantity) in by_id {
            let sold = SoldTool { id: &tool.id, price: tool.price, revision: tool.revision };
            let min_left = self.new_customer.as_ref().map_or(0, |hold| hold.min_left(&tool.id, quantity));
            take_from_stock(tx, &sold, quantity, min_left, now).await?;
        }
        let mut orders = Vec::new();
        for ((tool, quantity), share) in self.tools.iter().zip(shares) {
            let order = self.order(&purchase, (tool, *quantity), share).ok_or_else(|| tx.conflict())?;
            stock_changed(webhooks, tx, &order.tool_id, now).await?;
            unpaid_order(webhooks, tx, WebhookEvent::OrderPlaced, &order, now).await?;
            orders.push(order);
        }
        insert::lines(tx, &orders, self.new_customer.is_some()).await?;
        Ok((purchase, orders))
    }

    /// Returns `None` if no order can have these amounts.
    fn order(
        &self,
        purchase: &Purchase,
        (tool, quantity): (&BasketTool, i64),
        share: PurchaseLine,
    ) -> Option<Order> {
        let price = tool.price_for(quantity);
        let is_first = share.number == 1;
        Some(Order {
            id: if is_first { purchase.id.clone() } else { Id::new(self.now) },
            number: self.number,
            user_id: self.customer.id.clone(),
            tool_id: tool.id.clone(),
            tool_name: tool.name.clone(),
            price,
            quantity,
            total: Cents::new(price.as_i64().checked_mul(quantity)?)?,
            line: share,
            customer_name: self.customer.display_name.clone(),
            customer_email: self.customer.email.clone().unwrap_or_default(),
            contact: self.contact.clone(),
            state: OrderState::Unpaid,
            tracking: Tracking::default(),
            disputed_at: None,
            part_refunded: Cents::ZERO,
            pieces: PiecesBack::default(),
            created_at: self.now,
            held_until: None,
            is_entered: self.is_entered,
            // The shop has told its customer how long it waits for the money.
            is_kept: !self.can_be_paid || self.pays_at_pick_up,
            is_guest: false,
            is_unconfirmed: false,
            is_hidden: false,
        })
    }
}

/// Arranges the address as the form of the specified purchase stores it (docs/decisions/0005). The label of a parcel
/// has the customer's name, so another recipient stands in the address.
pub fn contact(address: &Address, customer: &str) -> Contact {
    let recipient = Some(&address.name).filter(|name| !name.trim().eq_ignore_ascii_case(customer.trim()));
    let parts = [recipient, address.company.as_ref()].into_iter().flatten().cloned();
    let line: Vec<String> = parts.chain([address.one_line()]).collect();
    Contact {
        phone: line.join(", "),
        address: address.phone.as_ref().map(|phone| phone.as_str().to_owned()).unwrap_or_default(),
    }
}
