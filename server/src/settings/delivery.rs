//! The ways in which goods reach a customer: parcels, a delivery in town, and pick-up at the shop.
//!
//! A method is a row: where it goes, what it costs by the goods' total or their weight, and how many days it takes. So
//! "flat" has one step, and "free from $150" a second one.

use serde::{Deserialize, Serialize};

use crate::values::{
    InvalidValue,
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DeliveryMethod {
    /// Lower-case letters, digits and hyphens. The same one as long as the method exists.
    pub id: String,
    pub name: String,
    /// What else the customer should know, such as opening hours.
    pub text: String,
    /// The customer fetches the goods, so the sale is taxed where the shop is.
    pub is_pick_up: bool,
    /// Empty: to all of Canada.
    pub provinces: Vec<Province>,
    /// First three characters of postal codes. Empty: all of them.
    pub areas: Vec<String>,
    pub prices: DeliveryPrices,
    /// From the day of the purchase.
    pub days_from: u32,
    pub days_to: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", tag = "by", content = "steps", deny_unknown_fields)]
pub enum DeliveryPrices {
    /// By the goods' total before tax. The first step begins at 0.
    Goods(Vec<GoodsStep>),
    /// The method takes no more than the last step.
    Weight(Vec<WeightStep>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoodsStep {
    /// The smallest total with this price.
    pub from: Cents,
    pub price: Cents,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WeightStep {
    /// Grams, inclusive.
    pub up_to: i64,
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

impl DeliveryMethod {
    /// Whether it goes there. Without a postal code a method with areas does not.
    pub fn reaches(&self, to: &Destination) -> bool {
        let in_province = self.provinces.is_empty() || self.provinces.contains(&to.province);
        let in_area = self.areas.is_empty() || to.area.as_ref().is_some_and(|area| self.areas.contains(area));
        self.is_pick_up || (in_province && in_area)
    }

    /// `None`: the goods are too heavy, or the weight of one of them is not known (`weight` is `None`).
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

/// The methods of a setting: a JSON array, or nothing. Returns them as they are stored.
pub fn check_methods(text: &str) -> Result<String, InvalidValue> {
    let mut methods: Vec<DeliveryMethod> = serde_json::from_str(text).map_err(|error| {
        InvalidValue::new("not_delivery_methods", format!("The delivery methods could not be read: {error}."))
    })?;
    if methods.len() > MAX_METHODS {
        return Err(InvalidValue::new(
            "too_many",
            format!("Please use at most {MAX_METHODS} delivery methods."),
        ));
    }
    for place in 0..methods.len() {
        let (before, rest) = methods.split_at_mut(place);
        let Some(method) = rest.first_mut() else { continue };
        let name = method.name.trim().to_owned();
        let invalid = |why: &str| Err(InvalidValue::new("invalid_delivery_method", why).in_row(place, &name));
        if before.iter().any(|other| other.id == method.id) {
            return invalid("another method has the same id.");
        }
        if let Err(why) = method.check() {
            return invalid(&why);
        }
    }
    let stored = if methods.is_empty() { Ok(String::new()) } else { serde_json::to_string(&methods) };
    stored.map_err(|_| InvalidValue::new("not_delivery_methods", "The delivery methods could not be stored."))
}

impl DeliveryMethod {
    /// Corrects what is only written differently, and says what is wrong.
    fn check(&mut self) -> Result<(), String> {
        self.name = self.name.trim().to_owned();
        self.text = self.text.trim().to_owned();
        let is_id = |id: &str| {
            (1..=40).contains(&id.len())
                && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        if !is_id(&self.id) {
            return Err("its id has up to 40 lower-case letters, digits and hyphens.".into());
        }
        for (what, text, most) in [("name", &self.name, MAX_NAME), ("text", &self.text, MAX_TEXT)] {
            if text.chars().count() > most || text.chars().any(char::is_control) {
                return Err(format!("its {what} is one line of at most {most} characters."));
            }
        }
        if self.name.is_empty() {
            return Err("please enter a name that the customer reads.".into());
        }
        if self.days_from > self.days_to || self.days_to > MAX_DAYS {
            return Err(format!("please enter from how many to how many days it takes, at most {MAX_DAYS}."));
        }
        self.provinces.sort_unstable_by_key(|province| province.as_str());
        self.provinces.dedup();
        for area in &mut self.areas {
            *area = area.trim().to_uppercase();
            if provinces_of_area(area).is_empty() || !is_area(area) {
                return Err(format!("{area} is not the beginning of a postal code. It looks like J8X."));
            }
        }
        self.areas.sort_unstable();
        self.areas.dedup();
        if self.areas.len() > MAX_AREAS {
            return Err(format!("please enter at most {MAX_AREAS} beginnings of postal codes."));
        }
        self.prices.check()
    }
}

/// Whether a postal code can begin like this.
fn is_area(text: &str) -> bool {
    PostalCode::parse(&format!("{text}1A1")).is_some_and(|code| code.area() == text)
}

impl DeliveryPrices {
    fn check(&self) -> Result<(), String> {
        let count = match self {
            Self::Goods(steps) => steps.len(),
            Self::Weight(steps) => steps.len(),
        };
        if !(1..=MAX_STEPS).contains(&count) {
            return Err(format!("please enter 1 to {MAX_STEPS} prices."));
        }
        match self {
            Self::Goods(steps) if steps.first().is_some_and(|step| step.from != Cents::ZERO) => {
                Err("its first price begins at a total of 0.".into())
            }
            Self::Goods(steps) if !steps.is_sorted_by(|a, b| a.from < b.from) => {
                Err("each price begins at a higher total than the one before.".into())
            }
            Self::Weight(steps) if steps.iter().any(|step| !(1..=MAX_GRAMS).contains(&step.up_to)) => {
                Err("each weight is between 1 gram and 1,000 kg.".into())
            }
            Self::Weight(steps) if !steps.is_sorted_by(|a, b| a.up_to < b.up_to) => {
                Err("each price goes up to a higher weight than the one before.".into())
            }
            Self::Goods(_) | Self::Weight(_) => Ok(()),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    fn refused(method: &DeliveryMethod) -> String {
        let text = serde_json::to_string(&[method]).unwrap();
        check_methods(&text).unwrap_err().detail
    }

    #[test]
    fn a_method_that_makes_no_sense_is_refused_by_its_name() {
        let good = flat("post", &[(0, 1_500), (15_000, 0)]);
        let text = serde_json::to_string(&[&good]).unwrap();
        assert_eq!(check_methods(&text), Ok(text));
        assert_eq!(check_methods("[]"), Ok(String::new()));
        let near = DeliveryMethod { areas: vec![" j8x ".into(), "J8X".into()], ..good.clone() };
        assert!(
            check_methods(&serde_json::to_string(&[near]).unwrap()).unwrap().contains(r#""areas":["J8X"]"#)
        );
        for (method, why) in [
            (DeliveryMethod { id: "Post".into(), ..good.clone() }, "id"),
            (DeliveryMethod { name: " ".into(), ..good.clone() }, "Row 1: please enter a name"),
            (DeliveryMethod { name: "x\ny".into(), ..good.clone() }, "one line"),
            (DeliveryMethod { days_from: 8, ..good.clone() }, "how many days"),
            (DeliveryMethod { areas: vec!["J8".into()], ..good.clone() }, "J8 is not"),
            (DeliveryMethod { areas: vec!["D1A".into()], ..good.clone() }, "D1A is not"),
            (flat("post", &[]), "1 to 20 prices"),
            (flat("post", &[(1, 5)]), "Row 1, post: its first price begins"),
            (flat("post", &[(0, 5), (0, 6)]), "higher total"),
        ] {
            let refusal = refused(&method);
            assert!(refusal.contains(why), "{refusal}");
        }
        let twice = serde_json::to_string(&[&good, &good]).unwrap();
        assert!(check_methods(&twice).unwrap_err().detail.contains("same id"));
        assert_eq!(check_methods("[{}]").unwrap_err().code, "not_delivery_methods");
    }

    fn cents(cents: i64) -> Cents {
        Cents::new(cents).unwrap()
    }

    pub fn flat(id: &str, steps: &[(i64, i64)]) -> DeliveryMethod {
        let step = |&(from, price)| GoodsStep { from: cents(from), price: cents(price) };
        DeliveryMethod {
            id: id.to_owned(),
            name: id.to_owned(),
            text: String::new(),
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
