//! A purchase on the wire.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    base::config::Config,
    catalogue::tools::tool::absolute,
    sales::{
        orders::{bought_tools::store::BoughtToolPicture, order::Order, order_json::OrderJson},
        payments::refund::{plan::RefundablePurchase, refund_json::RefundJson},
        purchases::{Purchase, purchase_json::PurchaseTaxJson},
    },
    values::{ids::Id, money::Cents, province::Province, time::Timestamp},
};

/// What was paid at once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Purchase)]
pub struct PurchaseJson {
    #[serde(rename = "_id")]
    id: String,
    /// What people call it, as 1042 of #1042.
    number: i64,
    created_at: Timestamp,
    paid: bool,
    /// Dollars: prices times quantities.
    #[schema(value_type = f64)]
    goods: Cents,
    #[schema(value_type = f64)]
    discount: Cents,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    discount_code: Option<String>,
    #[schema(value_type = f64)]
    shipping: Cents,
    taxes: Vec<PurchaseTaxJson>,
    #[schema(value_type = f64)]
    total: Cents,
    /// Dollars that were returned, or are being returned.
    #[schema(value_type = f64)]
    refunded: Cents,
    /// Oldest first, with the credit notes.
    refunds: Vec<RefundJson>,
    /// Absent: the shop charged none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    delivery: Option<PurchaseDeliveryJson>,
    /// Where it goes, if delivery or taxes depended on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    province: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    postal_code: Option<String>,
    /// The address on one line.
    address: String,
    phone: String,
    customer_name: String,
    customer_email: String,
    /// While unpaid: until when its stock is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    held_until: Option<Timestamp>,
    /// The customer may hold the stock once more.
    can_extend: bool,
    /// The customer pays where the goods are fetched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pay_at_pick_up: bool,
    /// The orders, sorted by line.
    orders: Vec<OrderJson>,
    /// The tools' pictures, also of tools that are no longer for sale.
    pictures: Vec<PurchasePictureJson>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PurchasePicture)]
struct PurchasePictureJson {
    tool_id: String,
    img: String,
    /// What `img` shows. May be empty.
    img_alt: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PurchaseDelivery)]
pub struct PurchaseDeliveryJson {
    id: String,
    name: String,
    /// The customer fetches the goods.
    pick_up: bool,
    days_from: u32,
    days_to: u32,
}

impl PurchaseJson {
    /// The purchase as a guest reads it, without the data of a person. They may belong to the account that has the
    /// purchase now.
    pub fn for_guest(mut found: RefundablePurchase, config: &Config) -> Self {
        found.purchase.postal_code = None;
        found.orders = found.orders.into_iter().map(Order::without_person).collect();
        Self::new(found, config)
    }

    /// The purchase as the account that has it reads it.
    pub fn for_customer(mut found: RefundablePurchase, config: &Config) -> Self {
        if found.orders.iter().any(|order| order.is_unconfirmed) {
            found.purchase.postal_code = None;
        }
        found.orders = found.orders.into_iter().map(Order::for_customer).collect();
        Self::new(found, config)
    }

    #[must_use]
    pub fn with_pictures(self, pictures: Vec<BoughtToolPicture>, public_url: &str) -> Self {
        let picture = |BoughtToolPicture { tool_id, img, img_alt }| PurchasePictureJson {
            tool_id: Id::into_string(tool_id),
            img: absolute(&img, public_url).into_owned(),
            img_alt,
        };
        Self { pictures: pictures.into_iter().map(picture).collect(), ..self }
    }

    pub fn new(found: RefundablePurchase, config: &Config) -> Self {
        let refunded = found.refunded();
        let refunds = RefundJson::all(&found);
        let RefundablePurchase { purchase, orders, .. } = found;
        let taxes = PurchaseTaxJson::all(&purchase);
        let delivery = PurchaseDeliveryJson::of(&purchase);
        let first = orders.first();
        let text = |read: fn(&Order) -> &str| first.map(read).unwrap_or_default().to_owned();
        Self {
            id: purchase.id.to_string(),
            number: purchase.number,
            created_at: purchase.created_at,
            paid: first.is_some_and(|order| order.state.payment().is_some()),
            goods: purchase.goods,
            discount: purchase.discount,
            discount_code: purchase.discount_code,
            shipping: purchase.shipping,
            taxes,
            total: purchase.total,
            refunded,
            refunds,
            delivery,
            province: purchase.province.map(Province::as_str),
            postal_code: purchase.postal_code.as_ref().map(|code| code.as_str().to_owned()),
            address: text(|order| order.contact.delivery_address()),
            phone: text(|order| order.contact.phone_number()),
            customer_name: text(|order| &order.customer_name),
            customer_email: text(|order| &order.customer_email),
            held_until: purchase.held_until,
            can_extend: purchase.held_until.is_some() && !purchase.is_extended && !purchase.pays_at_pick_up,
            pay_at_pick_up: purchase.pays_at_pick_up,
            orders: orders.into_iter().map(|order| OrderJson::new(order, config)).collect(),
            pictures: Vec::new(),
        }
    }
}

impl PurchaseDeliveryJson {
    fn of(purchase: &Purchase) -> Option<Self> {
        let delivery = &purchase.delivery;
        Some(Self {
            id: delivery.method.clone()?,
            name: delivery.name.clone()?,
            pick_up: delivery.is_pick_up,
            days_from: delivery.days_from?,
            days_to: delivery.days_to?,
        })
    }
}
