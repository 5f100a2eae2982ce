//! Customers of the provider, and the cards that they saved. The provider keeps the cards.

use serde::Deserialize;

use super::{StripeClient, StripeError, path_segment};

/// A payment method that the provider keeps for a customer.
#[derive(Debug, Clone, Deserialize)]
pub struct SavedPaymentMethod {
    pub id: String,
    /// `card`, or `link`, which has no card that the shop could show.
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub card: Option<CardDetails>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct CardDetails {
    pub brand: String,
    pub last4: String,
    pub exp_month: u8,
    pub exp_year: u16,
}

#[derive(Deserialize)]
struct Customer {
    id: String,
}

#[derive(Deserialize)]
struct SavedPaymentMethodPage {
    data: Vec<SavedPaymentMethod>,
}

#[derive(Deserialize)]
struct AnyObject {}

/// Whether this can be the id of a payment method. Other text would make another path.
pub fn is_payment_method_id(id: &str) -> bool {
    (id.starts_with("pm_") || id.starts_with("card_")) && path_segment(id) == id
}

impl StripeClient {
    /// Creates a customer and returns its id. The provider learns the id of the account, and neither name nor e-mail.
    pub async fn create_customer(
        &self,
        account_id: &str,
        idempotency_key: &str,
    ) -> Result<String, StripeError> {
        let call = self
            .http
            .post(self.url("customers"))
            .header("Idempotency-Key", idempotency_key)
            .form(&[("metadata[account_id]", account_id)]);
        let Customer { id } = self.send(call).await?;
        Ok(id)
    }

    /// Deletes the customer with its saved cards.
    pub async fn delete_customer(&self, id: &str) -> Result<(), StripeError> {
        let path = format!("customers/{}", path_segment(id));
        let AnyObject {} = self.send(self.http.delete(self.url(&path))).await?;
        Ok(())
    }

    /// The newest first, at most a hundred.
    pub async fn saved_payment_methods(
        &self,
        customer: &str,
    ) -> Result<Vec<SavedPaymentMethod>, StripeError> {
        let path = format!("customers/{}/payment_methods?limit=100", path_segment(customer));
        let SavedPaymentMethodPage { data } = self.send(self.http.get(self.url(&path))).await?;
        Ok(data)
    }

    /// Returns an error that [is missing](StripeError::is_missing) if the card is not saved for this customer.
    pub async fn saved_payment_method(
        &self,
        customer: &str,
        id: &str,
    ) -> Result<SavedPaymentMethod, StripeError> {
        let path = format!("customers/{}/payment_methods/{}", path_segment(customer), path_segment(id));
        self.send(self.http.get(self.url(&path))).await
    }

    /// Removes a saved card. The provider never charges it again.
    pub async fn detach_payment_method(&self, id: &str) -> Result<(), StripeError> {
        let path = format!("payment_methods/{}/detach", path_segment(id));
        let AnyObject {} = self.send(self.http.post(self.url(&path))).await?;
        Ok(())
    }

    /// Says whose saved cards may pay an intent, and whether its next card is saved.
    pub async fn set_card_use(
        &self,
        intent_id: &str,
        customer: &str,
        saves_card: bool,
    ) -> Result<(), StripeError> {
        // An empty value takes an earlier one back.
        let usage = if saves_card { "on_session" } else { "" };
        let form = [("setup_future_usage", usage), ("customer", customer)];
        let path = format!("payment_intents/{}", path_segment(intent_id));
        let AnyObject {} = self.send(self.http.post(self.url(&path)).form(&form)).await?;
        Ok(())
    }
}
