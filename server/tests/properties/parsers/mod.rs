//! The properties of every parser, for any bytes. `fuzz/` searches for bytes that break one; `deterministic` tries the
//! seeds and a few hundred variations of them in every test run.

mod calls;
mod headers;
mod input;
mod lists;
mod paths;
mod pictures;
mod providers;
mod settings;
mod values;

pub type Property = fn(&[u8]);

/// Writes the list of all parsers, and a test of each.
macro_rules! properties {
    ($($name:ident: $property:path,)*) => {
        pub const ALL: &[(&str, Property)] = &[$((stringify!($name), $property as Property)),*];

        #[cfg(test)]
        mod deterministic {
            #![allow(clippy::wildcard_imports, reason = "a property is named as the list above names it")]
            use super::*;

            $(#[test]
            fn $name() {
                crate::seeds::hold(stringify!($name), $property);
            })*
        }
    };
}

properties! {
    bearer: headers::bearer,
    calls: calls::calls,
    code: values::code,
    cookies: headers::cookies,
    email: values::email,
    escaped: paths::escaped,
    forwarded_for: headers::forwarded_for,
    idempotency_key: headers::idempotency_key,
    ids: values::ids,
    if_match: headers::if_match,
    like: lists::like,
    money: values::money,
    negotiation: headers::negotiation,
    page_cursor: lists::page_cursor,
    path_segment: paths::path_segment,
    payment: providers::payment,
    people: providers::people,
    phone: values::phone,
    picture: pictures::picture,
    picture_address: paths::picture_address,
    picture_file: paths::picture_file,
    provider_form: calls::provider_form,
    quantity: values::quantity,
    rating: values::rating,
    request_id: headers::request_id,
    return_to: paths::return_to,
    text_field: values::text_field,
    tool_cursor: lists::tool_cursor,
    tool_query: lists::tool_query,
    upload: pictures::upload,
    web_addresses: values::web_addresses,
    webhook: providers::webhook,
    words: lists::words,
}
