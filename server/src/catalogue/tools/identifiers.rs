//! What other programs know a product by.

use crate::{
    db::row,
    values::{Clearable, gtin::Gtin},
};

row! {
    #[derive(Default, PartialEq, Eq)]
    pub struct ProductIdentifiers {
        pub gtin: Option<Gtin>,
        pub brand: Option<String>,
        /// The maker's number (manufacturer part number).
        pub mpn: Option<String>,
    }
}

/// What an edit changes of them: `None` leaves one unchanged.
#[derive(Clone, Default)]
pub struct IdentifiersUpdate {
    pub gtin: Option<Clearable<Gtin>>,
    pub brand: Option<Clearable<String>>,
    pub mpn: Option<Clearable<String>>,
}

impl IdentifiersUpdate {
    pub fn applied(self, old: ProductIdentifiers) -> ProductIdentifiers {
        let Self { gtin, brand, mpn } = self;
        ProductIdentifiers {
            gtin: gtin.map_or(old.gtin, |new| new.0),
            brand: brand.map_or(old.brand, |new| new.0),
            mpn: mpn.map_or(old.mpn, |new| new.0),
        }
    }
}
