//! Files of programs that the shop does not read, known by their columns.

use crate::values::language::{Localized, localized};
use csv::StringRecord;

/// A file with all of these columns is of this program.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("Magento", &["sku", "attribute_set_code"]),
    ("Magento", &["sku", "_attribute_set"]),
    ("Etsy", &["TITLE", "CURRENCY_CODE", "QUANTITY"]),
    ("Square", &["Token", "Item Name"]),
    ("Square", &["Reference Handle", "Item Name"]),
    ("Wix", &["handleId", "fieldType"]),
    ("Lightspeed", &["handle", "sku", "supply_price"]),
    ("Lightspeed", &["handle", "composite_name"]),
    ("BigCommerce", &["Item Type", "Product Name"]),
    ("BigCommerce", &["Product Name", "Product Code/SKU"]),
    ("Ecwid", &["product_internal_id", "product_name"]),
    ("Ecwid", &["product_sku", "product_name"]),
    ("PrestaShop", &["Active (0/1)"]),
    ("PrestaShop", &["Actif (0/1)"]),
];

const SHOPIFY_INVENTORY: &[&str] = &["Handle", "Location", "SKU"];
const SHOPIFY_ORDERS: &[&str] = &["Name", "Financial Status"];

/// Says what to do with a file that is no list of tools. Returns `None` if its columns are read.
pub fn sentence_about(header: &StringRecord) -> Option<Localized> {
    let has = |columns: &[&str]| {
        columns.iter().all(|name| header.iter().any(|cell| cell.trim().eq_ignore_ascii_case(name)))
    };
    if has(SHOPIFY_INVENTORY) || has(SHOPIFY_ORDERS) {
        return Some(if has(SHOPIFY_ORDERS) {
            localized!(
                "This is the orders file of Shopify. Moving in takes it. Please export Products there, and \
                 choose that file.",
                "C’est le fichier des commandes de Shopify. «\u{a0}Emménager\u{a0}» le prend. Veuillez y \
                 exporter les produits, et choisir ce fichier."
            )
        } else {
            localized!(
                "This is the inventory file of Shopify. Please export Products there, and choose that file.",
                "C’est le fichier des stocks de Shopify. Veuillez y exporter les produits, et choisir ce fichier."
            )
        });
    }
    let (program, _) = PROGRAMS.iter().find(|(_, columns)| has(columns))?;
    Some(localized!(
        "This looks like a file of {program}, whose columns the shop does not know. Please copy the columns \
         that you need into the template, and choose that file.",
        "Ce fichier semble provenir de {program}, dont la boutique ne connaît pas les colonnes. Veuillez \
         copier les colonnes nécessaires dans le modèle, et choisir ce fichier."
    ))
}
