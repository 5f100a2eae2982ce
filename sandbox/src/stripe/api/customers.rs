//! The calls on customers and on the payment methods that are attached to them.

use serde_json::Value;

use super::context::RequestContext;
use super::error::StripeApiError;
use super::lists;
use super::params::Params;
use crate::ids;
use crate::stripe::model::customer::Customer;
use crate::stripe::model::payment_intent::StoredIntent;
use crate::stripe::model::payment_method::PaymentMethod;
use crate::stripe::store::Database;

/// `POST /v1/customers`
pub fn create(context: &mut RequestContext<'_>, mut params: Params) -> Result<Value, StripeApiError> {
    let metadata = params.take_metadata()?;
    params.finish()?;
    let id = ids::new("cus_");
    let customer = Customer { id, created: context.now, metadata, is_deleted: false };
    let shown = customer.to_json();
    context.database.customers.insert(customer);
    context.record("customer.created", shown.clone());
    Ok(shown)
}

/// `GET /v1/customers/{id}`. A deleted customer is still shown, without its members.
pub fn retrieve(context: &mut RequestContext<'_>, id: &str, params: Params) -> Result<Value, StripeApiError> {
    params.finish()?;
    let customer = context.database.customers.get(id);
    customer.map(Customer::to_json).ok_or_else(|| StripeApiError::not_found("customer", id, "id"))
}

/// `DELETE /v1/customers/{id}`. Detaches the payment methods.
pub fn delete(context: &mut RequestContext<'_>, id: &str, params: Params) -> Result<Value, StripeApiError> {
    params.finish()?;
    existing(context.database, id)?;
    for method in methods_of(context.database, id) {
        detach_method(context, &method);
    }
    if let Some(customer) = context.database.customers.get_mut(id) {
        let before = customer.to_json();
        customer.is_deleted = true;
        context.record("customer.deleted", before);
    }
    Ok(serde_json::json!({ "id": id, "object": "customer", "deleted": true }))
}

/// `GET /v1/customers/{id}/payment_methods`, perhaps of one `type`.
pub fn payment_methods(
    context: &mut RequestContext<'_>,
    id: &str,
    mut params: Params,
) -> Result<Value, StripeApiError> {
    existing(context.database, id)?;
    let is_wanted = params.take("type").is_none_or(|kind| kind == "card");
    let url = format!("/v1/customers/{id}/payment_methods");
    let matches = |method: &PaymentMethod| is_wanted && method.customer.as_deref() == Some(id);
    let page = lists::page(&context.database.methods, &url, &mut params, matches, PaymentMethod::to_json)?;
    params.finish()?;
    Ok(page)
}

/// `GET /v1/customers/{id}/payment_methods/{method}`
pub fn payment_method(
    context: &mut RequestContext<'_>,
    id: &str,
    method: &str,
    params: Params,
) -> Result<Value, StripeApiError> {
    params.finish()?;
    existing(context.database, id)?;
    let found = context.database.methods.get(method).filter(|found| found.customer.as_deref() == Some(id));
    let missing = || StripeApiError::not_found("PaymentMethod", method, "payment_method");
    found.map(PaymentMethod::to_json).ok_or_else(missing)
}

/// `POST /v1/payment_methods/{id}/attach`
pub fn attach(
    context: &mut RequestContext<'_>,
    id: &str,
    mut params: Params,
) -> Result<Value, StripeApiError> {
    let customer = params.require("customer")?;
    params.finish()?;
    given(context.database, &customer)?;
    let method = context.method(id)?;
    if method.customer.as_ref().is_some_and(|other| *other != customer) {
        return Err(StripeApiError::malformed(
            "The payment method you provided has already been attached to a customer.",
        ));
    }
    Ok(attach_method(context, &method.id, &customer).unwrap_or_else(|| method.to_json()))
}

/// `POST /v1/payment_methods/{id}/detach`
pub fn detach(context: &mut RequestContext<'_>, id: &str, params: Params) -> Result<Value, StripeApiError> {
    params.finish()?;
    let method = context.database.methods.get(id);
    let method = method.ok_or_else(|| StripeApiError::not_found("PaymentMethod", id, "payment_method"))?;
    if method.customer.is_none() {
        let message =
            "The payment method you provided is not attached to a customer so detachment is impossible.";
        return Err(StripeApiError::malformed(message));
    }
    let id = method.id.clone();
    Ok(detach_method(context, &id).unwrap_or_default())
}

/// A customer that a parameter names.
pub fn given(database: &Database, id: &str) -> Result<(), StripeApiError> {
    let is_there = database.customers.get(id).is_some_and(|customer| !customer.is_deleted);
    if is_there { Ok(()) } else { Err(StripeApiError::invalid_reference("customer", id, "customer")) }
}

/// A customer that the path names.
fn existing(database: &Database, id: &str) -> Result<(), StripeApiError> {
    given(database, id).map_err(|_| StripeApiError::not_found("customer", id, "customer"))
}

/// Refuses a payment method of another customer than the intent's.
pub fn check_owner(intent: &StoredIntent, method: &PaymentMethod) -> Result<(), StripeApiError> {
    let (id, Some(owner)) = (&method.id, &method.customer) else { return Ok(()) };
    match &intent.customer {
        Some(customer) if customer == owner => Ok(()),
        Some(customer) => {
            let message = format!(
                "The PaymentMethod {id} does not belong to the Customer you supplied {customer}. Please use this \
                 PaymentMethod with the Customer that it belongs to instead."
            );
            Err(StripeApiError::malformed(message).with("param", "payment_method"))
        }
        None => {
            let message = format!(
                "The `payment_method` parameter supplied {id} belongs to the Customer {owner}. Please include the \
                 Customer in the `customer` parameter on the PaymentIntent."
            );
            Err(StripeApiError::invalid("parameter_missing", message).with("param", "source"))
        }
    }
}

pub fn attach_method(context: &mut RequestContext<'_>, id: &str, customer: &str) -> Option<Value> {
    let method = context.database.methods.get_mut(id)?;
    if method.customer.is_some() {
        return Some(method.to_json());
    }
    method.customer = Some(customer.to_owned());
    let shown = method.to_json();
    context.record("payment_method.attached", shown.clone());
    Some(shown)
}

/// A detached payment method is never charged again.
fn detach_method(context: &mut RequestContext<'_>, id: &str) -> Option<Value> {
    let method = context.database.methods.get_mut(id)?;
    method.customer = None;
    method.used = true;
    let shown = method.to_json();
    context.record("payment_method.detached", shown.clone());
    Some(shown)
}

fn methods_of(database: &Database, customer: &str) -> Vec<String> {
    let attached =
        database.methods.newest_first().filter(|method| method.customer.as_deref() == Some(customer));
    attached.map(|method| method.id.clone()).collect()
}
