//! A file of the customers of a former shop. Shopify, WooCommerce and their plugins write such files.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::{
    catalogue::import::{
        RowFault,
        named_rows::{self, ColumnNames, NamedRow, short},
    },
    http::address_body::AddressBody,
    values::{
        FromJson as _,
        address::Address,
        contact_phone::ContactPhone,
        email::Email,
        language::{Localized, localized},
        text::SingleLine,
    },
};

const EMAIL: ColumnNames =
    &["email", "user_email", "billing_email", "email_billing", "e_mail", "email_address"];
const FIRST_NAME: ColumnNames = &["first_name", "billing_first_name", "first_name_billing"];
const LAST_NAME: ColumnNames = &["last_name", "billing_last_name", "last_name_billing"];
const NAME: ColumnNames = &["name", "display_name", "customer_name", "default_address_name"];
const PHONE: ColumnNames =
    &["phone", "default_address_phone", "billing_phone", "phone_billing", "shipping_phone", "phone_number"];
const COMPANY: ColumnNames = &["default_address_company", "company", "shipping_company", "billing_company"];
const STREET: ColumnNames = &[
    "default_address_address1",
    "address1",
    "shipping_address_1",
    "billing_address_1",
    "address_1",
    "address",
];
const UNIT: ColumnNames =
    &["default_address_address2", "address2", "shipping_address_2", "billing_address_2", "address_2"];
const CITY: ColumnNames = &["default_address_city", "city", "shipping_city", "billing_city"];
const PROVINCE: ColumnNames = &[
    "default_address_province_code",
    "province_code",
    "province",
    "shipping_state",
    "billing_state",
    "state",
    "region",
];
const POSTAL_CODE: ColumnNames =
    &["default_address_zip", "zip", "shipping_postcode", "billing_postcode", "postcode", "postal_code"];
const COUNTRY: ColumnNames = &[
    "default_address_country_code",
    "country_code",
    "country",
    "shipping_country",
    "billing_country",
    "country_region",
];
const CONSENT: ColumnNames =
    &["accepts_email_marketing", "accepts_marketing", "accepts_sms_marketing", "marketing_opt_in"];

/// The longest name of a customer, which is also the longest of an account.
const MAX_NAME: usize = 100;

/// A customer as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct FormerCustomer {
    pub email: Email,
    pub name: String,
    /// The phone number. Empty if the file has none.
    pub phone: String,
    pub address: Option<FormerAddress>,
}

/// The address as a profile stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct FormerAddress {
    /// The parts of the address as JSON.
    pub parts: String,
    pub line: String,
}

#[derive(Default)]
pub struct CustomerFile {
    pub customers: Vec<FormerCustomer>,
    /// Rows that are left out, and why.
    pub faults: Vec<RowFault>,
    /// What is left out of the other rows.
    pub notes: Vec<RowFault>,
    /// Rows with a consent to marketing, which the shop does not take, because the file has no proof of it.
    pub consents: usize,
}

/// `Err` is a sentence about the whole file.
pub fn read(bytes: &[u8]) -> Result<CustomerFile, Localized> {
    let rows = named_rows::read(bytes)?;
    let has_name = [FIRST_NAME, LAST_NAME, NAME].into_iter().any(|names| rows.has(names));
    if !rows.has(EMAIL) || !has_name {
        return Err(localized!(
            "This file needs columns with the e-mail address and the name of each customer. Please choose an \
             export of customers from Shopify or WooCommerce.",
            "Ce fichier doit avoir des colonnes avec l’adresse courriel et le nom de chaque client. Veuillez \
             choisir une exportation de clients de Shopify ou de WooCommerce."
        ));
    }
    let mut file = CustomerFile::default();
    let mut lines = HashMap::new();
    for row in rows.rows() {
        let line = row.line();
        let mut notes = Vec::new();
        let read = read_row(&row, &mut notes).and_then(|customer| {
            match lines.insert(customer.email.to_string(), line) {
                Some(earlier) => Err(localized!(
                    "Row {earlier} has the same e-mail address.",
                    "La ligne {earlier} a la même adresse courriel."
                )),
                None => Ok(customer),
            }
        });
        match read {
            Ok(customer) => {
                file.customers.push(customer);
                file.consents += usize::from(has_consent(&row));
                if !notes.is_empty() {
                    file.notes.push(RowFault { line, detail: Localized::join(&notes) });
                }
            }
            Err(detail) => file.faults.push(RowFault { line, detail }),
        }
    }
    Ok(file)
}

fn has_consent(row: &NamedRow<'_>) -> bool {
    let mut cells = CONSENT.iter().map(|name| row.get(std::slice::from_ref(name)).to_lowercase());
    cells.any(|cell| matches!(&*cell, "yes" | "true" | "1" | "subscribed"))
}

fn read_row(row: &NamedRow<'_>, notes: &mut Vec<Localized>) -> Result<FormerCustomer, Localized> {
    let typed = row.get(EMAIL);
    if typed.is_empty() {
        return Err(localized!(
            "This customer has no e-mail address.",
            "Ce client n’a pas d’adresse courriel."
        ));
    }
    let email = Email::parse(typed).ok_or_else(|| {
        localized!(
            "“{}” is not an e-mail address.",
            "«\u{a0}{}\u{a0}» n’est pas une adresse courriel.",
            short(typed)
        )
    })?;
    let both = [row.get(FIRST_NAME), row.get(LAST_NAME)].map(str::trim).join(" ");
    let full = Some(both.trim()).filter(|name| !name.is_empty()).unwrap_or_else(|| row.get(NAME));
    let name = if full.is_empty() { email.as_str().split('@').next().unwrap_or_default() } else { full };
    let name = SingleLine::<MAX_NAME>::from_json(&Value::from(name))
        .map_err(
            |fault| localized!(language => "Name: {}", "Nom\u{a0}: {}", fault.detail.in_language(language)),
        )?
        .into_string();
    let phone = row.get(PHONE);
    let phone = match ContactPhone::from_json(&Value::from(phone)) {
        Ok(phone) => phone.as_str().to_owned(),
        Err(_) if phone.is_empty() => String::new(),
        Err(_) => {
            notes.push(localized!(
                "The phone “{}” is left out, because it is not a number.",
                "Le téléphone «\u{a0}{}\u{a0}» est laissé de côté, car ce n’est pas un numéro.",
                short(phone)
            ));
            String::new()
        }
    };
    let address = read_address(row, &name, &phone).unwrap_or_else(|why| {
        notes.push(localized!(
            language =>
            "The address is left out: {}",
            "L’adresse est laissée de côté\u{a0}: {}",
            why.in_language(language)
        ));
        None
    });
    Ok(FormerCustomer { email, name, phone, address })
}

/// The error says why it is no address of this shop.
fn read_address(row: &NamedRow<'_>, name: &str, phone: &str) -> Result<Option<FormerAddress>, Localized> {
    if row.get(STREET).is_empty() {
        return Ok(None);
    }
    let country = row.get(COUNTRY);
    if !matches!(&*country.to_lowercase(), "" | "ca" | "can" | "canada") {
        return Err(localized!(
            "it is in {}, and the shop knows addresses in Canada only.",
            "elle est dans ce pays\u{a0}: {}, et la boutique ne connaît que les adresses du Canada.",
            short(country)
        ));
    }
    let body = json!({
        "name": name, "company": row.get(COMPANY), "street": row.get(STREET), "unit": row.get(UNIT),
        "city": row.get(CITY), "province": row.get(PROVINCE), "postalCode": row.get(POSTAL_CODE), "phone": phone,
    });
    let body: AddressBody = serde_json::from_value(body)
        .map_err(|_| localized!("it cannot be read.", "elle ne peut pas être lue."))?;
    let address = body.check().map_err(|error| error.sentence().clone())?;
    Ok(Some(FormerAddress { line: address.one_line(), parts: to_parts(&address)? }))
}

fn to_parts(address: &Address) -> Result<String, Localized> {
    serde_json::to_string(address).map_err(|error| Localized::same(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_customers_of_both_programs_are_read() {
        let shopify = "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone\n\
            1,Ada,Byron,Ada@Example.com,yes,,123 Main St,10,Halifax,NS,CA,B3J 1A1,,'+19025550142\n";
        let woo = "ID,user_login,user_email,first_name,last_name,billing_address_1,billing_address_2,billing_city,billing_postcode,billing_state,billing_country,billing_phone\n\
            7,ada,ada@example.com,Ada,Byron,123 Main St,10,Halifax,B3J 1A1,NS,CA,+19025550142\n";
        for (file, consents) in [(shopify, 1), (woo, 0)] {
            let read = read(file.as_bytes()).unwrap();
            assert!(read.faults.is_empty() && read.notes.is_empty(), "{:?} {:?}", read.faults, read.notes);
            let FormerCustomer { email, name, phone, address } = &read.customers[0];
            assert_eq!((email.as_str(), &**name, &**phone), ("ada@example.com", "Ada Byron", "+19025550142"));
            assert_eq!(address.as_ref().unwrap().line, "10-123 Main St, Halifax NS  B3J 1A1");
            assert_eq!(read.consents, consents);
        }
    }

    #[test]
    fn a_row_without_an_address_of_its_own_is_left_out_with_a_sentence() {
        let file = "Name,Email,Phone,Address1,City,Zip,Country\nAda,,,,,,\nAda,ada,,,,,\nAda,ada@example.com,none,1 Elm,Boston,02108,US\nAda,ADA@example.com,,,,,\n,bo@example.com,,1 Elm,Truro,x,\n";
        let read = read(file.as_bytes()).unwrap();
        let faults: Vec<_> = read.faults.iter().map(|fault| (fault.line, fault.detail.english())).collect();
        assert_eq!(
            faults,
            [
                (2, "This customer has no e-mail address."),
                (3, "“ada” is not an e-mail address."),
                (5, "Row 4 has the same e-mail address."),
            ]
        );
        assert_eq!(read.customers.iter().map(|it| &*it.name).collect::<Vec<_>>(), ["Ada", "bo"]);
        assert!(read.customers.iter().all(|it| it.address.is_none() && it.phone.is_empty()));
        assert!(
            read.notes[0].detail.english().contains("“none”")
                && read.notes[0].detail.english().contains("it is in US")
        );
        assert_eq!(read.notes[1].line, 6);
        assert!(super::read(b"Title,Price\na,1\n").is_err());
    }
}
