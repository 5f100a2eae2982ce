//! What an owner can do about a difference.

use super::DiscrepancyKind;
use crate::values::language::{Localized, localized};

impl DiscrepancyKind {
    /// What an owner can do about it, as a sentence.
    pub fn advice(self) -> Localized {
        match self {
            Self::Stock => {
                localized!(
                    "Count the stock. Set the available quantity in Manage Tool to what is there, then record \
                     it: trowel adjust-stock TOOL.",
                    "Comptez le stock. Réglez la quantité disponible dans «\u{a0}Gérer les outils\u{a0}» à ce \
                     qu’il y a, puis consignez-la\u{a0}: trowel adjust-stock TOOL."
                )
            }
            Self::Purchase => {
                localized!(
                    "Do not refund anything of this purchase. Restore the newest backup beside the shop and \
                     compare the purchase there.",
                    "Ne remboursez rien de cet achat. Restaurez la plus récente sauvegarde à côté de la \
                     boutique et comparez-y l’achat."
                )
            }
            Self::DiscountCode => {
                localized!(
                    "End this code in the shop settings, and make a new one. The purchases are right.",
                    "Mettez fin à ce code dans les paramètres de la boutique, et créez-en un nouveau. Les \
                     achats sont exacts."
                )
            }
            Self::RefundSums => {
                localized!(
                    "All of the payment went back. Give your accountant the sum that the card provider says, \
                     and not the credit notes of this order.",
                    "Tout le paiement a été remboursé. Donnez à votre comptable la somme indiquée par le \
                     fournisseur de paiement par carte, et non les notes de crédit de cette commande."
                )
            }
            Self::PaidWithoutPayment => {
                localized!(
                    "Look up the transaction at the card provider. If the money is there, keep the order. If \
                     not, do not ship it, and contact the customer.",
                    "Cherchez la transaction chez le fournisseur de paiement par carte. Si l’argent y est, \
                     gardez la commande. Sinon, ne l’expédiez pas, et communiquez avec le client."
                )
            }
            Self::PaymentWithoutOrder => {
                localized!(
                    "If the order was deleted or paid by another payment, let the shop refund this one: trowel \
                     refund PAYMENT.",
                    "Si la commande a été supprimée ou payée par un autre paiement, faites rembourser celui-ci \
                     par la boutique\u{a0}: trowel refund PAYMENT."
                )
            }
            Self::OrphanIntent => {
                localized!(
                    "Set the card settings again: the shop cancels the payment, or refunds what was paid. Or \
                     cancel it in the card provider's dashboard.",
                    "Remettez les paramètres de carte\u{a0}: la boutique annule le paiement, ou rembourse ce \
                     qui a été payé. Ou annulez-le dans le tableau de bord du fournisseur de paiement par \
                     carte."
                )
            }
            Self::RefundStuck => {
                localized!(
                    "The shop retries automatically. If the card provider rejects the refund, resolve its \
                     reason, or refund it in its dashboard; the shop finds it there.",
                    "La boutique réessaie automatiquement. Si le fournisseur de paiement par carte refuse le \
                     remboursement, réglez-en la cause, ou faites-le dans son tableau de bord; la boutique l’y \
                     trouvera."
                )
            }
            Self::TimestampsOutOfOrder => localized!(
                "Check the clocks of the machines. Nothing else needs to be done.",
                "Vérifiez les horloges des machines. Rien d’autre n’est à faire."
            ),
            Self::DaySums => localized!(
                "Restart the shop: it sums the day again. The orders are right.",
                "Redémarrez la boutique\u{a0}: elle refait les sommes du jour. Les commandes sont exactes."
            ),
            Self::UnrecordedPayment => {
                localized!(
                    "The shop finds this within minutes. If it stays, the card provider's events do not \
                     arrive: check its webhook address and secret.",
                    "La boutique le trouve en quelques minutes. Si la différence reste, les événements du \
                     fournisseur de paiement par carte n’arrivent pas\u{a0}: vérifiez l’adresse et le secret \
                     de son webhook."
                )
            }
            Self::Mismatch => {
                localized!(
                    "Nothing was marked as paid. Compare both records in the card provider's dashboard. To \
                     refund the money, delete the order in Manage Orders.",
                    "Rien n’a été marqué comme payé. Comparez les deux registres dans le tableau de bord du \
                     fournisseur de paiement par carte. Pour rembourser l’argent, supprimez la commande dans \
                     «\u{a0}Gérer les commandes\u{a0}»."
                )
            }
            Self::MissingAtProvider => {
                localized!(
                    "If it was refunded in the card provider's dashboard, press Refund in Manage Orders: it is \
                     not refunded twice, and the records agree again. If the card keys were changed, this may \
                     be another account.",
                    "Si le remboursement a été fait dans le tableau de bord du fournisseur de paiement par \
                     carte, appuyez sur «\u{a0}Rembourser\u{a0}» dans «\u{a0}Gérer les commandes\u{a0}»\u{a0}: \
                     il n’est pas fait deux fois, et les registres concordent de nouveau. Si les clés de carte \
                     ont changé, il s’agit peut-être d’un autre compte."
                )
            }
            Self::PartialRefund => {
                localized!(
                    "Nothing, if this was intended. Refund in Manage Orders would refund the rest.",
                    "Rien, si c’était voulu. «\u{a0}Rembourser\u{a0}» dans «\u{a0}Gérer les commandes\u{a0}» \
                     rembourserait le reste."
                )
            }
            Self::Disputed => {
                localized!(
                    "Answer the dispute in the card provider's dashboard before its deadline. Do not ship and \
                     do not refund: the bank takes the money itself.",
                    "Répondez à la contestation dans le tableau de bord du fournisseur de paiement par carte \
                     avant la date limite. N’expédiez pas et ne remboursez pas\u{a0}: la banque reprend \
                     l’argent elle-même."
                )
            }
            Self::RefundFailed => {
                localized!(
                    "The customer's bank rejected the refund, often because the card was closed. Open the \
                     order: refund it again, or record how you paid the customer instead.",
                    "La banque du client a refusé le remboursement, souvent parce que la carte était fermée. \
                     Ouvrez la commande\u{a0}: remboursez-la de nouveau, ou consignez comment vous avez plutôt \
                     payé le client."
                )
            }
            Self::UnknownPayment => {
                localized!(
                    "Another program may use the same account, or this database is an older copy. Look up the \
                     payment in the card provider's dashboard, and refund it there if nothing is owed for it.",
                    "Un autre programme utilise peut-être le même compte, ou cette base de données est une \
                     copie plus ancienne. Cherchez le paiement dans le tableau de bord du fournisseur de \
                     paiement par carte, et remboursez-le là-bas si rien n’est dû en échange."
                )
            }
        }
    }
}
