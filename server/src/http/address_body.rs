//! Addresses in JSON bodies, as the member `address`. A missing part is `required`, as in every other body.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    error::ApiError,
    json::{Field, Validator},
};
use crate::values::{
    InvalidValue,
    address::{Address, MAX_CITY, MAX_COMPANY, MAX_NAME, MAX_STREET, MAX_UNIT, QuoteAddress, find_province},
    contact_phone::ContactPhone,
    language::localized,
    postal_code::{CodeOrArea, PostalCode},
    province::Province,
    text::SingleLine,
};

/// A Canadian address.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Address)]
pub struct AddressBody {
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 120)]
    name: Field<SingleLine<MAX_NAME>>,
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 100)]
    company: Field<SingleLine<MAX_COMPANY>>,
    /// The street includes the number of the house.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 100)]
    street: Field<SingleLine<MAX_STREET>>,
    /// The number or name of an apartment or office.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 30)]
    unit: Field<SingleLine<MAX_UNIT>>,
    /// The municipality.
    #[serde(default)]
    #[schema(required, value_type = String, min_length = 1, pattern = "\\S", max_length = 60)]
    city: Field<SingleLine<MAX_CITY>>,
    /// Its two letters or its name. If absent, the postal code tells it.
    #[serde(default)]
    #[schema(value_type = Option<Province>)]
    province: Field<Province>,
    /// The code is written like `H2X 1Y4`. The shop corrects small letters, other signs than the space, and O, I and L
    /// for digits. It leaves out a province before the code or Canada behind it.
    #[serde(default)]
    #[schema(required, value_type = String, max_length = 20)]
    postal_code: Field<PostalCode>,
    /// The courier calls this number. It is kept as typed, with an extension such as `ext. 12`, and must contain a
    /// whole phone number.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 60)]
    phone: Field<ContactPhone>,
}

/// The part of an address that a quote needs: a province, a postal code, or both.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuoteAddress)]
pub struct QuoteAddressBody {
    #[serde(default)]
    #[schema(value_type = Option<Province>)]
    province: Field<Province>,
    /// The first three characters alone are accepted too, because Apple Pay tells no more before the customer agrees.
    #[serde(default)]
    #[schema(value_type = Option<String>, max_length = 20)]
    postal_code: Field<CodeOrArea>,
}

impl AddressBody {
    pub fn check(self) -> Result<Address, ApiError> {
        let mut check = Validator::new();
        let name = check.required("address.name", self.name);
        let company = check.optional("address.company", self.company);
        let street = check.required("address.street", self.street);
        let unit = check.optional("address.unit", self.unit);
        let city = check.required("address.city", self.city);
        let is_code_missing = matches!(self.postal_code, Field::Missing | Field::Blank(_));
        let place = Place::check(&mut check, self.province, self.postal_code);
        if is_code_missing {
            check.required::<PostalCode>("address.postalCode", Field::Missing);
        }
        let phone = check.optional("address.phone", self.phone);
        let (name, street, city, province, postal_code) = check
            .finish((name, street, city, place.province, place.postal_code))
            .map_err(|error| with_fitting(error, place.fitting))?;
        let address = Address {
            name: name.into_string(),
            company: company.map(SingleLine::into_string),
            street: street.into_string(),
            unit: unit.map(SingleLine::into_string),
            city: city.into_string(),
            province,
            postal_code,
            phone,
        };
        let parts = [Some(&address.name), address.company.as_ref()].into_iter().flatten();
        let length =
            parts.map(|part| part.chars().count() + 2).sum::<usize>() + address.one_line().chars().count();
        if length > MAX_LINE {
            let why = localized!(
                "Please shorten the address. It has {length} characters, and {MAX_LINE} fit on a label.",
                "Veuillez raccourcir l’adresse. Elle compte {length}\u{a0}caractères, et une étiquette n’en \
                 contient que {MAX_LINE}."
            );
            return Err(ApiError::invalid_field("address.street", InvalidValue::new("too_long", why)));
        }
        Ok(address)
    }
}

/// The most characters that the one line of an address in an order may have.
const MAX_LINE: usize = 300;

impl QuoteAddressBody {
    pub fn check(self) -> Result<QuoteAddress, ApiError> {
        let mut check = Validator::new();
        let postal_code = match self.postal_code {
            Field::Valid(CodeOrArea(code)) => Field::Valid(code),
            Field::Missing | Field::Blank(_) => Field::Missing,
            Field::Invalid(why) => Field::Invalid(why),
        };
        let place = Place::check(&mut check, self.province, postal_code);
        let province = check.finish(place.province).map_err(|error| with_fitting(error, place.fitting))?;
        Ok(QuoteAddress { province, postal_code: place.postal_code })
    }
}

/// The two fields that decide delivery and taxes.
struct Place {
    province: Option<Province>,
    postal_code: Option<PostalCode>,
    /// The province of the postal code, if another one was chosen.
    fitting: Option<Province>,
}

impl Place {
    fn check(check: &mut Validator, province: Field<Province>, postal_code: Field<PostalCode>) -> Self {
        let are_valid = !matches!(province, Field::Invalid(_)) && !matches!(postal_code, Field::Invalid(_));
        let chosen = check.optional("address.province", province);
        let postal_code = check.optional("address.postalCode", postal_code);
        if !are_valid {
            return Self { province: chosen, postal_code, fitting: None };
        }
        let (province, fitting) = match find_province(chosen, postal_code.as_ref()) {
            Ok(province) => (Some(province), None),
            Err(error) => {
                let fitting = error.fitting_province();
                check.add_error("address.province", error.into_invalid(postal_code.as_ref()));
                (None, fitting)
            }
        };
        Self { province, postal_code, fitting }
    }
}

/// The form offers it as a correction.
fn with_fitting(error: ApiError, fitting: Option<Province>) -> ApiError {
    match fitting {
        Some(province) => error.with("province", province.as_str()),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn good() -> Value {
        json!({
            "name": " Ada Byron ", "company": "", "street": "123 Main St", "unit": "10", "city": "Halifax",
            "province": "ns", "postalCode": "b3j-1ai", "phone": "902 555 0142",
        })
    }

    /// The good address with other members.
    fn with(members: Value) -> Value {
        let mut address = good();
        address.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        address
    }

    fn check(address: Value) -> Result<Address, Value> {
        let body: AddressBody = serde_json::from_value(address).unwrap();
        body.check().map_err(|error| {
            serde_json::from_str(&error.to_json(crate::values::language::Language::English)).unwrap()
        })
    }

    fn codes(problem: &Value) -> Vec<String> {
        let errors = problem["errors"].as_array().unwrap().iter();
        errors.map(|error| format!("{} {}", error["field"], error["code"]).replace('"', "")).collect()
    }

    #[test]
    fn an_address_is_corrected() {
        let address = check(good()).unwrap();
        assert_eq!(
            serde_json::to_value(&address).unwrap(),
            json!({
                "name": "Ada Byron", "street": "123 Main St", "unit": "10", "city": "Halifax",
                "province": "NS", "postalCode": "B3J 1A1", "phone": "902 555 0142",
            })
        );
        assert_eq!(address.one_line(), "10-123 Main St, Halifax NS  B3J 1A1");
        for province in [Value::Null, json!(" ")] {
            assert_eq!(check(with(json!({ "province": province }))).unwrap().province, Province::NovaScotia);
        }
    }

    #[test]
    fn every_missing_or_wrong_part_is_named() {
        assert_eq!(
            codes(&check(json!({})).unwrap_err()),
            ["name", "street", "city", "province", "postalCode"]
                .map(|part| format!("address.{part} required"))
        );
        for (members, expected) in [
            (json!({"name": " "}), "address.name required"),
            (json!({"street": "1 Main St\nCanada"}), "address.street invalid_characters"),
            (json!({"city": "x".repeat(61)}), "address.city too_long"),
            (json!({"company": 5.5, "unit": "1\t2"}), "address.unit invalid_characters"),
            (json!({"phone": "call me"}), "address.phone not_a_phone_number"),
            (json!({"phone": "0613-555-0142"}), "address.phone not_a_phone_number"),
            (json!({"postalCode": ""}), "address.postalCode required"),
            (json!({"postalCode": "D3J 1A1"}), "address.postalCode invalid_postal_code"),
            (json!({"postalCode": "D3J 1A1", "province": null}), "address.postalCode invalid_postal_code"),
            (json!({"province": "Nova"}), "address.province unknown"),
            (json!({"province": null, "postalCode": "K1A 0B1"}), "address.province required"),
        ] {
            assert_eq!(codes(&check(with(members)).unwrap_err()), [expected]);
        }
    }

    #[test]
    fn a_province_that_does_not_fit_is_refused_with_the_one_that_does() {
        let problem = check(with(json!({"province": "ON", "postalCode": "h2x1y4", "name": ""}))).unwrap_err();
        assert_eq!(codes(&problem), ["address.name required", "address.province province_mismatch"]);
        assert_eq!(problem["province"], "QC");
        assert_eq!(
            problem["errors"][1]["detail"],
            "H2X 1Y4 lies in Québec. Please change the province, or check the postal code."
        );
    }

    #[test]
    fn a_quote_needs_a_province_or_a_postal_code() {
        let check = |address: Value| {
            let body: QuoteAddressBody = serde_json::from_value(address).unwrap();
            body.check().map_err(|error| {
                serde_json::from_str::<Value>(&error.to_json(crate::values::language::Language::English))
                    .unwrap()
            })
        };
        let quebec = |code: Option<&str>| {
            Ok(QuoteAddress { province: Province::Quebec, postal_code: code.and_then(PostalCode::parse) })
        };
        assert_eq!(check(json!({"province": "QC"})), quebec(None));
        assert_eq!(check(json!({"province": "", "postalCode": "h2x1y4"})), quebec(Some("H2X 1Y4")));
        assert_eq!(check(json!({"province": "QC", "postalCode": ""})), quebec(None));
        let area = check(json!({"province": "Québec", "postalCode": "h2x "})).unwrap().postal_code.unwrap();
        assert_eq!((area.as_str(), area.area()), ("H2X", "H2X"));
        assert_eq!(
            codes(&check(json!({"postalCode": "H2"})).unwrap_err()),
            ["address.postalCode invalid_postal_code"]
        );
        assert_eq!(codes(&check(json!({})).unwrap_err()), ["address.province required"]);
        let problem = check(json!({"province": "AB", "postalCode": "H2X 1Y4"})).unwrap_err();
        assert_eq!(
            (&codes(&problem)[..], &problem["province"]),
            (&["address.province province_mismatch".to_owned()][..], &json!("QC"))
        );
    }
}
