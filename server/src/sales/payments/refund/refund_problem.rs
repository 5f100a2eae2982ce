//! What an administrator reads when a refund was not made.

use super::RefundRejection;
use crate::{
    http::{error::ApiError, missing::Missing},
    values::{
        InvalidValue,
        language::{Language, Localized, localized},
        locale::AmountFormat,
        money::Cents,
    },
};

/// `target` is what was to be refunded.
pub fn refund_problem(rejection: RefundRejection, target: Missing, amounts: AmountFormat) -> ApiError {
    let (code, detail) = match rejection {
        RefundRejection::NotPaid => (
            "not_paid",
            localized!(
                "This order is not paid, so there is nothing to refund.",
                "Cette commande est impayée, donc il n’y a rien à rembourser."
            ),
        ),
        RefundRejection::Refunded => (
            "refunded",
            localized!(
                "All of this order is already refunded, or is being refunded. Nothing was refunded this time.",
                "Cette commande est déjà entièrement remboursée, ou en cours de remboursement. Rien n’a été \
                 remboursé cette fois."
            ),
        ),
        RefundRejection::Conflict => (
            "refund_conflict",
            localized!(
                "This order is already refunded, with another choice about its stock. You can change the stock \
                 in Manage Tool.",
                "Cette commande est déjà remboursée, avec un autre choix pour son stock. Vous pouvez modifier \
                 le stock dans «\u{a0}Gérer les outils\u{a0}»."
            ),
        ),
        RefundRejection::UnderWay => (
            "refund_under_way",
            localized!(
                "Another refund of this order is still under way. Please wait until the card provider has \
                 confirmed it.",
                "Un autre remboursement de cette commande est encore en cours. Veuillez attendre que le \
                 fournisseur de paiement par carte l’ait confirmé."
            ),
        ),
        RefundRejection::Changed(now) => (
            "refund_changed",
            localized!(
                language =>
                "{} is refunded by now. Nothing was refunded this time. Please check the amount and try again.",
                "Le montant remboursé est maintenant de {}. Rien n’a été remboursé cette fois. Veuillez \
                 vérifier le montant et réessayer.",
                now.format(amounts.in_language(language))
            ),
        ),
        RefundRejection::Shipped => (
            "already_shipped",
            localized!(
                "This order is shipped, so its tools can’t return to stock. Please refund it without returning \
                 them.",
                "Cette commande est expédiée, donc ses outils ne peuvent pas retourner en stock. Veuillez la \
                 rembourser sans les y remettre."
            ),
        ),
        RefundRejection::Disputed => (
            "disputed",
            localized!(
                "The customer’s bank has disputed this payment. Please respond to the dispute at the card \
                 provider: a refund would pay twice.",
                "La banque du client a contesté ce paiement. Veuillez répondre à la contestation chez le \
                 fournisseur de paiement par carte\u{a0}: un remboursement paierait deux fois."
            ),
        ),
        RefundRejection::NoPayment => (
            "no_payment",
            localized!(
                "There is no recorded payment for this order. Please check Books before you refund it.",
                "Aucun paiement n’est enregistré pour cette commande. Veuillez vérifier «\u{a0}Comptes\u{a0}» \
                 avant de la rembourser."
            ),
        ),
        RefundRejection::TooLarge { of, rest } => {
            let amount = Cents::new(rest.amount).unwrap_or(Cents::ZERO);
            let pieces = if amount == Cents::ZERO || of.is_none() { 0 } else { rest.quantity };
            return ApiError::unprocessable(
                "refund_too_large",
                left_to_refund(amount, pieces, of.as_deref(), amounts),
            )
            .with("left", serde_json::json!(amount));
        }
        RefundRejection::Nothing => {
            return ApiError::unprocessable(
                "nothing_to_refund",
                localized!(
                    "Please choose what to refund: pieces, an amount or the delivery.",
                    "Veuillez choisir quoi rembourser\u{a0}: des pièces, un montant ou la livraison."
                ),
            );
        }
        RefundRejection::UnknownLine => {
            let detail = localized!(
                "A line names an order that is not in this purchase. Please reload the page.",
                "Une ligne nomme une commande qui n’est pas dans cet achat. Veuillez recharger la page."
            );
            return ApiError::invalid_field("lines", InvalidValue::new("invalid_lines", detail));
        }
        RefundRejection::Unknown => return ApiError::not_found(target),
    };
    ApiError::conflict(code, detail)
}

/// `of` is the name of a line. `None`: the delivery.
fn left_to_refund(amount: Cents, pieces: i64, of: Option<&str>, amounts: AmountFormat) -> Localized {
    let pieces = match pieces {
        0 => Localized::same(""),
        1 => localized!(" (1 piece)", " (1\u{a0}pièce)"),
        _ => localized!(" ({pieces} pieces)", " ({pieces}\u{a0}pièces)"),
    };
    let left = |language: Language| amount.format(amounts.in_language(language));
    match of {
        Some(name) => localized!(
            language =>
            "{}{} is left to refund of {name}. Nothing was refunded this time.",
            "Il reste {}{} à rembourser pour «\u{a0}{name}\u{a0}». Rien n’a été remboursé cette fois.",
            left(language),
            pieces.in_language(language)
        ),
        None => localized!(
            language =>
            "{} is left to refund of the delivery. Nothing was refunded this time.",
            "Il reste {} à rembourser pour la livraison. Rien n’a été remboursé cette fois.",
            left(language)
        ),
    }
}
