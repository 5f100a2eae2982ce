//! The bodies of PATCH /orders/{id}.

use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    http::{
        error::ApiError,
        json::{Field, Validator},
    },
    sales::orders::{
        order::Contact,
        tracking::{Carrier, Tracking, TrackingLink, TrackingNumber},
    },
    values::{InvalidValue, language::localized, text::Text},
};

/// Exactly one of four bodies.
#[derive(Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ChangeOrderBody {
    Ship(ShipOrderBody),
    ReportPayment(ReportPaymentBody),
    CorrectContact(CorrectContactBody),
    ChangeTracking(ChangeTrackingBody),
}

/// Ship a paid order. For staff.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShipOrderBody {
    #[expect(dead_code, reason = "its one value names the change")]
    status: ShippedStatus,
    #[serde(default)]
    #[schema(value_type = Option<Carrier>)]
    carrier: Field<Carrier>,
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^[A-Za-z0-9\\s-]*$", max_length = 60)]
    tracking_number: Field<TrackingNumber>,
    /// The page of the parcel, with the carrier `Other` only. It must be an https address.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(https://.*)?$", max_length = 500)]
    tracking_url: Field<TrackingLink>,
    /// Ship although the customer's bank disputes the payment.
    #[serde(default)]
    #[schema(value_type = Option<bool>)]
    despite_dispute: Field<bool>,
}

/// Report a payment. For the customer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReportPaymentBody {
    /// The order's id again.
    orders: String,
    /// The card provider's id of the payment.
    #[schema(max_length = 255, pattern = "^[!-~]*$")]
    transaction_id: String,
    #[expect(dead_code, reason = "its one value names the change")]
    status: PaidStatus,
}

/// Correct where an order goes, until it is shipped. For its customer and for staff.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CorrectContactBody {
    /// The delivery address, as in the order.
    #[schema(value_type = String, max_length = 300)]
    phone: Field<Text<300>>,
    /// The phone number, as in the order.
    #[schema(value_type = String, max_length = 300)]
    address: Field<Text<300>>,
}

/// Change how a shipped order travels. For staff.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangeTrackingBody {
    #[serde(default)]
    #[schema(value_type = Option<Carrier>)]
    carrier: Field<Carrier>,
    /// May be empty.
    #[schema(value_type = String, pattern = "^[A-Za-z0-9\\s-]*$", max_length = 60)]
    tracking_number: Field<TrackingNumber>,
    /// The page of the parcel, with the carrier `Other` only. It must be an https address.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(https://.*)?$", max_length = 500)]
    tracking_url: Field<TrackingLink>,
}

fn check_tracking(
    carrier: Field<Carrier>,
    number: Field<TrackingNumber>,
    link: Field<TrackingLink>,
) -> Result<Tracking, ApiError> {
    let mut check = Validator::new();
    let carrier = check.optional("carrier", carrier);
    let number = check.optional("trackingNumber", number).and_then(|TrackingNumber(number)| number);
    let own_link = check.optional("trackingUrl", link).and_then(|TrackingLink(link)| link);
    if own_link.is_some() && check.is_valid() && carrier != Some(Carrier::Other) {
        let why = localized!(
            "A link of your own goes with the carrier Other. The shop makes the links of the others.",
            "Un lien personnel va avec le transporteur Other. La boutique crée les liens des autres."
        );
        check.add_error("trackingUrl", InvalidValue::new("link_not_allowed", why));
    }
    check.finish(()).map(|()| Tracking { carrier, number, own_link })
}

impl ShipOrderBody {
    /// The tracking, and whether to ship despite a dispute.
    pub fn check(self) -> Result<(Tracking, bool), ApiError> {
        let tracking = check_tracking(self.carrier, self.tracking_number, self.tracking_url)?;
        let mut check = Validator::new();
        let despite_dispute = check.optional("despiteDispute", self.despite_dispute).unwrap_or(false);
        check.finish(()).map(|()| (tracking, despite_dispute))
    }
}

impl CorrectContactBody {
    pub fn check(self) -> Result<Contact, ApiError> {
        let mut check = Validator::new();
        let phone = check.required("phone", self.phone);
        let address = check.required("address", self.address);
        let (phone, address) = check.finish((phone, address))?;
        Ok(Contact { phone: phone.into_string(), address: address.into_string() })
    }
}

#[derive(Deserialize, ToSchema)]
enum ShippedStatus {
    #[serde(rename = "Approved and shipped")]
    Shipped,
}

#[derive(Deserialize, ToSchema)]
enum PaidStatus {
    #[serde(rename = "pending")]
    Pending,
}

pub enum OrderChange {
    Ship(Result<(Tracking, bool), ApiError>),
    Tracking(Result<Tracking, ApiError>),
    Paid { order: String, transaction_id: String },
    Contact(CorrectContactBody),
    Invalid,
}

impl OrderChange {
    pub fn from_body(body: Value) -> Self {
        let is_id = |text: &str| text.len() <= 255 && text.bytes().all(|byte| byte.is_ascii_graphic());
        match serde_json::from_value(body) {
            Ok(ChangeOrderBody::Ship(body)) => Self::Ship(body.check()),
            Ok(ChangeOrderBody::ChangeTracking(body)) => {
                Self::Tracking(check_tracking(body.carrier, body.tracking_number, body.tracking_url))
            }
            Ok(ChangeOrderBody::ReportPayment(body)) if is_id(&body.transaction_id) => {
                Self::Paid { order: body.orders, transaction_id: body.transaction_id }
            }
            Ok(ChangeOrderBody::CorrectContact(body)) => Self::Contact(body),
            Ok(ChangeOrderBody::ReportPayment(_)) | Err(_) => Self::Invalid,
        }
    }
}
