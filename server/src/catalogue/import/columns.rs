//! The columns of a file of tools, for export and import.

use std::sync::Arc;

use serde_json::Value;

use super::numbers::{DecimalSigns, NumberCell};
use crate::{
    catalogue::tools::{
        pictures::{ToolPicture, alt_text},
        price_steps::PriceSteps,
        tool::{Tool, ToolExtras, ToolUpdate, absolute},
    },
    http::csv::restore,
    settings::redirects::old_path::OldPath,
    values::{
        Clearable, FromJson, InvalidValue,
        ids::Id,
        money::Price,
        quantity::{OrderQuantity, StockCount},
        text::{NonEmptyText, SingleLine},
        text_enum,
        weight::Grams,
    },
};

text_enum! {
    /// The columns, in the order of the file.
    pub enum ToolColumn {
        Id = "ID",
        Name = "Name",
        Sku = "SKU",
        Category = "Category",
        Description = "Description",
        Price = "Price",
        PriceByQuantity = "Price by quantity",
        AvailableQuantity = "Available quantity",
        MinimumQuantity = "Minimum quantity",
        LowStock = "Low stock",
        Status = "Status",
        Picture = "Picture",
        PictureText = "Picture text",
        WeightInKg = "Weight in kg",
        Added = "Added",
        QuantityAtDownload = "Quantity at download",
    }
}

impl ToolColumn {
    pub fn has_numbers(self) -> bool {
        matches!(
            self,
            Self::Price
                | Self::PriceByQuantity
                | Self::AvailableQuantity
                | Self::MinimumQuantity
                | Self::LowStock
                | Self::WeightInKg
                | Self::QuantityAtDownload
        )
    }
}

/// The names of all columns.
pub const COLUMNS: [&str; ToolColumn::ALL.len()] = {
    let mut names = [""; ToolColumn::ALL.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = ToolColumn::ALL[at].as_str();
        at += 1;
    }
    names
};

/// A tool as cells, in the order of [`ToolColumn::ALL`]. `added`: when the tool was added.
pub fn cells(tool: &Tool, public_url: &str, added: &str) -> [String; COLUMNS.len()] {
    let Tool {
        id,
        name,
        description,
        img,
        price,
        available,
        minimum,
        revision: _,
        created_at: _,
        changed_at: _,
        extras,
    } = tool;
    let ToolExtras {
        sku,
        category,
        is_draft,
        low_stock,
        weight_grams,
        price_steps,
        img_alt,
        more_pictures: _,
        slug: _,
    } = extras;
    ToolColumn::ALL.map(|column| match column {
        ToolColumn::Id => id.to_string(),
        ToolColumn::Name => name.clone(),
        ToolColumn::Sku => sku.clone().unwrap_or_default(),
        ToolColumn::Category => category.clone().unwrap_or_default(),
        ToolColumn::Description => description.to_string(),
        ToolColumn::Price => price.to_string(),
        ToolColumn::PriceByQuantity => price_steps.to_string(),
        ToolColumn::AvailableQuantity | ToolColumn::QuantityAtDownload => available.to_string(),
        ToolColumn::MinimumQuantity => minimum.to_string(),
        ToolColumn::LowStock => low_stock.map(|least| least.to_string()).unwrap_or_default(),
        ToolColumn::Status => if *is_draft { "Draft" } else { "Published" }.to_owned(),
        ToolColumn::Picture => absolute(img, public_url).into_owned(),
        ToolColumn::PictureText => img_alt.clone(),
        ToolColumn::WeightInKg => weight_grams.map(kilograms).unwrap_or_default(),
        ToolColumn::Added => added.to_owned(),
    })
}

/// Three decimals have a fourth, because `1.125` could mean 1125.
fn kilograms(grams: i64) -> String {
    let text = Grams::kilograms(grams);
    let has_three = text.split_once('.').is_some_and(|(_, decimals)| decimals.len() == 3);
    if has_three { text + "0" } else { text }
}

/// A row of a file: the tool that it names, and what it says about it.
#[derive(Clone, Default)]
pub struct ImportRow {
    /// As spreadsheets count. The names of the columns are row 1.
    pub line: u64,
    pub id: Option<Id>,
    /// The address of the picture is not checked yet, and the category may be a name.
    pub update: ToolUpdate,
    /// What the tool had when the file was made. The import adds the difference.
    pub quantity_at_download: Option<i64>,
    /// Addresses of another shop, which `update` does not have.
    pub pictures: Vec<Arc<ToolPicture>>,
    /// The variants of another shop's product have one stock.
    pub shares_stock: bool,
    pub old_paths: Arc<OldPaths>,
}

/// Where another shop had a product and its category.
#[derive(Debug, Default)]
pub struct OldPaths {
    pub tool: Vec<OldPath>,
    pub category: Vec<OldPath>,
}

impl ImportRow {
    /// Reads one cell. Empty cells of optional columns remove the value. `signs`: of the column.
    pub fn read(&mut self, column: ToolColumn, cell: &str, signs: DecimalSigns) -> Result<(), InvalidValue> {
        let cell = restore(cell).trim();
        let value = Value::from(cell);
        let number = NumberCell::new(cell, signs);
        let quantity = || number.quantity().map(Value::from);
        let update = &mut self.update;
        match column {
            ToolColumn::Id | ToolColumn::Picture | ToolColumn::QuantityAtDownload if cell.is_empty() => {}
            ToolColumn::Id => {
                let unknown = || InvalidValue::new("unknown", "The shop has no tool with this ID.");
                self.id = Some(Id::parse(cell).ok_or_else(unknown)?);
            }
            ToolColumn::Name => update.name = Some(SingleLine::<120>::from_json(&value)?.into_string()),
            ToolColumn::Sku => {
                let sku = Clearable::<SingleLine<40>>::from_json(&value)?;
                update.sku = Some(Clearable(sku.0.map(SingleLine::into_string)));
            }
            ToolColumn::Category => {
                let category = Clearable::<SingleLine<60>>::from_json(&value)?;
                update.category = Some(Clearable(category.0.map(SingleLine::into_string)));
            }
            ToolColumn::Description => {
                update.description = Some(NonEmptyText::<4_000>::from_json(&value)?.into_string().into());
            }
            ToolColumn::Price => {
                update.price = Some(Price::from_json(&Value::from(number.amount()?))?.cents());
            }
            ToolColumn::PriceByQuantity => {
                let amount = |price: &str| NumberCell::new(price, signs).amount();
                update.price_steps = Some(PriceSteps::parse_amounts(cell, amount)?);
            }
            ToolColumn::AvailableQuantity => {
                update.available = Some(StockCount::from_json(&quantity()?)?.as_i64());
            }
            ToolColumn::QuantityAtDownload => {
                self.quantity_at_download = Some(StockCount::from_json(&quantity()?)?.as_i64());
            }
            ToolColumn::MinimumQuantity => {
                update.minimum = Some(OrderQuantity::from_json(&quantity()?)?.as_i64());
            }
            ToolColumn::LowStock => {
                let least = Clearable::<StockCount>::from_json(&quantity()?)?;
                update.low_stock = Some(Clearable(least.0.map(StockCount::as_stock).transpose()?));
            }
            ToolColumn::WeightInKg => {
                let read = || Grams::from_kilograms(&number.weight()?);
                let weight = (!cell.is_empty()).then(read).transpose()?;
                update.weight_grams = Some(Clearable(weight.map(Grams::as_i64)));
            }
            ToolColumn::Status => update.is_draft = Some(status(cell)?),
            ToolColumn::PictureText => update.img_alt = Some(alt_text(&value)?.unwrap_or_default()),
            ToolColumn::Picture => update.img = Some(cell.to_owned()),
            ToolColumn::Added => {}
        }
        Ok(())
    }
}

fn status(cell: &str) -> Result<bool, InvalidValue> {
    match cell.to_lowercase().as_str() {
        "published" | "" => Ok(false),
        "draft" => Ok(true),
        _ => Err(InvalidValue::new("unknown", "Please enter Published or Draft.")),
    }
}
