//! Taxes, against published examples and a second program that shares nothing with the shop.
//!
//! `TROWEL_TAX_PURCHASES` says how many purchases are compared, `TROWEL_TAX_SEED` the first seed.

mod random_purchases;

use std::{
    io::{self, BufWriter, Write as _},
    path::Path,
    process::{Child, Command, Output, Stdio},
    time::Instant,
};

use trowel::{
    sales::quote::{QuoteLine, QuoteTerms, quote},
    settings::{
        charges::Charges,
        delivery::Destination,
        tax_registrations::{TaxAuthority, TaxRegistration},
    },
    values::{day::day_at, ids::Id, money::Cents, province::Province, time::Timestamp},
};

/// Where, when in UTC, the price without tax, and the taxes. The shop is in Halifax.
const EXAMPLES: [(Province, &str, i64, &[i64]); 19] = {
    use Province::*;
    [
        // Revenu Québec, "Calculating the taxes": a good for $100 costs $114.98.
        (Quebec, "2013-01-01T12:00:00Z", 10_000, &[500, 998]),
        // CRA, interpretation 125136 of 2011-11-28: $31.95 at 13 % is $4.1535.
        (Ontario, "2013-04-01T12:00:00Z", 3_195, &[415]),
        // CRA, "GST/HST in special cases": a painting for $2,000 in Alberta.
        (Alberta, "2026-11-26T12:00:00Z", 200_000, &[10_000]),
        // CRA, Notice 342: 15 % before 2025-04-01, then 14 %.
        (NovaScotia, "2025-03-31T12:00:00Z", 10_000, &[1_500]),
        (NovaScotia, "2025-04-01T02:59:59Z", 10_000, &[1_500]),
        (NovaScotia, "2025-04-01T03:00:00Z", 10_000, &[1_400]),
        // Calculated by hand: six pieces for $64.00 and $15.00 for the delivery.
        (Quebec, "2026-11-26T12:00:00Z", 39_900, &[1_995, 3_980]),
        (Ontario, "2026-11-26T12:00:00Z", 39_900, &[5_187]),
        (NovaScotia, "2026-11-26T12:00:00Z", 39_900, &[5_586]),
        (NovaScotia, "2025-03-31T12:00:00Z", 39_900, &[5_985]),
        (BritishColumbia, "2026-11-26T12:00:00Z", 39_900, &[1_995, 2_793]),
        (Manitoba, "2026-11-26T12:00:00Z", 39_900, &[1_995, 2_793]),
        (Saskatchewan, "2026-11-26T12:00:00Z", 39_900, &[1_995, 2_394]),
        // Amounts where half a cent decides.
        (Quebec, "2026-11-26T12:00:00Z", 5, &[0, 0]),
        (Ontario, "2026-11-26T12:00:00Z", 5, &[1]),
        (Quebec, "2026-11-26T12:00:00Z", 10, &[1, 1]),
        (Saskatchewan, "2026-11-26T12:00:00Z", 10, &[1, 1]),
        (Quebec, "2026-11-26T12:00:00Z", 30, &[2, 3]),
        (Alberta, "2026-11-26T12:00:00Z", 30, &[2]),
    ]
};

#[test]
fn taxes_are_those_of_published_examples() {
    let registration = |authority: TaxAuthority| TaxRegistration {
        authority,
        number: authority.as_str().into(),
        from: "2013-01-01".parse().unwrap(),
        until: None,
    };
    let registrations = TaxAuthority::ALL.map(registration).to_vec();
    let charges = Charges { registrations, ..Charges::default() };
    for (province, at, price, expected) in EXAMPLES {
        let day = day_at(Timestamp::parse(at).unwrap(), &random_purchases::halifax());
        let tool = Id::new(Timestamp::from_micros(0));
        let line = QuoteLine { tool, price: Cents::new(price).unwrap(), quantity: 1, grams: None };
        let to = Destination { province, area: None };
        let quote = quote(&QuoteTerms { day, charges: &charges, discount: None }, &[line], &to, None);
        let taxes: Vec<i64> = quote.taxes().map(|tax| tax.amount).collect();
        assert_eq!(taxes, expected, "{price} cents in {province:?} at {at}");
        assert_eq!(quote.total, price + taxes.iter().sum::<i64>());
    }
}

/// Returns `None` if this machine has no Python.
fn start_oracle() -> Option<Child> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scripts/tax-oracle.py");
    let mut command = Command::new("python3");
    let piped = command.arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    match piped.spawn() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        oracle => Some(oracle.unwrap()),
    }
}

/// Writes the purchases of these seeds. The oracle has read all of them before it says what differs.
fn compare(mut oracle: Child, seeds: impl Iterator<Item = u64>) -> Output {
    let zone = random_purchases::halifax();
    let mut input = BufWriter::new(oracle.stdin.take().unwrap());
    for seed in seeds {
        if writeln!(input, "{}", random_purchases::line_of(seed, &zone)).is_err() {
            break; // The oracle ended early, and its output says why.
        }
    }
    drop(input);
    oracle.wait_with_output().unwrap()
}

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().map_or(otherwise, |text| text.parse().unwrap())
}

#[test]
fn a_second_program_calculates_the_same_taxes() {
    let (count, first) =
        (from_environment("TROWEL_TAX_PURCHASES", 4_000), from_environment("TROWEL_TAX_SEED", 1));
    let started = Instant::now();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let Some(oracles) = (0..workers).map(|_| start_oracle()).collect::<Option<Vec<_>>>() else {
        assert!(std::env::var_os("CI").is_none(), "python3 is missing");
        println!("python3 is missing, so no purchase was compared");
        return;
    };
    std::thread::scope(|scope| {
        let spawn = |(nth, oracle)| {
            scope.spawn(move || compare(oracle, (first..first + count).skip(nth).step_by(workers)))
        };
        let threads: Vec<_> = oracles.into_iter().enumerate().map(spawn).collect();
        for thread in threads {
            let output = thread.join().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "\n{text}{}", String::from_utf8_lossy(&output.stderr));
            println!("{}", text.trim());
        }
    });
    println!("{count} purchases in {} s", started.elapsed().as_secs());
}
