//! What the shop charges where and why, and how far its sales are from the limits at which it has to register.

pub mod http;
pub mod store;

use crate::{settings::tax_registrations::TaxAuthority, values::province::Province};

/// From which sales in twelve months on the shop has to register. docs/taxes.md has the sources.
#[derive(Clone, Copy)]
pub struct RegistrationLimit {
    pub authority: TaxAuthority,
    /// `None`: possibly from the first sale.
    pub cents: Option<i64>,
    /// Where the sales go that count. `None`: all of them.
    pub province: Option<Province>,
}

pub const LIMITS: [RegistrationLimit; 5] = [
    limit(TaxAuthority::Federal, Some(3_000_000), None),
    limit(TaxAuthority::Quebec, Some(3_000_000), Some(Province::Quebec)),
    limit(TaxAuthority::BritishColumbia, Some(1_000_000), Some(Province::BritishColumbia)),
    limit(TaxAuthority::Manitoba, Some(1_000_000), Some(Province::Manitoba)),
    limit(TaxAuthority::Saskatchewan, None, Some(Province::Saskatchewan)),
];

const fn limit(authority: TaxAuthority, cents: Option<i64>, province: Option<Province>) -> RegistrationLimit {
    RegistrationLimit { authority, cents, province }
}

/// What was sold in a time, by where it is taxed. `None`: a sale that depended on no place.
pub struct SalesByProvince(pub Vec<(Option<Province>, i64)>);

impl SalesByProvince {
    pub fn to(&self, province: Option<Province>) -> i64 {
        self.0.iter().filter(|(to, _)| *to == province).map(|(_, cents)| cents).sum()
    }

    fn all(&self) -> i64 {
        self.0.iter().map(|(_, cents)| cents).sum()
    }

    pub fn for_limit(&self, limit: RegistrationLimit) -> i64 {
        limit.province.map_or_else(|| self.all(), |province| self.to(Some(province)))
    }
}
