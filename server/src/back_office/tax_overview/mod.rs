//! What the shop charges where and why, and how far its sales are from the limits at which it has to register.

pub mod http;
pub mod store;

use crate::{settings::tax_registrations::TaxAuthority, values::province::Province};

/// The sales in twelve months from which on the shop has to register. docs/taxes.md has the sources.
#[derive(Clone, Copy)]
pub struct RegistrationLimit {
    pub authority: TaxAuthority,
    /// If this is `None`, the shop may have to register from the first sale on.
    pub cents: Option<i64>,
    /// Only sales to this province count. All sales count if this is `None`.
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

/// The sales of a time in cents, by the province that taxes them. Sales that depended on no place have `None`.
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
