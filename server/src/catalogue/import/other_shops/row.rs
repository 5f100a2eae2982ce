//! A product of another shop as a row of this one. What this shop does not allow is shortened, numbered or left away,
//! with a note. Only a row without a name or a price is a fault.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use serde_json::Value;

use super::{MAX_DESCRIPTION, Pictures, Product, remarks::is_fee};
use crate::{
    catalogue::{
        import::{
            RowFault,
            columns::{ImportRow, ToolColumn},
            file::{ToolFile, in_column},
            numbers::{DecimalSigns, NumberCell},
        },
        tools::{pictures::MAX_PICTURES, tool::name_key},
    },
    values::{
        Clearable, FromJson as _, InvalidValue,
        language::{Localized, localized},
        quantity::MAX_QUANTITY,
        text::NonEmptyText,
    },
};

const MAX_NAME: usize = 120;
/// The rest of a name is for the title.
const MAX_OPTIONS: usize = 60;
/// Characters of a cell in a note.
const MAX_NOTED: usize = 40;

pub struct RowReader<'a> {
    file: &'a mut ToolFile,
    /// The names of the tools so far, each with its last number.
    names: HashMap<String, usize>,
    skus: HashSet<String>,
}

impl<'a> RowReader<'a> {
    pub fn new(file: &'a mut ToolFile) -> Self {
        Self { file, names: HashMap::new(), skus: HashSet::new() }
    }

    pub fn read(&mut self, product: Product<'_>) {
        let line = product.line;
        let mut notes = Vec::new();
        match self.read_row(product, &mut notes) {
            Ok(row) => self.file.rows.push(row),
            Err(detail) => self.file.faults.push(RowFault { line, detail }),
        }
        self.file.notes.extend(notes.into_iter().map(|detail| RowFault { line, detail }));
    }

    fn read_row(&mut self, product: Product<'_>, notes: &mut Vec<Localized>) -> Result<ImportRow, Localized> {
        let shares_stock = product.shares_stock;
        let old_paths = Arc::clone(&product.old_paths);
        let mut row = ImportRow { line: product.line, shares_stock, old_paths, ..ImportRow::default() };
        read_numbers(&mut row, &product, notes)?;
        // An empty cell would change what a known tool has.
        for (column, cell) in [
            (ToolColumn::Sku, &product.sku),
            (ToolColumn::Category, &product.category),
            (ToolColumn::Gtin, &product.gtin),
            (ToolColumn::Brand, &product.brand),
        ] {
            if !cell.is_empty()
                && let Err(fault) = row.read(column, cell, DecimalSigns::default())
            {
                notes.push(left_away(column, cell, &fault));
            }
        }
        self.name(&mut row, &product, notes)?;
        self.leave_doubled_sku(&mut row, notes);
        if product.is_text_cut {
            notes.push(localized!(
                "Description: Only the first {MAX_DESCRIPTION} characters are taken.",
                "Description\u{a0}: Seuls les {MAX_DESCRIPTION}\u{a0}premiers caractères sont pris."
            ));
        }
        let is_visible =
            |text: &Arc<str>| NonEmptyText::<MAX_DESCRIPTION>::from_json(&Value::from(&**text)).is_ok();
        row.update.description = Some(product.text).filter(is_visible);
        notes.extend(product.remarks.iter().map(|remark| remark.sentence()));
        row.is_fee = is_fee(&product.title);
        row.update.is_draft = Some(product.is_draft);
        let Pictures { taken, count, .. } = product.pictures;
        if count > MAX_PICTURES {
            notes.push(localized!(
                "Picture: The first {MAX_PICTURES} of {count} pictures are taken.",
                "Picture\u{a0}: Les {MAX_PICTURES}\u{a0}premières images sur {count} sont prises."
            ));
        }
        row.pictures = taken;
        Ok(row)
    }

    /// Other shops may call two products the same. Here the second has a number.
    fn name(
        &mut self,
        row: &mut ImportRow,
        product: &Product<'_>,
        notes: &mut Vec<Localized>,
    ) -> Result<(), Localized> {
        let options = product.options.join(" / ");
        let (mut name, is_cut) = tool_name(&product.title, &options, "");
        let wanted = name_key(&name);
        let mut number = self.names.get(&wanted).copied().unwrap_or(1);
        let is_doubled = self.names.contains_key(&wanted);
        while self.names.contains_key(&name_key(&name)) {
            number += 1;
            (name, _) = tool_name(&product.title, &options, &format!(" ({number})"));
        }
        row.read(ToolColumn::Name, &name, DecimalSigns::default())
            .map_err(|fault| in_column(ToolColumn::Name.as_str(), &fault.detail))?;
        if is_cut {
            notes.push(localized!(
                "Name: It has more than {MAX_NAME} characters, so it is shortened.",
                "Name\u{a0}: Il dépasse {MAX_NAME}\u{a0}caractères, donc il est raccourci."
            ));
        }
        if is_doubled {
            notes.push(localized!(
                "Name: The file has this name more than once, so this tool is “{name}”.",
                "Name\u{a0}: Le fichier a ce nom plus d’une fois, donc cet outil s’appelle \
                 «\u{a0}{name}\u{a0}»."
            ));
        }
        self.names.insert(name_key(&name), 1);
        self.names.insert(wanted, number);
        Ok(())
    }

    fn leave_doubled_sku(&mut self, row: &mut ImportRow, notes: &mut Vec<Localized>) {
        let sku = row.update.sku.as_ref().and_then(|Clearable(sku)| sku.clone());
        if let Some(sku) = sku
            && !self.skus.insert(sku.clone())
        {
            row.update.sku = None;
            notes.push(localized!(
                "SKU: The file has “{sku}” more than once, so only its first tool has it.",
                "SKU\u{a0}: Le fichier a «\u{a0}{sku}\u{a0}» plus d’une fois, donc seul le premier outil l’a."
            ));
        }
    }
}

fn read_numbers(
    row: &mut ImportRow,
    product: &Product<'_>,
    notes: &mut Vec<Localized>,
) -> Result<(), Localized> {
    let mut faults = Vec::new();
    let mut stock = product.stock;
    if stock.is_negative() {
        notes.push(localized!(
            "Available quantity: The file has “{}”, so it is 0.",
            "Available quantity\u{a0}: Le fichier a «\u{a0}{}\u{a0}», donc c’est 0.",
            stock.text()
        ));
        stock = NumberCell::new("0", DecimalSigns::default());
    }
    let weight = kilograms(product.weight, product.grams_per_unit);
    for (column, number) in [
        (ToolColumn::Price, product.price.amount()),
        (ToolColumn::AvailableQuantity, stock.quantity()),
        (ToolColumn::LowStock, product.low_stock.quantity()),
        (ToolColumn::WeightInKg, weight),
    ] {
        let mut read = |number: &str| row.read(column, number, DecimalSigns::default());
        let is_optional = matches!(column, ToolColumn::LowStock | ToolColumn::WeightInKg);
        match number {
            Err(fault) => faults.push(in_column(column.as_str(), &fault.detail)),
            // An empty cell would change what a known tool has.
            Ok(number) if number.is_empty() && column != ToolColumn::Price => {}
            Ok(number) => match read(&number) {
                Ok(()) => {}
                Err(fault) if is_optional => notes.push(left_away(column, &number, &fault)),
                Err(fault) => faults.push(in_column(column.as_str(), &fault.detail)),
            },
        }
    }
    if let Some(available) = row.update.available.filter(|available| *available > MAX_QUANTITY) {
        notes.push(localized!(
            "Available quantity: The file has “{available}”, so it is {MAX_QUANTITY}.",
            "Available quantity\u{a0}: Le fichier a «\u{a0}{available}\u{a0}», donc c’est {MAX_QUANTITY}."
        ));
        row.update.available = Some(MAX_QUANTITY);
    }
    if faults.is_empty() { Ok(()) } else { Err(Localized::join(&faults)) }
}

fn left_away(column: ToolColumn, cell: &str, fault: &InvalidValue) -> Localized {
    let (column, cell) = (column.as_str(), shorten(cell, MAX_NOTED));
    let what = localized!(
        "{column}: “{cell}” is left away.",
        "{column}\u{a0}: «\u{a0}{cell}\u{a0}» est laissé de côté."
    );
    Localized::join(&[what, fault.detail.clone()])
}

/// Makes a name of at most [`MAX_NAME`] characters, and tells whether a part was cut. The title is cut to the room that
/// the options and the number leave.
fn tool_name(title: &str, options: &str, number: &str) -> (String, bool) {
    let shown = shorten(options, MAX_OPTIONS);
    let end = if shown.is_empty() { number.to_owned() } else { format!(" – {shown}{number}") };
    let start = shorten(title, MAX_NAME - end.chars().count().min(MAX_NAME));
    let is_cut = shown != options || start != title;
    // An empty title stays empty, so that it is refused.
    (if title.is_empty() { start } else { start + &end }, is_cut)
}

/// Cut behind a word, if one ends in the second half.
fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most.saturating_sub(1)).collect();
    let words = cut.rsplit_once(' ').map(|(words, _)| words).filter(|words| words.len() * 2 > cut.len());
    format!("{}…", words.unwrap_or(&cut).trim_end())
}

/// The weight in kilograms. Returns an empty text without a weight, which the programs write as 0. They have more
/// decimals than a gram has.
fn kilograms(weight: NumberCell<'_>, grams_per_unit: f64) -> Result<String, InvalidValue> {
    let text = weight.weight()?;
    Ok(match text.parse::<f64>() {
        Ok(0.0) => String::new(),
        Ok(weight) if (0.0..1e9).contains(&weight) => {
            let kilograms = format!("{:.3}", weight * grams_per_unit / 1_000.0);
            // No tool weighs nothing. A fourth decimal makes the number clear.
            if kilograms == "0.000" { "0.0010".to_owned() } else { kilograms + "0" }
        }
        _ => text,
    })
}
