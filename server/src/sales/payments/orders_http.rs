//! DELETE and PATCH /orders/{id}. Both may concern a payment, so they are here and not in `orders`.

use serde_json::Value;

use super::{
    PaymentError, cancel_order,
    change_body::{ChangeOrderBody, OrderChange},
    confirm,
    http::{already_paid, refunded},
    ship::{self, ShipPaidOrderOutcome},
};
use crate::{
    accounts::{
        extractors::{AnyAccountByToken, AnyAccountWritingOrders, key_not_allowed, staff_only},
        permissions::{Caller, Permission},
    },
    http::prelude::*,
    sales::orders::{
        self,
        change_tracking::{self, ChangeTrackingOutcome},
        correct_contact::{self, CorrectContactOutcome},
        order::{Contact, Order},
        place_order_problem::place_unknown,
        ship_order::{ShipOrderOutcome, ShipTarget},
        tracking::Tracking,
    },
    shop::Shop,
};

pub fn routes() -> OpenApiRouter<Arc<Shop>> {
    OpenApiRouter::new().routes(routes!(delete_order, change_order))
}

fn payment_mismatch() -> ApiError {
    ApiError::conflict(
        "payment_mismatch",
        localized!(
            "This payment does not belong to this order. Please contact the shop before you pay again.",
            "Ce paiement n’appartient pas à cette commande. Veuillez communiquer avec la boutique avant de \
             payer de nouveau."
        ),
    )
}

/// Delete an unpaid order and give its stock back. For its owner and for administrators.
#[utoipa::path(delete, path = "/orders/{id}", tag = "orders", params(("id" = String, Path)),
    security(("bearer" = [])),
    responses((status = 200, body = Deleted),
        (status = 409, description = "`already_paid`, `refunded`, `payment_under_way`, `card_payment_open` (and card payment is off), `total_out_of_range`, `email_not_verified`"),
        (status = 503, description = "`provider_unavailable`: nothing changed")))]
async fn delete_order(
    State(shop): State<Arc<Shop>>,
    AnyAccountByToken(session): AnyAccountByToken,
    OrderPathId(id): OrderPathId,
) -> Result<ApiJson<Deleted>, ApiError> {
    let caller = Caller::new(session.user);
    let order = shop.db.read(id.clone(), |tx, id| Box::pin(orders::store::by_id(tx, id))).await?;
    require_confirmed(&shop, order.iter(), &caller)?;
    let outcome = run_to_completion(async move {
        Ok(cancel_order::cancel_order(&shop, &id, |order| deletes(order, &caller)).await?)
    });
    deleted(outcome.await?)
}

/// Whether the caller deletes the order as its customer or as an administrator. Returns `None` if the order does not
/// exist for the caller.
pub fn deletes(order: &Order, caller: &Caller) -> Option<cancel_order::CancelledBy> {
    if order.is_of(caller) {
        return Some(cancel_order::CancelledBy::Customer);
    }
    caller.may(Permission::RunShop).then(|| cancel_order::CancelledBy::Admin(caller.user.id.clone()))
}

/// A stranger may have signed up with the customer's address, so that account deletes no order that it did not place.
pub fn require_confirmed<'o>(
    shop: &Shop,
    mut orders: impl Iterator<Item = &'o Order>,
    caller: &Caller,
) -> Result<(), ApiError> {
    if orders.any(|order| order.is_unconfirmed && order.is_of(caller)) {
        return Err(email_not_verified(shop));
    }
    Ok(())
}

fn email_not_verified(shop: &Shop) -> ApiError {
    let detail = if shop.mailer.is_on() {
        localized!(
            "Please confirm your e-mail address first. Your account page sends you the link.",
            "Veuillez d’abord confirmer votre adresse courriel. La page de votre compte vous envoie le lien."
        )
    } else {
        localized!(
            "Please ask the shop to change or delete this order. It took the order for you.",
            "Veuillez demander à la boutique de modifier ou de supprimer cette commande. Elle l’a prise pour \
             vous."
        )
    };
    ApiError::conflict("email_not_verified", detail)
}

/// What deleting an order or a purchase did.
pub fn deleted(outcome: cancel_order::CancelOrderOutcome) -> Result<ApiJson<Deleted>, ApiError> {
    match outcome {
        cancel_order::CancelOrderOutcome::Deleted => Ok(ApiJson(Deleted::one())),
        cancel_order::CancelOrderOutcome::AlreadyPaid => Err(already_paid()),
        cancel_order::CancelOrderOutcome::Refunded => Err(refunded()),
        cancel_order::CancelOrderOutcome::PaymentInProgress | cancel_order::CancelOrderOutcome::StillHeld => {
            Err(ApiError::conflict(
                "payment_under_way",
                localized!(
                    "A payment for this order is being processed. Please try again in a moment.",
                    "Un paiement pour cette commande est en traitement. Veuillez réessayer dans un instant."
                ),
            ))
        }
        cancel_order::CancelOrderOutcome::CardPaymentOpen => Err(ApiError::conflict(
            "card_payment_open",
            localized!(
                "A card payment of the whole purchase was begun, and the shop can’t cancel it while card \
                 payment is off. Please delete the whole purchase, or try again later.",
                "Un paiement par carte de l’achat complet a été commencé, et la boutique ne peut pas l’annuler \
                 tant que le paiement par carte est désactivé. Veuillez supprimer l’achat complet, ou \
                 réessayer plus tard."
            ),
        )),
        cancel_order::CancelOrderOutcome::RestTooSmall => Err(ApiError::conflict(
            "total_out_of_range",
            localized!(
                "Without this tool the purchase would be less than a card can be charged. Please delete all of \
                 it instead.",
                "Sans cet outil, l’achat serait inférieur au montant minimal d’un paiement par carte. Veuillez \
                 plutôt le supprimer en entier."
            ),
        )),
        cancel_order::CancelOrderOutcome::Unknown => Err(ApiError::not_found(Missing::Order)),
    }
}

/// Ship an order, report its payment, or correct its contact. Staff ship a paid order or change how it travels. Its
/// owner reports a payment; the card provider is asked whether it was paid. Both correct address and phone of an order
/// that is not shipped.
#[utoipa::path(patch, path = "/orders/{id}", tag = "orders", params(("id" = String, Path)),
    request_body = ChangeOrderBody, security(("bearer" = []), ("keyOrdersWrite" = [])),
    responses((status = 200, body = WriteResult),
        (status = 403, description = "`forbidden`, `api_key_not_allowed`"),
        (status = 409, description = "`not_shippable`, `refunded_at_provider`, `payment_disputed`, `payment_mismatch`, `payment_not_succeeded`, `payment_returned`, `already_paid`, `already_shipped`, `not_shipped`, `other_province`, `email_not_verified`, `refunded`"),
        (status = 429, description = "`too_many_requests`: an order was reported too often"),
        (status = 503, description = "`provider_unavailable`: a payment is settled later; nothing is shipped")))]
async fn change_order(
    State(shop): State<Arc<Shop>>,
    AnyAccountWritingOrders(caller): AnyAccountWritingOrders,
    PathSegment(id): PathSegment,
    JsonBody(body): JsonBody<Value>,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let change = OrderChange::from_body(body);
    if matches!(change, OrderChange::Ship(_) | OrderChange::Tracking(_))
        && !caller.may(Permission::WriteOrders)
    {
        return Err(staff_only(&caller));
    }
    if matches!(change, OrderChange::Paid { .. }) && caller.is_key() {
        return Err(key_not_allowed());
    }
    let id = OrderPathId::parse(&id)?;
    match change {
        OrderChange::Ship(checked) => {
            let (tracking, despite_dispute) = checked?;
            ship_order(&shop, caller.actor(), ShipTarget::Order(id), tracking, despite_dispute).await
        }
        OrderChange::Tracking(tracking) => change_tracking(&shop, caller.actor(), id, tracking?).await,
        OrderChange::Paid { order, transaction_id } => {
            report_payment(&shop, &caller, &id, &order, &transaction_id).await
        }
        OrderChange::Contact(body) => match body.check() {
            Ok(contact) => correct_contact(&shop, &caller, id, contact).await,
            Err(invalid) => require_visible(&shop, &caller, id).await.and(Err(invalid)),
        },
        OrderChange::Invalid => {
            require_visible(&shop, &caller, id).await?;
            let detail = localized!(
                "Send {{status: \"Approved and shipped\"}} with or without {{carrier, trackingNumber, \
                 trackingUrl, despiteDispute}}, or exactly {{carrier, trackingNumber, trackingUrl}}, or \
                 exactly {{orders, transactionId, status: \"pending\"}}, or exactly {{phone, address}}.",
                "Envoyez {{status: \"Approved and shipped\"}} avec ou sans {{carrier, trackingNumber, \
                 trackingUrl, despiteDispute}}, ou exactement {{carrier, trackingNumber, trackingUrl}}, ou \
                 exactement {{orders, transactionId, status: \"pending\"}}, ou exactement {{phone, address}}."
            );
            Err(ApiError::invalid_field("status", InvalidValue::new("invalid_transition", detail)))
        }
    }
}

pub async fn ship_order(
    shop: &Shop,
    by: &Id,
    target: ShipTarget,
    tracking: Tracking,
    despite_dispute: bool,
) -> Result<ApiJson<WriteResult>, ApiError> {
    let outcome = ship::ship(shop, by, target, tracking, despite_dispute).await.map_err(|error| match error {
        PaymentError::Provider(cause) => {
            tracing::warn!(%cause, "the card provider gave no usable response before an order was shipped");
            ApiError::unavailable(
                "provider_unavailable",
                localized!(
                    "We can’t reach the card provider to check that this order’s payment was not refunded or \
                     disputed. Nothing was changed. Please try again in a moment.",
                    "Nous ne pouvons pas joindre le fournisseur de paiement par carte pour vérifier que le \
                     paiement de cette commande n’a été ni remboursé ni contesté. Rien n’a été modifié. \
                     Veuillez réessayer dans un instant."
                ),
            )
        }
        error => error.into(),
    });
    match outcome? {
        ShipPaidOrderOutcome::Asked(ShipOrderOutcome::Shipped) => Ok(ApiJson(WriteResult::modified())),
        ShipPaidOrderOutcome::Asked(ShipOrderOutcome::NotShippable) => Err(ApiError::conflict(
            "not_shippable",
            localized!(
                "This order can’t be shipped. It is not paid, or it is already shipped.",
                "Cette commande ne peut pas être expédiée. Elle est impayée, ou déjà expédiée."
            ),
        )),
        ShipPaidOrderOutcome::Asked(ShipOrderOutcome::Unknown) => Err(ApiError::not_found(Missing::Order)),
        ShipPaidOrderOutcome::Refunded => Err(ApiError::conflict(
            "refunded_at_provider",
            localized!(
                "This payment was refunded at the card provider, so the order was not shipped. Press Refund to \
                 close the order here too.",
                "Ce paiement a été remboursé chez le fournisseur de paiement par carte, donc la commande n’a \
                 pas été expédiée. Appuyez sur «\u{a0}Rembourser\u{a0}» pour fermer aussi la commande ici."
            ),
        )),
        ShipPaidOrderOutcome::Disputed => Err(ApiError::conflict(
            "payment_disputed",
            localized!(
                "The customer’s bank disputes this payment, so the order was not shipped. Answer the dispute \
                 at the card provider first. To ship it all the same, press Ship again and confirm.",
                "La banque du client conteste ce paiement, donc la commande n’a pas été expédiée. Répondez \
                 d’abord à la contestation chez le fournisseur de paiement par carte. Pour l’expédier quand \
                 même, appuyez de nouveau sur «\u{a0}Expédier\u{a0}» et confirmez."
            ),
        )),
        ShipPaidOrderOutcome::NotPaid => Err(ApiError::conflict(
            "payment_not_succeeded",
            localized!(
                "The card provider says that this payment did not succeed, so the order was not shipped. Open \
                 Books to see the difference.",
                "Le fournisseur de paiement par carte indique que ce paiement n’a pas réussi, donc la commande \
                 n’a pas été expédiée. Ouvrez «\u{a0}Comptes\u{a0}» pour voir la différence."
            ),
        )),
    }
}

async fn change_tracking(
    shop: &Shop,
    by: &Id,
    id: Id,
    tracking: Tracking,
) -> Result<ApiJson<WriteResult>, ApiError> {
    match change_tracking::change_tracking(shop, by, id, tracking).await? {
        ChangeTrackingOutcome::Changed => Ok(ApiJson(WriteResult::modified())),
        ChangeTrackingOutcome::Unchanged => Ok(ApiJson(WriteResult::unchanged())),
        ChangeTrackingOutcome::NotShipped => Err(ApiError::conflict(
            "not_shipped",
            localized!(
                "This order is not shipped yet. Give the tracking number when you ship it.",
                "Cette commande n’est pas encore expédiée. Donnez le numéro de suivi au moment de l’expédier."
            ),
        )),
        ChangeTrackingOutcome::Unknown => Err(ApiError::not_found(Missing::Order)),
    }
}

async fn correct_contact(
    shop: &Shop,
    caller: &Caller,
    id: Id,
    contact: Contact,
) -> Result<ApiJson<WriteResult>, ApiError> {
    match correct_contact::correct_contact(shop, caller, id, contact).await? {
        CorrectContactOutcome::Corrected => Ok(ApiJson(WriteResult::modified())),
        CorrectContactOutcome::Unchanged => Ok(ApiJson(WriteResult::unchanged())),
        CorrectContactOutcome::AlreadyShipped => Err(ApiError::conflict(
            "already_shipped",
            localized!(
                "This order is already shipped, so its address can’t be changed any more.",
                "Cette commande est déjà expédiée, donc son adresse ne peut plus être modifiée."
            ),
        )),
        CorrectContactOutcome::Refunded => Err(ApiError::conflict(
            "refunded",
            localized!(
                "This order is refunded, so it will not be shipped.",
                "Cette commande est remboursée, donc elle ne sera pas expédiée."
            ),
        )),
        CorrectContactOutcome::OtherProvince => Err(ApiError::conflict(
            "other_province",
            localized!(
                "Delivery and taxes of this order were calculated for another place. Please order again, or \
                 ask us.",
                "La livraison et les taxes de cette commande ont été calculées pour un autre endroit. Veuillez \
                 commander de nouveau, ou nous consulter."
            ),
        )),
        CorrectContactOutcome::EmailNotVerified => Err(email_not_verified(shop)),
        CorrectContactOutcome::PlaceUnknown => Err(place_unknown()),
        CorrectContactOutcome::Unknown => Err(ApiError::not_found(Missing::Order)),
    }
}

async fn report_payment(
    shop: &Arc<Shop>,
    caller: &Caller,
    id: &Id,
    order: &str,
    transaction_id: &str,
) -> Result<ApiJson<WriteResult>, ApiError> {
    if order != id.as_str() {
        require_visible(shop, caller, id.clone()).await?;
        return Err(ApiError::invalid_field(
            "orders",
            InvalidValue::new(
                "order_mismatch",
                localized!(
                    "The body must contain the id of the order in the path.",
                    "Le corps doit contenir l’identifiant de la commande qui figure dans le chemin."
                ),
            ),
        ));
    }
    let (shop, user, id, transaction_id) =
        (Arc::clone(shop), caller.user.id.clone(), id.clone(), transaction_id.to_owned());
    let outcome = run_to_completion(async move {
        let is_customer = |order: &Order| order.belongs_to(&user);
        Ok(confirm::confirm(&shop, is_customer, &id, &transaction_id).await?)
    });
    confirmed(outcome.await?)
}

/// What a reported payment did.
pub fn confirmed(outcome: confirm::ConfirmOutcome) -> Result<ApiJson<WriteResult>, ApiError> {
    match outcome {
        confirm::ConfirmOutcome::Paid => Ok(ApiJson(WriteResult::modified())),
        confirm::ConfirmOutcome::AlreadyConfirmed => Ok(ApiJson(WriteResult::unchanged())),
        confirm::ConfirmOutcome::PaidByOther => Err(already_paid()),
        confirm::ConfirmOutcome::Refunded => Err(refunded()),
        confirm::ConfirmOutcome::LatePaymentRefunded => Err(ApiError::conflict(
            "payment_returned",
            localized!(
                "This payment arrived too late for its order. We are refunding it to your card.",
                "Ce paiement est arrivé trop tard pour sa commande. Nous le remboursons sur votre carte."
            ),
        )),
        confirm::ConfirmOutcome::NotSucceeded => Err(ApiError::conflict(
            "payment_not_succeeded",
            localized!(
                "The card provider has not confirmed this payment yet. Please try again in a moment.",
                "Le fournisseur de paiement par carte n’a pas encore confirmé ce paiement. Veuillez réessayer \
                 dans un instant."
            ),
        )),
        confirm::ConfirmOutcome::TooMany(limited) => Err(limited.into()),
        confirm::ConfirmOutcome::Mismatch => Err(payment_mismatch()),
        confirm::ConfirmOutcome::UnknownOrder => Err(ApiError::not_found(Missing::Order)),
    }
}

async fn require_visible(shop: &Shop, caller: &Caller, id: Id) -> Result<(), ApiError> {
    match shop.db.read(id, |tx, id| Box::pin(orders::store::by_id(tx, id))).await? {
        Some(order) if order.is_visible_to(caller) => Ok(()),
        _ => Err(ApiError::not_found(Missing::Order)),
    }
}
