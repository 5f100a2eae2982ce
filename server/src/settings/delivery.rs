//! The ways in which goods reach a customer: parcels, a delivery in town, and pick-up at the shop.
//!
//! A method is a row: where it goes, what it costs by the goods' total or their weight, and how many days it takes. So
//! "flat" has one step, and "free from $150" a second one.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::list_setting;
use crate::values::{
    InvalidValue,
    language::{Localized, localized},
    money::Cents,
    postal_code::{PostalCode, provinces_of_area},
    province::Province,
    weight::MAX_GRAMS,
};

/// How many methods a shop has at most.
pub const MAX_METHODS: usize = 20;
const MAX_STEPS: usize = 20;
const MAX_AREAS: usize = 200;
const MAX_NAME: usize = 60;
const MAX_TEXT: usize = 200;
const MAX_DAYS: u32 = 120;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeliveryMethod {
    /// Lower-case letters, digits and hyphens. The same one as long as the method exists.
    #[schema(min_length = 1, max_length = 40, pattern = "^[a-z0-9-]+$")]
    pub id: String,
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// Empty: French pages show `name`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 60, required = false)]
    pub french_name: String,
    /// What else the customer should know, such as opening hours.
    #[schema(max_length = 200)]
    pub text: String,
    /// Empty: French pages show `text`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 200, required = false)]
    pub french_text: String,
    /// The customer fetches the goods, so the sale is taxed where the shop is.
    pub is_pick_up: bool,
    /// Empty: to all of Canada.
    pub provinces: Vec<Province>,
    /// First three characters of postal codes. Empty: all of them.
    #[schema(max_items = 200)]
    pub areas: Vec<String>,
    pub prices: DeliveryPrices,
    /// How many days the delivery takes at least, from the day of the purchase.
    #[schema(maximum = 120)]
    pub days_from: u32,
    #[schema(maximum = 120)]
    pub days_to: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "by", content = "steps", deny_unknown_fields)]
pub enum DeliveryPrices {
    /// By the goods' total before tax. The first step begins at 0.
    Goods(Vec<GoodsStep>),
    /// The method takes no more than the last step.
    Weight(Vec<WeightStep>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GoodsStep {
    /// The smallest total with this price.
    #[schema(value_type = f64, minimum = 0)]
    pub from: Cents,
    #[schema(value_type = f64, minimum = 0)]
    pub price: Cents,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WeightStep {
    /// Grams, inclusive.
    #[schema(minimum = 1, maximum = 1_000_000)]
    pub up_to: i64,
    #[schema(value_type = f64, minimum = 0)]
    pub price: Cents,
}

/// Where the goods go, as far as it is known. Wallets tell no more than the area before the customer agrees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    pub province: Province,
    /// The first three characters of the postal code.
    pub area: Option<String>,
}

impl Destination {
    pub fn new(province: Province, code: Option<&PostalCode>) -> Self {
        Self { province, area: code.map(|code| code.area().to_owned()) }
    }
}

/// The French text, or the English one if the owner has not translated it.
fn translated(english: &str, french: &str) -> Localized {
    let french = if french.is_empty() { english } else { french };
    Localized::each(|language| language.choose(english, french).to_owned())
}

impl DeliveryMethod {
    pub fn localized_name(&self) -> Localized {
        translated(&self.name, &self.french_name)
    }

    pub fn localized_text(&self) -> Localized {
        translated(&self.text, &self.french_text)
    }

    /// Whether it goes there. Without a postal code a method with areas does not.
    pub fn reaches(&self, to: &Destination) -> bool {
        let in_province = self.provinces.is_empty() || self.provinces.contains(&to.province);
        let in_area = self.areas.is_empty() || to.area.as_ref().is_some_and(|area| self.areas.contains(area));
        self.is_pick_up || (in_province && in_area)
    }

    /// Returns the total of goods from which the delivery is free at every higher total too. Returns `None` if a high
    /// total costs something.
    pub fn free_from(&self) -> Option<Cents> {
        match &self.prices {
            DeliveryPrices::Goods(steps) => {
                let free = steps.iter().rev().take_while(|step| step.price == Cents::ZERO);
                free.last().map(|step| step.from)
            }
            DeliveryPrices::Weight(_) => None,
        }
    }

    /// Returns `None` if the goods are too heavy, or the weight of one of them is not known (`weight` is `None`).
    pub fn price(&self, goods: i64, weight: Option<i64>) -> Option<Cents> {
        match &self.prices {
            DeliveryPrices::Goods(steps) => {
                steps.iter().rev().find(|step| step.from.as_i64() <= goods).map(|step| step.price)
            }
            DeliveryPrices::Weight(steps) => {
                let weight = weight?;
                steps.iter().find(|step| weight <= step.up_to).map(|step| step.price)
            }
        }
    }
}

/// The methods that a client sends, as they are stored.
pub fn check_methods(value: &Value) -> Result<String, InvalidValue> {
    let mut methods: Vec<DeliveryMethod> =
        list_setting::read(value, &localized!("delivery methods", "modes de livraison"), MAX_METHODS)
            .map_err(|error| match error.code {
                "not_a_list" => InvalidValue { code: "not_delivery_methods", ..error },
                _ => error,
            })?;
    for place in 0..methods.len() {
        let (before, rest) = methods.split_at_mut(place);
        let Some(method) = rest.first_mut() else { continue };
        if before.iter().any(|other| other.id == method.id) {
            return Err(invalid(
                "id",
                localized!(
                    "Another method has the same id.",
                    "Un autre mode de livraison a le même identifiant."
                ),
            )
            .in_row(place));
        }
        method.check().map_err(|error| error.in_row(place))?;
    }
    list_setting::stored(&methods)
}

fn invalid(member: &str, why: Localized) -> InvalidValue {
    InvalidValue::new("invalid_delivery_method", why).at(member)
}

impl DeliveryMethod {
    /// Corrects what is only written differently, and says what is wrong.
    fn check(&mut self) -> Result<(), InvalidValue> {
        for text in [&mut self.name, &mut self.text, &mut self.french_name, &mut self.french_text] {
            *text = text.trim().to_owned();
        }
        let is_id = |id: &str| {
            (1..=40).contains(&id.len())
                && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        if !is_id(&self.id) {
            return Err(invalid(
                "id",
                localized!(
                    "Its id has up to 40 lower-case letters, digits and hyphens.",
                    "Son identifiant compte au plus 40\u{a0}lettres minuscules, chiffres et traits d’union."
                ),
            ));
        }
        let is_too_long =
            |text: &str, most| text.chars().count() > most || text.chars().any(char::is_control);
        for (member, name) in [("name", &self.name), ("frenchName", &self.french_name)] {
            if is_too_long(name, MAX_NAME) {
                let why = localized!(
                    "Its name is one line of at most {MAX_NAME} characters.",
                    "Son nom est une ligne d’au plus {MAX_NAME}\u{a0}caractères."
                );
                return Err(invalid(member, why));
            }
        }
        for (member, text) in [("text", &self.text), ("frenchText", &self.french_text)] {
            if is_too_long(text, MAX_TEXT) {
                let why = localized!(
                    "Its text is one line of at most {MAX_TEXT} characters.",
                    "Son texte est une ligne d’au plus {MAX_TEXT}\u{a0}caractères."
                );
                return Err(invalid(member, why));
            }
        }
        if self.name.is_empty() {
            return Err(invalid(
                "name",
                localized!(
                    "Please enter a name that the customer reads.",
                    "Veuillez entrer un nom que le client lira."
                ),
            ));
        }
        if self.days_from > self.days_to || self.days_to > MAX_DAYS {
            let why = localized!(
                "Please enter from how many to how many days it takes, at most {MAX_DAYS}.",
                "Veuillez entrer combien de jours il faut au moins et au plus, jusqu’à {MAX_DAYS}."
            );
            return Err(invalid("daysFrom", why));
        }
        self.provinces.sort_unstable_by_key(|province| province.as_str());
        self.provinces.dedup();
        for area in &mut self.areas {
            *area = area.trim().to_uppercase();
            if provinces_of_area(area).is_empty() || !is_area(area) {
                let why = localized!(
                    "{area} is not the beginning of a postal code. It looks like J8X.",
                    "{area} n’est pas le début d’un code postal. Il ressemble à J8X."
                );
                return Err(invalid("areas", why));
            }
        }
        self.areas.sort_unstable();
        self.areas.dedup();
        if self.areas.len() > MAX_AREAS {
            let why = localized!(
                "Please enter at most {MAX_AREAS} beginnings of postal codes.",
                "Veuillez entrer au plus {MAX_AREAS}\u{a0}débuts de codes postaux."
            );
            return Err(invalid("areas", why));
        }
        self.prices.check()
    }
}

/// Whether a postal code can begin like this.
fn is_area(text: &str) -> bool {
    PostalCode::parse(&format!("{text}1A1")).is_some_and(|code| code.area() == text)
}

impl DeliveryPrices {
    fn check(&self) -> Result<(), InvalidValue> {
        match self {
            Self::Goods(steps) => {
                check_count(steps)?;
                if steps.first().is_some_and(|step| step.from != Cents::ZERO) {
                    return Err(invalid(
                        "prices.steps[0].from",
                        localized!(
                            "Its first price begins at a total of 0.",
                            "Son premier prix commence à un total de 0."
                        ),
                    ));
                }
                match first_unsorted(steps, |step| step.from.as_i64()) {
                    Some(place) => Err(invalid(
                        &format!("prices.steps[{place}].from"),
                        localized!(
                            "Each price begins at a higher total than the one before.",
                            "Chaque prix commence à un total plus élevé que le précédent."
                        ),
                    )),
                    None => Ok(()),
                }
            }
            Self::Weight(steps) => {
                check_count(steps)?;
                let limit = |place| format!("prices.steps[{place}].upTo");
                if let Some(place) = steps.iter().position(|step| !(1..=MAX_GRAMS).contains(&step.up_to)) {
                    return Err(invalid(
                        &limit(place),
                        localized!(
                            "Each weight is between 1 gram and 1,000 kg.",
                            "Chaque poids se situe entre 1\u{a0}gramme et 1\u{a0}000\u{a0}kg."
                        ),
                    ));
                }
                match first_unsorted(steps, |step| step.up_to) {
                    Some(place) => Err(invalid(
                        &limit(place),
                        localized!(
                            "Each price goes up to a higher weight than the one before.",
                            "Chaque prix va jusqu’à un poids plus élevé que le précédent."
                        ),
                    )),
                    None => Ok(()),
                }
            }
        }
    }
}

fn check_count<T>(steps: &[T]) -> Result<(), InvalidValue> {
    if (1..=MAX_STEPS).contains(&steps.len()) {
        return Ok(());
    }
    Err(invalid(
        "prices",
        localized!("Please enter 1 to {MAX_STEPS} prices.", "Veuillez entrer de 1 à {MAX_STEPS}\u{a0}prix."),
    ))
}

/// The first step that is not above the one before.
fn first_unsorted<T>(steps: &[T], number: impl Fn(&T) -> i64) -> Option<usize> {
    let pairs = steps.iter().zip(steps.iter().skip(1));
    let place = pairs.into_iter().position(|(one, next)| number(one) >= number(next));
    place.map(|place| place + 1)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::values::language::Language;

    fn check(methods: &[&DeliveryMethod]) -> Result<String, InvalidValue> {
        check_methods(&serde_json::to_value(methods).unwrap())
    }

    #[test]
    fn a_method_that_makes_no_sense_is_refused_by_its_row_and_member() {
        let good = flat("post", &[(0, 1_500), (15_000, 0)]);
        assert_eq!(check(&[&good]), Ok(serde_json::to_string(&[&good]).unwrap()));
        assert_eq!(check(&[]), Ok(String::new()));
        let near = DeliveryMethod { areas: vec![" j8x ".into(), "J8X".into()], ..good.clone() };
        assert!(check(&[&near]).unwrap().contains(r#""areas":["J8X"]"#));
        let weights = |up_to: &[i64]| {
            let step = |&up_to| WeightStep { up_to, price: cents(1) };
            let prices = DeliveryPrices::Weight(up_to.iter().map(step).collect());
            DeliveryMethod { id: "van".into(), prices, ..good.clone() }
        };
        let van = DeliveryMethod { id: "van".into(), ..good.clone() };
        for (method, member, why) in [
            (DeliveryMethod { id: "Post".into(), ..van.clone() }, "id", "id"),
            (DeliveryMethod { name: " ".into(), ..van.clone() }, "name", "Please enter a name"),
            (DeliveryMethod { name: "x\ny".into(), ..van.clone() }, "name", "one line"),
            (DeliveryMethod { text: "x".repeat(201), ..van.clone() }, "text", "one line"),
            (DeliveryMethod { french_name: "x".repeat(61), ..van.clone() }, "frenchName", "one line"),
            (DeliveryMethod { french_text: "x\ny".into(), ..van.clone() }, "frenchText", "one line"),
            (DeliveryMethod { days_from: 8, ..van.clone() }, "daysFrom", "how many days"),
            (DeliveryMethod { areas: vec!["J8".into()], ..van.clone() }, "areas", "J8 is not"),
            (DeliveryMethod { areas: vec!["D1A".into()], ..van.clone() }, "areas", "D1A is not"),
            (flat("van", &[]), "prices", "1 to 20 prices"),
            (flat("van", &[(1, 5)]), "prices.steps[0].from", "Its first price begins"),
            (flat("van", &[(0, 5), (1, 6), (1, 7)]), "prices.steps[2].from", "higher total"),
            (weights(&[1, 2_000_000]), "prices.steps[1].upTo", "1,000 kg"),
            (weights(&[5, 5]), "prices.steps[1].upTo", "higher weight"),
            (good.clone(), "id", "same id"),
        ] {
            let refusal = check(&[&good, &method]).unwrap_err();
            assert!(refusal.detail.english().contains(why), "{refusal:?}");
            assert_eq!((refusal.row, refusal.member.as_deref()), (Some(1), Some(member)), "{why}");
        }
    }

    #[test]
    fn a_method_without_french_has_its_english_name_and_none_in_the_stored_text() {
        let post = flat("post", &[(0, 5)]);
        assert!(!check(&[&post]).unwrap().contains("french"));
        assert_eq!(post.localized_name().in_language(Language::French), "post");
        let in_both =
            DeliveryMethod { french_name: " Colis ".into(), french_text: "Avec suivi.".into(), ..post };
        let stored: Vec<DeliveryMethod> = serde_json::from_str(&check(&[&in_both]).unwrap()).unwrap();
        let names = Language::ALL.map(|language| stored[0].localized_name().in_language(language).to_owned());
        assert_eq!(names, ["post", "Colis"]);
        assert_eq!(stored[0].localized_text().in_language(Language::French), "Avec suivi.");
    }

    #[test]
    fn a_method_that_cannot_be_read_is_refused_by_its_row_and_member() {
        let good = serde_json::to_value(flat("post", &[(0, 5)])).unwrap();
        let mut bad = good.clone();
        bad["prices"]["steps"][0]["price"] = (-1).into();
        let refused = |value: Value| {
            let InvalidValue { code, row, member, .. } = check_methods(&value).unwrap_err();
            assert_eq!(code, "not_delivery_methods", "{value}");
            (row, member)
        };
        let at = Some("prices.steps[0].price".to_owned());
        assert_eq!(refused(Value::from(vec![good.clone(), bad])), (Some(1), at));
        assert_eq!(refused(Value::from(vec![good, serde_json::json!({})])), (Some(1), None));
        for value in [Value::from("no"), Value::from(1), Value::from("{}")] {
            assert_eq!(refused(value), (None, None));
        }
        let many = vec![serde_json::json!({}); MAX_METHODS + 1];
        assert_eq!(check_methods(&Value::from(many)).unwrap_err().code, "too_many");
    }

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    pub fn flat(id: &str, steps: &[(i64, i64)]) -> DeliveryMethod {
        let step = |&(from, price)| GoodsStep { from: cents(from), price: cents(price) };
        DeliveryMethod {
            id: id.to_owned(),
            name: id.to_owned(),
            french_name: String::new(),
            text: String::new(),
            french_text: String::new(),
            is_pick_up: false,
            provinces: vec![],
            areas: vec![],
            prices: DeliveryPrices::Goods(steps.iter().map(step).collect()),
            days_from: 3,
            days_to: 7,
        }
    }

    #[test]
    fn the_price_follows_the_total_or_the_weight() {
        let by_total = flat("post", &[(0, 1_500), (15_000, 0)]);
        let price = |goods| by_total.price(goods, None).unwrap().as_i64();
        assert_eq!((price(1), price(14_999), price(15_000)), (1_500, 1_500, 0));
        let steps =
            [(1_000, 900), (5_000, 1_900)].map(|(up_to, price)| WeightStep { up_to, price: cents(price) });
        let by_weight = DeliveryMethod { prices: DeliveryPrices::Weight(steps.to_vec()), ..by_total };
        let price = |weight| by_weight.price(1, weight).map(Cents::as_i64);
        assert_eq!((price(Some(1_000)), price(Some(1_001))), (Some(900), Some(1_900)));
        assert_eq!((price(Some(5_001)), price(None)), (None, None));
    }

    #[test]
    fn a_method_goes_to_its_provinces_and_areas_and_pick_up_to_all() {
        let to = |province, code: &str| Destination::new(province, PostalCode::parse(code).as_ref());
        let mut method = flat("town", &[(0, 500)]);
        assert!(method.reaches(&to(Province::Nunavut, "")));
        method.provinces = vec![Province::Quebec];
        assert!(method.reaches(&to(Province::Quebec, "")) && !method.reaches(&to(Province::Ontario, "")));
        method.areas = vec!["J8X".into()];
        assert!(method.reaches(&to(Province::Quebec, "J8X 1A1")));
        assert!(
            !method.reaches(&to(Province::Quebec, "J8Y 1A1")) && !method.reaches(&to(Province::Quebec, ""))
        );
        method.is_pick_up = true;
        assert!(method.reaches(&to(Province::Ontario, "")));
    }
}
