//! How a customer paid without the card provider.

use serde_json::Value;

use super::{
    FromJson, InvalidValue,
    language::{Language, localized},
    text_enum,
};

text_enum! {
    pub enum PaymentMethod {
        Cash = "cash",
        Cheque = "cheque",
        ETransfer = "e-transfer",
        Other = "other",
    }
}

impl PaymentMethod {
    /// Returns the words that follow "paid" and "refunded" in a sentence. They are empty for another method.
    pub fn in_sentence(self, language: Language) -> &'static str {
        match self {
            Self::Cash => language.choose(" in cash", " en argent comptant"),
            Self::Cheque => language.choose(" by cheque", " par chèque"),
            Self::ETransfer => language.choose(" by Interac e-Transfer", " par Virement Interac"),
            Self::Other => "",
        }
    }

    /// The transaction id of an order that was paid this way: readable, and never one of the card provider's.
    pub fn transaction_id(self, order_number: i64) -> String {
        format!("{}-{order_number}", self.as_str())
    }
}

impl FromJson for PaymentMethod {
    fn from_json(value: &Value) -> Result<Self, InvalidValue> {
        value.as_str().and_then(Self::parse).ok_or_else(|| {
            let names = Self::ALL.map(Self::as_str).join(", ");
            InvalidValue::new(
                "unknown",
                localized!(
                    "Please choose one of these: {names}.",
                    "Veuillez choisir l’une de ces valeurs\u{a0}: {names}."
                ),
            )
        })
    }
}
