//! The rates of data/tax/canada.csv: each with its first day, its source and the day on which the source was read.

use std::sync::LazyLock;

use jiff::civil::Date;
use serde::Deserialize;

use super::{Rate, Rates, Tax};
use crate::values::province::Province;

const CANADA: &str = include_str!("../../../data/tax/canada.csv");

/// A rate in force from a day on.
#[derive(Debug, Clone, Deserialize)]
pub struct DatedRate {
    pub province: Province,
    pub tax: Tax,
    pub millionths: i64,
    pub from: Date,
    pub source: String,
    /// The web address of the source, if it is public.
    pub address: String,
    pub read: Date,
    /// A: an official text. B: several others that agree.
    pub sure: String,
}

static RATES: LazyLock<Vec<DatedRate>> = LazyLock::new(|| read(CANADA).unwrap_or_default());

fn read(text: &str) -> Result<Vec<DatedRate>, csv::Error> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect()
}

/// Every rate, by province, tax and day.
pub fn all() -> &'static [DatedRate] {
    &RATES
}

/// The rates of a sale that is delivered in `province`, on a day where the shop is. Rates of `added`, which the owner
/// entered, replace the ones of the file from their day on.
pub fn rates_on(province: Province, day: Date, added: &[DatedRate]) -> Rates {
    let [federal, provincial] = rows_on(province, day, added).map(|dated| {
        let DatedRate { tax, millionths, .. } = *dated?;
        Some(Rate { tax, millionths })
    });
    Rates { federal, provincial }
}

/// The rows of [`rates_on`], with their sources. A tax that has ended has none, nor one that is a part of HST.
pub fn rows_on(province: Province, day: Date, added: &[DatedRate]) -> [Option<&DatedRate>; 2] {
    let mut rows: [Option<&DatedRate>; 2] = [None; 2];
    for dated in RATES.iter().chain(added).filter(|dated| dated.province == province && dated.from <= day) {
        let row = &mut rows[usize::from(!dated.tax.is_federal())];
        if row.is_none_or(|before| dated.from >= before.from) {
            *row = Some(dated);
        }
    }
    let [federal, provincial] = rows.map(|row| row.filter(|dated| dated.millionths > 0));
    let has_hst = federal.is_some_and(|dated| dated.tax == Tax::Hst);
    [federal, provincial.filter(|_| !has_hst)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn shown(province: Province, on: &str) -> String {
        let Rates { federal, provincial } = rates_on(province, day(on), &[]);
        let parts = [federal, provincial].into_iter().flatten();
        parts.map(|rate| format!("{} {}", rate.tax.as_str(), rate.percent())).collect::<Vec<_>>().join(" + ")
    }

    #[test]
    fn the_file_is_sorted_and_every_row_has_its_source() {
        let rates = read(CANADA).unwrap();
        let key = |rate: &DatedRate| (rate.province.as_str(), rate.tax, rate.from);
        assert!(rates.is_sorted_by(|a, b| key(a) < key(b)));
        for rate in &rates {
            assert!(!rate.source.is_empty() && rate.read >= day("2026-11-24"), "{rate:?}");
            assert!(["A", "B"].contains(&rate.sure.as_str()), "{rate:?}");
            assert!(rate.address.is_empty() || rate.address.starts_with("https://"), "{rate:?}");
            assert!((10_000..=300_000).contains(&rate.millionths), "{rate:?}");
        }
    }

    #[test]
    fn every_province_has_its_taxes_on_every_day_and_hst_stands_alone() {
        for province in Province::ALL {
            let mut on = day("2013-04-01");
            while on <= day("2027-12-31") {
                let Rates { federal, provincial } = rates_on(province, on, &[]);
                let federal = federal.unwrap_or_else(|| panic!("{province:?} on {on}"));
                assert!(federal.tax == Tax::Gst || provincial.is_none(), "{province:?} on {on}");
                on = on.tomorrow().unwrap();
            }
        }
    }

    #[test]
    fn rates_are_those_of_their_day() {
        use Province::*;
        for (province, on, expected) in [
            (NovaScotia, "2025-03-31", "HST 15"),
            (NovaScotia, "2025-04-01", "HST 14"),
            (Quebec, "2026-11-26", "GST 5 + QST 9.975"),
            (Saskatchewan, "2017-03-22", "GST 5 + PST 5"),
            (Saskatchewan, "2017-03-23", "GST 5 + PST 6"),
            (Manitoba, "2013-06-30", "GST 5 + RST 7"),
            (Manitoba, "2019-06-30", "GST 5 + RST 8"),
            // It was announced for 2020-07-01 and withdrawn.
            (Manitoba, "2020-07-01", "GST 5 + RST 7"),
            (NewBrunswick, "2016-06-30", "HST 13"),
            (PrinceEdwardIsland, "2016-10-01", "HST 15"),
            (BritishColumbia, "2026-11-26", "GST 5 + PST 7"),
            (Yukon, "2026-11-26", "GST 5"),
        ] {
            assert_eq!(shown(province, on), expected, "{province:?} on {on}");
        }
    }

    #[test]
    fn a_rate_of_the_owner_begins_on_its_day() {
        let added = DatedRate {
            province: Province::Ontario,
            tax: Tax::Hst,
            millionths: 120_000,
            from: day("2027-07-01"),
            source: "Ontario budget 2027".into(),
            address: String::new(),
            read: day("2027-04-02"),
            sure: "B".into(),
        };
        let on = |text: &str| {
            rates_on(Province::Ontario, day(text), std::slice::from_ref(&added)).federal.unwrap()
        };
        assert_eq!((on("2027-06-30").millionths, on("2027-07-01").millionths), (130_000, 120_000));
        let joined = [DatedRate { province: Province::BritishColumbia, ..added.clone() }];
        let rates = rates_on(Province::BritishColumbia, day("2027-07-01"), &joined);
        assert_eq!((rates.federal.unwrap().tax, rates.provincial), (Tax::Hst, None), "it contains the PST");
    }
}
