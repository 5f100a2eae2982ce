//! What the simulated shop charges beyond its prices, and taxes calculated without the shop's code.

use serde_json::{Value, json};

use crate::{guests::GUEST_LIMIT, rng::Rng};

/// Where the shop is: a pick-up is taxed there.
pub const HOME: &str = "NS";
/// Province and postal code of the customers' addresses.
pub const PLACES: [(&str, &str); 8] = [
    ("QC", "H2X 1Y4"),
    ("ON", "K1N 1A1"),
    ("NS", "B3J 1A1"),
    ("BC", "V5K 0A1"),
    ("AB", "T2P 1A1"),
    ("SK", "S4P 3Y2"),
    ("MB", "R3C 0A1"),
    ("NU", "X0A 0H0"),
];
const FEDERAL: (&str, &str) = ("GST/HST", "12345 6782 RT0001");
const OTHERS: [(&str, &str); 4] = [
    ("QST", "1234567890 TQ0001"),
    ("BC PST", "PST-1234-5678"),
    ("MB RST", "123456-7"),
    ("SK PST", "1234567"),
];
const DAYS: [&str; 4] = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-01-09"];
/// Halifax has UTC-4 in winter, and UTC-3 from the second Sunday of March, which no scenario reaches unless it lasts
/// long.
const WINTER_OFFSET: i64 = 4 * 3_600_000_000;
const DAY_MICROS: i64 = 86_400_000_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registration {
    authority: String,
    number: String,
    from: String,
    until: Option<String>,
}

/// One revision of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Charges {
    pub revision: i64,
    registrations: Vec<Registration>,
    /// Each with its steps: from this total of goods, this price. Cents.
    methods: Vec<(String, Vec<(i64, i64)>)>,
    /// Provinces that do not tax deliveries.
    untaxed: Vec<String>,
    /// Customers who fetch the goods may pay at the counter.
    pub takes_cash: bool,
    pub sells_to_guests: bool,
}

/// A tax that a purchase must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedTax {
    pub tax: &'static str,
    pub millionths: i64,
    pub base: i64,
    pub amount: i64,
    pub number: String,
}

/// The tax and its millionths.
type FederalRate = (&'static str, i64);
/// The same, and the place of its registration.
type ProvincialRate = (&'static str, i64, usize);

/// The federal tax and the tax of the province, in millionths. Typed from the sources of docs/decisions/0028.
const fn rates(province: &str) -> (FederalRate, Option<ProvincialRate>) {
    match province.as_bytes() {
        b"ON" => (("HST", 130_000), None),
        b"NS" => (("HST", 140_000), None),
        b"NB" | b"NL" | b"PE" => (("HST", 150_000), None),
        b"QC" => (("GST", 50_000), Some(("QST", 99_750, 0))),
        b"BC" => (("GST", 50_000), Some(("PST", 70_000, 1))),
        b"MB" => (("GST", 50_000), Some(("RST", 70_000, 2))),
        b"SK" => (("GST", 50_000), Some(("PST", 60_000, 3))),
        _ => (("GST", 50_000), None),
    }
}

/// The day of this moment where the shop is. Returns `None` if daylight saving has begun, so that the test does not
/// know.
fn day_of(micros: i64) -> Option<String> {
    let days = (micros - WINTER_OFFSET).div_euclid(DAY_MICROS);
    // 2025-12-31 is day 20453 since 1970. The clocks change on 2026-03-08.
    let since = days - 20_453;
    let lengths = [("2025-12", 31, 1), ("2026-01", 1, 31), ("2026-02", 1, 28), ("2026-03", 1, 7)];
    let mut left = since;
    for (month, first, length) in lengths {
        if left < length {
            return Some(format!("{month}-{:02}", first + left));
        }
        left -= length;
    }
    None
}

impl Charges {
    /// Reads the settings as the shop stored them.
    pub fn parse(revision: i64, settings: &str) -> Self {
        let settings: Value = serde_json::from_str(settings).expect("settings are JSON");
        let rows = |name: &str| -> Vec<Value> {
            let text = settings[name].as_str().unwrap_or_default();
            if text.is_empty() { vec![] } else { serde_json::from_str(text).expect("a list") }
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let registrations = rows("taxRegistrations").into_iter().map(|row| Registration {
            authority: text(&row["authority"]),
            number: text(&row["number"]),
            from: text(&row["from"]),
            until: row["until"].as_str().map(str::to_owned),
        });
        let methods = rows("deliveryMethods").into_iter().map(|row| {
            let steps = row["prices"]["steps"].as_array().expect("steps").iter();
            (text(&row["id"]), steps.map(|step| (cents(&step["from"]), cents(&step["price"]))).collect())
        });
        Self {
            revision,
            registrations: registrations.collect(),
            methods: methods.collect(),
            untaxed: text(&settings["untaxedDelivery"]).split_whitespace().map(str::to_owned).collect(),
            takes_cash: settings["payAtPickUp"] == "on",
            sells_to_guests: settings["guestCheckout"] == "on",
        }
    }

    /// The first charges of a shop: with taxes, with delivery, with both, or without.
    pub fn first(rng: &mut Rng, has_charges: bool) -> Self {
        let mut charges =
            Self { takes_cash: rng.percent_chance(70), sells_to_guests: true, ..Self::default() };
        if !has_charges {
            return charges;
        }
        let kind = rng.below(3);
        if kind != 1 {
            charges.change_taxes(rng);
        }
        if kind != 0 {
            charges.change_delivery(rng);
        }
        charges
    }

    /// What the owner changes next.
    pub fn next(&self, rng: &mut Rng) -> Self {
        let mut next = self.clone();
        next.takes_cash = rng.percent_chance(70);
        next.sells_to_guests = rng.percent_chance(80);
        if rng.percent_chance(50) {
            next.change_taxes(rng);
        } else {
            next.change_delivery(rng);
        }
        next
    }

    fn change_taxes(&mut self, rng: &mut Rng) {
        self.registrations.clear();
        for (authority, number) in std::iter::once(FEDERAL).chain(OTHERS) {
            if rng.percent_chance(80) {
                let until = rng.percent_chance(20).then(|| DAYS[1 + rng.below(3)].to_owned());
                let from =
                    if until.is_none() && rng.percent_chance(20) { DAYS[rng.below(4)] } else { DAYS[0] };
                let (authority, number) = (authority.to_owned(), number.to_owned());
                self.registrations.push(Registration { authority, number, from: from.to_owned(), until });
            }
        }
        self.untaxed =
            ["BC", "MB", "SK"].into_iter().filter(|_| rng.percent_chance(30)).map(str::to_owned).collect();
    }

    fn change_delivery(&mut self, rng: &mut Rng) {
        let price = [1_500, 1_250, 999][rng.below(3)];
        let mut steps = vec![(0, price)];
        if rng.percent_chance(60) {
            steps.push(([2_000, 4_000][rng.below(2)], 0));
        }
        self.methods = vec![("post".to_owned(), steps)];
        if rng.percent_chance(75) {
            self.methods.push(("pick-up".to_owned(), vec![(0, 0)]));
        }
        if rng.percent_chance(10) {
            self.methods.clear();
        }
    }

    /// The body of PUT /shop-settings.
    pub fn body(&self) -> Value {
        let methods = self.methods.iter().map(|(id, steps)| {
            let steps = steps.iter().map(|(from, price)| json!({ "from": dollars(*from), "price": dollars(*price) }));
            json!({ "id": id, "name": id, "text": "", "isPickUp": id == "pick-up", "provinces": [], "areas": [],
                "prices": { "by": "goods", "steps": steps.collect::<Vec<_>>() }, "daysFrom": 2, "daysTo": 8 })
        });
        let registrations = self.registrations.iter().map(|row| {
            json!({ "authority": row.authority, "number": row.number, "from": row.from, "until": row.until })
        });
        let switch = |is_on: bool| if is_on { "on" } else { "off" };
        json!({
            "payAtPickUp": switch(self.takes_cash), "guestCheckout": switch(self.sells_to_guests),
            "guestLimit": GUEST_LIMIT.to_string(),
            "homeProvince": HOME, "timeZone": "America/Halifax", "untaxedDelivery": self.untaxed.join(" "),
            "deliveryMethods": methods.collect::<Vec<_>>(),
            "taxRegistrations": registrations.collect::<Vec<_>>(),
        })
    }

    /// The price of this delivery. Returns `None` if it is not offered.
    pub fn delivery_price(&self, method: &str, goods: i64) -> Option<i64> {
        let (_, steps) = self.methods.iter().find(|(id, _)| id == method)?;
        steps.iter().filter(|(from, _)| *from <= goods).map(|(_, price)| *price).next_back()
    }

    /// The charges with only the registrations that have one of these numbers.
    pub fn with_numbers(&self, numbers: [Option<&String>; 2]) -> Self {
        let mut charges = self.clone();
        charges.registrations.retain(|row| numbers.contains(&Some(&row.number)));
        charges
    }

    pub fn has_delivery(&self) -> bool {
        !self.methods.is_empty()
    }

    /// The two taxes of a sale. Returns `None` if the test does not know the day.
    pub fn taxes(
        &self,
        province: &str,
        at: i64,
        (goods, delivery): (i64, i64),
    ) -> Option<[Option<ExpectedTax>; 2]> {
        let day = day_of(at)?;
        let number = |authority: &str| {
            let rows = self.registrations.iter().filter(|row| row.authority == authority);
            let mut valid =
                rows.filter(|row| row.from <= day && row.until.as_ref().is_none_or(|until| day <= *until));
            valid.next().map(|row| row.number.clone())
        };
        let tax = |tax, millionths, base: i64, number| {
            // Half a cent counts as one.
            let doubled = 2 * i128::from(base) * i128::from(millionths) + 1_000_000;
            let amount = i64::try_from(doubled.div_euclid(2_000_000)).expect("a small amount");
            ExpectedTax { tax, millionths, base, amount, number }
        };
        let (federal, provincial) = rates(province);
        let federal = number(FEDERAL.0).map(|number| tax(federal.0, federal.1, goods + delivery, number));
        let provincial = provincial.and_then(|(name, millionths, place)| {
            let is_untaxed = self.untaxed.iter().any(|untaxed| untaxed == province);
            let base = goods + if is_untaxed { 0 } else { delivery };
            number(OTHERS[place].0).map(|number| tax(name, millionths, base, number))
        });
        Some([federal, provincial])
    }
}

pub fn dollars(cents: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "as a browser computes it")]
    let cents = cents as f64;
    cents / 100.0
}

/// Dollars of a JSON document.
pub fn cents(dollars: &Value) -> i64 {
    format!("{:.0}", dollars.as_f64().unwrap_or_default() * 100.0).parse().expect("an amount")
}
