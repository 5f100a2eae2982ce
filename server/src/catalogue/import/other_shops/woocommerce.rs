//! Product exports of WooCommerce. A variable product is a row, and so is each of its variations, which name it.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use super::{
    Cells, Column, MAX_DESCRIPTION, Pictures, Product,
    html::{PlainText, one_line},
    old_paths, remarks,
};
use crate::{
    catalogue::import::{RowFault, file::ToolFile, numbers::NumberCell},
    values::language::{Localized, localized},
};

// WooCommerce’s own translations into fr_FR and fr_CA have the French names, in August 2024 (WooCommerce 9.2):
// https://translate.wordpress.org/projects/wp-plugins/woocommerce/. The list of columns is
// `WC_Product_CSV_Exporter::get_default_column_names`. Case, accents, signs and kinds of spaces do not count.
const ID: Column = &["ID"];
const KIND: Column = &["Type"];
const SKU: Column = &["SKU", "UGS"];
const GTIN: Column = &["GTIN, UPC, EAN, or ISBN", "GTIN, UPC, EAN ou ISBN"];
/// The file has this column only with a plugin.
const SLUG: Column = &["Slug"];
const NAME: Column = &["Name", "Nom"];
const PUBLISHED: Column = &["Published", "Publié"];
const VISIBILITY: Column =
    &["Visibility in catalog", "Visibility in catalogue", "Visibilité dans le catalogue"];
const SHORT_TEXT: Column = &["Short description", "Description courte"];
const TEXT: Column = &["Description"];
const STOCK: Column = &["Stock", "Inventaire"];
const LOW_STOCK: Column = &["Low stock amount", "Montant de stock faible", "Quantité d’inventaire faible"];
const IN_STOCK: Column = &["In stock?", "En stock ?", "En inventaire?"];
const TAXES: Column = &["Tax status", "État de la TVA", "Statut fiscal"];
/// A shop has one of these units.
const WEIGHTS: [(Column, f64); 4] = [
    (&["Weight (kg)", "Poids (kg)"], 1_000.0),
    (&["Weight (g)", "Poids (g)"], 1.0),
    (&["Weight (lbs)", "Poids (lbs)", "Poids (livres)"], 453.592_37),
    (&["Weight (oz)", "Poids (oz)"], 28.349_523_125),
];
const PRICE: Column = &["Regular price", "Tarif régulier"];
const SALE_PRICE: Column = &["Sale price", "Tarif promo"];
const CATEGORIES: Column = &["Categories", "Catégories"];
const BRANDS: Column = &["Brands", "Marques"];
const PICTURES: Column = &["Images"];
const PARENT: Column = &["Parent"];
const OPTIONS: [Column; 4] = [
    &["Attribute 1 value(s)", "Valeur(s) de l’attribut 1"],
    &["Attribute 2 value(s)", "Valeur(s) de l’attribut 2"],
    &["Attribute 3 value(s)", "Valeur(s) de l’attribut 3"],
    &["Attribute 4 value(s)", "Valeur(s) de l’attribut 4"],
];

pub const NEEDED: &[Column] = &[KIND, NAME, PRICE];

pub fn products<'a>(records: &[Cells<'a>], file: &mut ToolFile) -> Vec<Product<'a>> {
    let is = |record: &Cells<'_>, kind: &str| record.get(KIND).split(',').any(|word| word.trim() == kind);
    // Variations may come before their product.
    let mut parents = HashMap::new();
    for record in records.iter().filter(|record| is(record, "variable")) {
        let product = product(record);
        let names = [format!("id:{}", record.get(ID)), record.get(SKU).to_owned()];
        parents.extend(names.map(|name| (name, (record.line, product.clone()))));
    }
    let mut products = Vec::new();
    let mut used = HashSet::new();
    for record in records {
        let mut fault = |detail: Localized| file.faults.push(RowFault { line: record.line, detail });
        if is(record, "variation") {
            match parents.get(record.get(PARENT)).filter(|_| !record.get(PARENT).is_empty()) {
                Some((line, parent)) => {
                    used.insert(*line);
                    products.push(variation(parent, record));
                }
                None => fault(localized!(
                    "Parent: The file has no product “{}”.",
                    "Parent\u{a0}: Le fichier n’a pas de produit «\u{a0}{}\u{a0}».",
                    record.get(PARENT)
                )),
            }
        } else if is(record, "simple") {
            products.push(product(record));
        } else if !is(record, "variable") {
            let is_gift_card = record.get(KIND).to_lowercase().replace(['-', '_'], " ").contains("gift card");
            fault(if is_gift_card {
                remarks::Remark::GiftCard.sentence()
            } else {
                localized!(
                    "Type: Products of the type “{}” are not taken.",
                    "Type\u{a0}: Les produits du type «\u{a0}{}\u{a0}» ne sont pas pris.",
                    record.get(KIND)
                )
            });
        }
        if !record.get(SALE_PRICE).is_empty() {
            let detail = localized!(
                "Price: The regular price is taken, and the sale price {} is not.",
                "Price\u{a0}: Le prix courant est pris, et le prix réduit {} ne l’est pas.",
                record.get(SALE_PRICE)
            );
            file.notes.push(RowFault { line: record.line, detail });
        }
    }
    for record in records.iter().filter(|record| is(record, "variable") && !used.contains(&record.line)) {
        let detail = localized!(
            "Type: The file has no variations of this product.",
            "Type\u{a0}: Le fichier n’a aucune variante de ce produit."
        );
        file.faults.push(RowFault { line: record.line, detail });
    }
    products
}

fn product<'a>(record: &Cells<'a>) -> Product<'a> {
    // The export writes line breaks as \n.
    let mut text = PlainText::with_room(MAX_DESCRIPTION);
    for column in [SHORT_TEXT, TEXT] {
        text.read(&record.whole(column).replace("\\n", "\n"), true);
        // An empty line between them.
        text.read("<p></p>", true);
    }
    let (weight, grams_per_unit) = weight(record);
    let category = record.get(CATEGORIES).split(',').next().unwrap_or_default();
    Product {
        line: record.line,
        title: one_line(record.get(NAME)),
        options: Vec::new(),
        text: text.as_str().into(),
        is_text_cut: text.is_cut,
        price: record.number(PRICE),
        stock: record.number(STOCK),
        shares_stock: false,
        low_stock: record.number(LOW_STOCK),
        weight,
        grams_per_unit,
        sku: record.get(SKU).to_owned(),
        gtin: record.get(GTIN).trim_start_matches('\'').to_owned(),
        brand: one_line(record.get(BRANDS).split(',').next().unwrap_or_default()),
        // The last part of “Tools > Hand tools”.
        category: one_line(category.rsplit('>').next().unwrap_or_default()),
        is_draft: !record.is_true(PUBLISHED) || record.get(VISIBILITY) == "hidden",
        remarks: remarks_about(record),
        old_paths: Arc::new(old_paths::of_woocommerce(
            record.get(ID),
            record.get(SLUG),
            record.get(NAME),
            category,
        )),
        pictures: Pictures::of(record.whole(PICTURES).split(',').map(|url| (url.trim(), ""))),
    }
}

fn remarks_about(record: &Cells<'_>) -> Vec<remarks::Remark> {
    let kind = record.get(KIND);
    let is_not_sent = kind.split(',').any(|word| matches!(word.trim(), "virtual" | "downloadable"));
    let is_not_counted =
        record.get(STOCK).is_empty() && record.is_true(IN_STOCK) && !kind.contains("variable");
    let remarks = [
        (is_not_counted, remarks::Remark::NotCounted),
        (matches!(record.get(TAXES), "none" | "shipping"), remarks::Remark::NotTaxed),
        (is_not_sent, remarks::Remark::NotSent),
    ];
    remarks.into_iter().filter_map(|(is_so, remark)| is_so.then_some(remark)).collect()
}

/// Anything but a weight of 0, 0.00 or 0,0.
const NOT_ZERO: fn(char) -> bool = |character| !matches!(character, '0' | '.' | ',');

/// The first that is given, and the grams of its unit.
fn weight<'a>(record: &Cells<'a>) -> (NumberCell<'a>, f64) {
    let given = WEIGHTS.map(|(column, grams)| (record.number(column), grams));
    given.into_iter().find(|(weight, _)| weight.text().contains(NOT_ZERO)).unwrap_or_default()
}

/// What a variation leaves empty is as for its product.
fn variation<'a>(parent: &Product<'a>, record: &Cells<'a>) -> Product<'a> {
    let own = product(record);
    let options = OPTIONS.iter().map(|column| record.get(column)).filter(|option| !option.is_empty());
    let (weight, grams_per_unit) = if own.weight.is_empty() {
        (parent.weight, parent.grams_per_unit)
    } else {
        (own.weight, own.grams_per_unit)
    };
    let (text, is_text_cut) =
        if own.text.is_empty() { (&parent.text, parent.is_text_cut) } else { (&own.text, own.is_text_cut) };
    // Some versions write the word.
    let has_stock = !matches!(own.stock.text(), "" | "parent");
    let shares_stock = !has_stock && !parent.stock.is_empty();
    let mut remarks = own.remarks;
    remarks.retain(|remark| !(shares_stock && *remark == remarks::Remark::NotCounted));
    Product {
        line: own.line,
        title: parent.title.clone(),
        options: options.map(one_line).collect(),
        text: Arc::clone(text),
        is_text_cut,
        price: own.price.or(parent.price),
        stock: if has_stock { own.stock } else { NumberCell::default() },
        shares_stock,
        low_stock: own.low_stock.or(parent.low_stock),
        weight,
        grams_per_unit,
        sku: own.sku,
        gtin: own.gtin,
        brand: if own.brand.is_empty() { parent.brand.clone() } else { own.brand },
        category: if own.category.is_empty() { parent.category.clone() } else { own.category },
        is_draft: own.is_draft || parent.is_draft,
        pictures: own.pictures.then(&parent.pictures),
        remarks,
        // A variation has no address of its own.
        old_paths: Arc::clone(&parent.old_paths),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        catalogue::import::{
            file::{self, ToolFile},
            other_shops::{ImportSource, remarks},
        },
        values::money::Cents,
    };

    /// A pot in two colours, in the columns of an export.
    fn pots(headings: &str) -> ToolFile {
        let rows = "1,variable,P,Pot,1,visible,Round,Clay,none,1,,,,9,,Outils > Pots,https://old.example/p.jpg,,\"Rouge, Bleu\"\n\
            2,variation,P-1,,1,visible,,,none,1,7,2,2,9,,,,P,Rouge\n";
        file::read(format!("{headings}\n{rows}").as_bytes()).unwrap()
    }

    #[test]
    fn exports_in_french_are_read_as_those_in_english() {
        let english = "ID,Type,SKU,Name,Published,Visibility in catalog,Short description,Description,Tax status,In stock?,Stock,Low stock amount,Weight (lbs),Regular price,Sale price,Categories,Images,Parent,Attribute 1 value(s)";
        let read = pots(english);
        assert_eq!(read.unknown_columns, [""; 0]);
        let pot = |file: &ToolFile| {
            let update = file.rows.first().map(|row| row.update.clone()).unwrap_or_default();
            let numbers = [
                update.price.map(Cents::as_i64),
                update.available,
                update.low_stock.and_then(|level| level.0),
                update.weight_grams.and_then(|grams| grams.0),
            ];
            let texts = [update.name, update.sku.and_then(|sku| sku.0), update.category.and_then(|it| it.0)];
            (file.rows.len(), numbers, texts, file.rows.first().map_or(0, |row| row.pictures.len()))
        };
        let texts = [Some("Pot – Rouge"), Some("P-1"), Some("Pots")].map(|text| text.map(str::to_owned));
        let found = (1, [Some(900), Some(7), Some(2), Some(907)], texts, 1);
        assert_eq!(pot(&read), found, "{:?}", read.faults);
        assert!(
            read.notes.iter().any(|note| note.detail == remarks::Remark::NotTaxed.sentence()),
            "{:?}",
            read.notes
        );
        for french in [
            // fr_CA had these names in August 2024.
            "ID,Type,UGS,Nom,Publié,Visibilité dans le catalogue,Description courte,Description,Statut fiscal,En inventaire?,Inventaire,Quantité d’inventaire faible,Poids (livres),Tarif régulier,Tarif promo,Catégories,Images,Parent,Valeur(s) de l’attribut 1",
            // fr_CA had these in July 2019.
            "ID,Type,UGS,Nom,Publié,Visibilité dans le catalogue,Description courte,Description,Statut fiscal,En inventaire&nbsp;?,Inventaire,Quantité d'inventaire faible,Poids (lbs),Tarif régulier,Tarif promo,Catégories,Images,Parent,Valeur(s) de l&rsquo;attribut 1 ",
            // fr_FR had these in August 2024.
            "ID,Type,UGS,Nom,Publié,Visibilité dans le catalogue,Description courte,Description,État de la TVA,En stock\u{a0}?,Stock,Montant de stock faible,Poids (livres),Tarif régulier,Tarif promo,Catégories,Images,Parent,Valeur(s) de l’attribut 1 ",
            // A plugin may write them in capitals without accents.
            "ID,TYPE,UGS,NOM,PUBLIE,VISIBILITE DANS LE CATALOGUE,DESCRIPTION COURTE,DESCRIPTION,ETAT DE LA TVA,EN STOCK?,STOCK,MONTANT DE STOCK FAIBLE,POIDS (LIVRES),TARIF REGULIER,TARIF PROMO,CATEGORIES,IMAGES,PARENT,VALEUR(S) DE L'ATTRIBUT 1",
        ] {
            let file = pots(french);
            assert_eq!((file.source, pot(&file)), (ImportSource::WooCommerce, found.clone()), "{french}");
            assert_eq!((&file.notes, &file.faults), (&read.notes, &read.faults), "{french}");
            assert_eq!(file.unknown_columns, [""; 0], "{french}");
        }
    }
}
