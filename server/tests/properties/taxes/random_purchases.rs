//! A random purchase with its refunds, and what the shop makes of it, as a line for `scripts/tax-oracle.py`.

use std::cell::Cell;

use jiff::{civil::Date, tz::TimeZone};
use serde_json::{Value, json};
use trowel::{
    sales::quote::{Quote, QuoteLine, QuoteTerms, QuotedLine, quote},
    settings::{
        charges::Charges,
        delivery::{DeliveryMethod, DeliveryPrices, Destination, GoodsStep, WeightStep},
        tax_registrations::{TaxAuthority, TaxRegistration},
    },
    values::{
        day::{day_at, parse_start_of_day},
        discount::{Discount, DiscountKind},
        ids::Id,
        money::Cents,
        province::Province,
        taxes::{
            Tax, rates,
            rates::DatedRate,
            returns::{Charged, Portion, Returned},
        },
        time::Timestamp,
    },
};

const AREAS: [&str; 4] = ["H2X", "B3J", "K1A", "R8A"];
/// Where a rate changed, or a change was announced and withdrawn.
const DAYS_OF_CHANGE: [&str; 7] =
    ["2013-07-01", "2016-07-01", "2016-10-01", "2017-03-23", "2019-07-01", "2020-07-01", "2025-04-01"];
/// The days end on 2026-12-09, so that a rate of a later day needs no row in the second program.
const DAYS: i64 = 5_000;
/// The largest net amount of a line, so that a purchase of fifty lines is not out of range.
const MAX_NET: i64 = 3_000_000;

/// Splitmix64.
struct Rng(Cell<u64>);

impl Rng {
    fn below(&self, end: i64) -> i64 {
        let state = self.0.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.0.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        i64::try_from((mixed ^ (mixed >> 31)) % u64::try_from(end).unwrap()).unwrap()
    }

    fn percent(&self, cases: i64) -> bool {
        self.below(100) < cases
    }

    fn choose<T: Copy>(&self, from: &[T]) -> T {
        from[usize::try_from(self.below(i64::try_from(from.len()).unwrap())).unwrap()]
    }

    fn some<T: Clone>(&self, from: &[T], percent: i64) -> Vec<T> {
        from.iter().filter(|_| self.percent(percent)).cloned().collect()
    }
}

/// Where Nova Scotia's clocks are, without the machine's list of time zones.
pub fn halifax() -> TimeZone {
    TimeZone::posix("AST4ADT,M3.2.0,M11.1.0").unwrap()
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

/// A second since 2013-04-02, and often the last or the first one of a day.
fn moment(rng: &Rng, zone: &TimeZone) -> i64 {
    let date = if rng.percent(40) {
        day(rng.choose(&DAYS_OF_CHANGE)).saturating_add(jiff::Span::new().days(rng.below(5) - 2))
    } else {
        day("2013-04-02").saturating_add(jiff::Span::new().days(rng.below(DAYS)))
    };
    let midnight = parse_start_of_day(&date.to_string(), zone).unwrap().micros() / 1_000_000;
    midnight + rng.choose(&[-1, 0, 1, 43_200, rng.below(86_400)])
}

fn registrations(rng: &Rng) -> Vec<TaxRegistration> {
    let mut list = Vec::new();
    for authority in rng.some(&TaxAuthority::ALL, 90) {
        let number = |part: u8| format!("{} {part}", authority.as_str());
        let end = day("2013-04-01").saturating_add(jiff::Span::new().days(rng.below(5_000)));
        let has_ended = rng.percent(20);
        if has_ended {
            let (from, until) = (day("2013-01-01"), Some(end));
            list.push(TaxRegistration { authority, number: number(1), from, until });
        }
        if !has_ended || rng.percent(50) {
            let from = if has_ended || rng.percent(20) {
                end.saturating_add(jiff::Span::new().days(1 + rng.below(40)))
            } else {
                day("2013-01-01")
            };
            list.push(TaxRegistration { authority, number: number(2), from, until: None });
        }
    }
    list
}

/// Rates of the owner: other ones, none, and HST instead of two taxes.
fn added_rates(rng: &Rng, province: Province) -> Vec<DatedRate> {
    let count = if rng.percent(10) { 1 + rng.below(3) } else { 0 };
    let near: Vec<&DatedRate> =
        rates::all().iter().filter(|rate| rate.province == province || rng.percent(10)).collect();
    let add = |_| {
        let known = rng.choose(&near).clone();
        let tax = if rng.percent(20) { Tax::Hst } else { known.tax };
        let from = if rng.percent(50) {
            day(rng.choose(&DAYS_OF_CHANGE))
        } else {
            day("2013-04-02").saturating_add(jiff::Span::new().days(rng.below(DAYS)))
        };
        DatedRate { tax, millionths: rng.choose(&[0, 300_000, rng.below(300_001)]), from, ..known }
    };
    (0..count).map(add).collect()
}

fn methods(rng: &Rng) -> Vec<DeliveryMethod> {
    let make = |place: i64| {
        let price = || Cents::new(rng.choose(&[0, 1_500, rng.below(10_000)])).unwrap();
        let steps: Vec<Cents> = (0..3).map(|_| price()).collect();
        let prices = if rng.percent(60) {
            let steps = steps.into_iter().zip([0, 15_000, 100_000]);
            DeliveryPrices::Goods(
                steps.map(|(price, from)| GoodsStep { from: Cents::new(from).unwrap(), price }).collect(),
            )
        } else {
            let steps = steps.into_iter().zip([1_000, 5_000, 500_000]);
            DeliveryPrices::Weight(steps.map(|(price, up_to)| WeightStep { up_to, price }).collect())
        };
        DeliveryMethod {
            id: format!("m{place}"),
            name: String::new(),
            french_name: String::new(),
            text: String::new(),
            french_text: String::new(),
            is_pick_up: rng.percent(25),
            provinces: if rng.percent(20) { rng.some(&Province::ALL, 60) } else { vec![] },
            areas: if rng.percent(10) { rng.some(&AREAS.map(str::to_owned), 50) } else { vec![] },
            prices,
            days_from: 1,
            days_to: 5,
        }
    };
    let count = if rng.percent(10) { 0 } else { 1 + rng.below(4) };
    (0..count).map(make).collect()
}

fn lines(rng: &Rng) -> Vec<QuoteLine> {
    let count = if rng.percent(2) { 50 } else { 1 + rng.below(6) };
    let has_weights = rng.percent(80);
    let line = |place| {
        let most = rng.choose(&[20, 500, 10_000, 60_000, MAX_NET]);
        let price = rng.below(most);
        let quantity = (1 + rng.below(rng.choose(&[1, 3, 24]))).min((MAX_NET / (price + 1)).max(1));
        let grams = (has_weights || rng.percent(80)).then(|| 1 + rng.below(4_000));
        let tool = Id::new(Timestamp::from_micros(place));
        QuoteLine { tool, price: Cents::new(price).unwrap(), quantity, grams }
    };
    (0..count).map(line).collect()
}

/// What is returned of each line, and at last of the delivery: pieces, amounts with the taxes, or all that is left. The
/// amount, and both taxes in it.
fn refunds(rng: &Rng, quote: &Quote) -> Vec<(usize, Portion, [i64; 3])> {
    let line = |line: &QuotedLine| Charged {
        net: line.goods - line.discount,
        federal: line.federal,
        provincial: line.provincial,
        quantity: line.quantity,
    };
    let delivery = quote.delivery.iter().map(|delivery| Charged {
        net: delivery.price,
        federal: delivery.federal,
        provincial: delivery.provincial,
        quantity: 1,
    });
    let mut refunds = Vec::new();
    for (place, charged) in quote.lines.iter().map(line).chain(delivery).enumerate() {
        let mut before = Returned::default();
        for _ in 0..rng.below(5) {
            let portion = match rng.below(4) {
                0 => Portion::Rest,
                1 => Portion::Amount(1 + rng.below(charged.rest(before).amount.max(1))),
                _ => Portion::Pieces(1 + rng.below(charged.quantity)),
            };
            if let Some(part) = charged.refund(before, portion) {
                before = before.plus(part);
                refunds.push((place, portion, [part.amount, part.federal, part.provincial]));
            }
        }
    }
    refunds
}

fn portion_json(portion: Portion) -> [Value; 2] {
    match portion {
        Portion::Rest => [json!("rest"), json!(0)],
        Portion::Pieces(count) => [json!("pieces"), json!(count)],
        Portion::Amount(cents) => [json!("amount"), json!(cents)],
    }
}

fn discount(rng: &Rng) -> Option<Discount> {
    let kind = rng.choose(&DiscountKind::ALL);
    let value = match kind {
        DiscountKind::Percent => rng.choose(&[10, 15, 99, 1 + rng.below(99)]),
        DiscountKind::Amount => 1 + rng.below(rng.choose(&[20, 2_000, 200_000])),
        DiscountKind::Delivery => 0,
    };
    let minimum = Cents::new(rng.choose(&[0, 0, 5_000, rng.below(50_000)])).unwrap();
    rng.percent(40).then(|| Discount { code: "SPRING".into(), kind, value, minimum })
}

pub fn line_of(seed: u64, zone: &TimeZone) -> Value {
    let rng = &Rng(Cell::new(seed));
    let at = moment(rng, zone);
    // Québec has the finest rate, and Nova Scotia the newest.
    let province = if rng.percent(30) {
        rng.choose(&[Province::Quebec, Province::NovaScotia])
    } else {
        rng.choose(&Province::ALL)
    };
    let charges = Charges {
        home: rng.percent(90).then(|| rng.choose(&Province::ALL)),
        registrations: registrations(rng),
        added_rates: added_rates(rng, province),
        methods: methods(rng),
        delivery_without_provincial_tax: rng.some(&Province::ALL, 15),
        is_closed_to_quebec: false,
    };
    let lines = lines(rng);
    let to = Destination { province, area: rng.percent(80).then(|| rng.choose(&AREAS).to_owned()) };
    let method = rng.percent(40).then(|| rng.choose(&["m0", "m1", "m2", "m9"]));
    let discount = discount(rng);
    let day = day_at(Timestamp::from_micros(at * 1_000_000), zone);
    let terms = QuoteTerms { day, charges: &charges, discount: discount.as_ref() };
    let quote = quote(&terms, &lines, &to, method);
    let refunds = refunds(rng, &quote);
    let percent = |millionths: i64| format!("{}.{:04}", millionths / 10_000, millionths % 10_000);
    json!({
        "seed": seed,
        "at": at,
        "to": to.province,
        "area": to.area,
        "home": charges.home,
        "registrations": charges.registrations.iter()
            .map(|row| json!([row.authority, row.number, row.from, row.until])).collect::<Vec<_>>(),
        "added": charges.added_rates.iter()
            .map(|row| json!([row.province, row.tax, percent(row.millionths), row.from])).collect::<Vec<_>>(),
        "untaxedDelivery": charges.delivery_without_provincial_tax,
        "methods": charges.methods.iter().map(method_json).collect::<Vec<_>>(),
        "method": method,
        "discount": discount.as_ref().map(|it| json!([it.kind, it.value, it.minimum.as_i64()])),
        "lines": lines.iter().map(|line| json!([line.price.as_i64(), line.quantity, line.grams])).collect::<Vec<_>>(),
        "refunds": refunds.iter().map(|(place, portion, _)| {
            let [kind, value] = portion_json(*portion);
            json!([place, kind, value])
        }).collect::<Vec<_>>(),
        "answer": {
            "goods": quote.goods,
            "discount": quote.discount.as_ref().map(|it| it.amount),
            "delivery": quote.delivery.as_ref()
                .map(|delivery| json!([delivery.method.id, delivery.price, delivery.federal, delivery.provincial])),
            "taxes": quote.taxes()
                .map(|tax| json!([tax.rate.tax, tax.rate.millionths, tax.base, tax.amount, tax.number]))
                .collect::<Vec<_>>(),
            "lines": quote.lines.iter().map(|line| json!([line.goods, line.discount, line.federal, line.provincial])).collect::<Vec<_>>(),
            "total": quote.total,
            "refunds": refunds.iter().map(|(_, _, returned)| returned).collect::<Vec<_>>(),
        },
    })
}

fn method_json(method: &DeliveryMethod) -> Value {
    let (by, steps) = match &method.prices {
        DeliveryPrices::Goods(steps) => (
            "goods",
            steps.iter().map(|step| json!([step.from.as_i64(), step.price.as_i64()])).collect::<Vec<_>>(),
        ),
        DeliveryPrices::Weight(steps) => {
            ("weight", steps.iter().map(|step| json!([step.up_to, step.price.as_i64()])).collect())
        }
    };
    json!({ "id": method.id, "pickUp": method.is_pick_up, "provinces": method.provinces, "areas": method.areas, by: steps })
}
