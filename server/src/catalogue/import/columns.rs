//! The columns of a file of tools, for export and import.

use std::sync::Arc;

use serde_json::Value;

use super::{
    numbers::{DecimalSigns, NumberCell},
    version_at_download::{self, VersionAtDownload},
};
use crate::{
    catalogue::tools::{
        identifiers::ProductIdentifiers,
        pictures::{ToolPicture, alt_text},
        price_steps::PriceSteps,
        tool::{Tool, ToolExtras, ToolUpdate, absolute},
    },
    http::{
        csv::restore,
        file_columns::{CellKind, Column},
    },
    settings::redirects::old_path::OldPath,
    values::{
        Clearable, FromJson, InvalidValue,
        ids::Id,
        language::localized,
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
        Gtin = "GTIN",
        Brand = "Brand",
        Mpn = "MPN",
        Added = "Added",
        QuantityAtDownload = "Quantity at download",
        VersionAtDownload = "Version at download",
    }
}

impl ToolColumn {
    pub const fn kind(self) -> CellKind {
        match self {
            Self::Price => CellKind::Amount,
            Self::PriceByQuantity => CellKind::AmountsInText,
            Self::AvailableQuantity | Self::MinimumQuantity | Self::LowStock | Self::QuantityAtDownload => {
                CellKind::Count
            }
            Self::WeightInKg => CellKind::Decimal,
            Self::Added => CellKind::Time,
            Self::Id
            | Self::Name
            | Self::Sku
            | Self::Category
            | Self::Description
            | Self::Status
            | Self::Picture
            | Self::PictureText
            | Self::Gtin
            | Self::Brand
            | Self::Mpn
            | Self::VersionAtDownload => CellKind::Text,
        }
    }

    /// What an import changes, other than the stock.
    pub const fn is_detail(self) -> bool {
        !matches!(
            self,
            Self::Id
                | Self::AvailableQuantity
                | Self::Added
                | Self::QuantityAtDownload
                | Self::VersionAtDownload
        )
    }

    /// The update keeps what the tool has in this column.
    pub fn leave_out(self, update: &mut ToolUpdate, tool: &Tool) {
        match self {
            Self::Id | Self::Added | Self::QuantityAtDownload | Self::VersionAtDownload => {}
            Self::Name => update.name = None,
            Self::Sku => update.sku = None,
            Self::Category => update.category = None,
            Self::Description => update.description = None,
            Self::Price => update.price = None,
            Self::PriceByQuantity => update.price_steps = None,
            Self::AvailableQuantity => update.available = None,
            Self::MinimumQuantity => update.minimum = None,
            Self::LowStock => update.low_stock = None,
            Self::Status => update.is_draft = None,
            Self::Picture => update.img = None,
            // Another picture without a text would have none.
            Self::PictureText => update.img_alt = Some(tool.extras.img_alt.clone()),
            Self::WeightInKg => update.weight_grams = None,
            Self::Gtin => update.identifiers.gtin = None,
            Self::Brand => update.identifiers.brand = None,
            Self::Mpn => update.identifiers.mpn = None,
        }
    }
}

/// The headings of the file.
pub const COLUMNS: [Column; ToolColumn::ALL.len()] = {
    let mut columns = [("", CellKind::Text); ToolColumn::ALL.len()];
    let mut at = 0;
    while at < columns.len() {
        let column = ToolColumn::ALL[at];
        columns[at] = (column.as_str(), column.kind());
        at += 1;
    }
    columns
};

pub type ToolCells = [String; COLUMNS.len()];

/// A row of a download, in the order of [`ToolColumn::ALL`]. `added` is when the tool was added.
pub fn download_cells(tool: &Tool, public_url: &str, added: &str) -> Vec<String> {
    let mut cells = cells(tool, public_url);
    let version = version_at_download::write(tool, &cells);
    for (column, cell) in ToolColumn::ALL.into_iter().zip(&mut cells) {
        match column {
            ToolColumn::Added => added.clone_into(cell),
            ToolColumn::VersionAtDownload => cell.clone_from(&version),
            _ => {}
        }
    }
    cells.to_vec()
}

/// A tool as cells, without those that tell its time and its version.
pub fn cells(tool: &Tool, public_url: &str) -> ToolCells {
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
        identifiers: ProductIdentifiers { gtin, brand, mpn },
        slug: _,
        french: _,
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
        ToolColumn::Gtin => gtin.as_ref().map(|gtin| gtin.as_str().to_owned()).unwrap_or_default(),
        ToolColumn::Brand => brand.clone().unwrap_or_default(),
        ToolColumn::Mpn => mpn.clone().unwrap_or_default(),
        ToolColumn::Added | ToolColumn::VersionAtDownload => String::new(),
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
    /// The row as spreadsheets count. The names of the columns are row 1.
    pub line: u64,
    pub id: Option<Id>,
    /// The address of the picture is not checked yet, and the category may be a name.
    pub update: ToolUpdate,
    /// What the tool had when the file was made. The import adds the difference.
    pub quantity_at_download: Option<i64>,
    pub version_at_download: Option<VersionAtDownload>,
    /// Addresses of another shop, which `update` does not have.
    pub pictures: Vec<Arc<ToolPicture>>,
    /// The variants of another shop's product have one stock.
    pub shares_stock: bool,
    /// Another shop's charge that is sold as a product.
    pub is_fee: bool,
    pub old_paths: Arc<OldPaths>,
}

/// The paths at which another shop had a product and its category.
#[derive(Debug, Default)]
pub struct OldPaths {
    pub tool: Vec<OldPath>,
    pub category: Vec<OldPath>,
}

impl ImportRow {
    /// Reads one cell. Empty cells of optional columns remove the value. `signs` are the decimal signs of the column.
    pub fn read(&mut self, column: ToolColumn, cell: &str, signs: DecimalSigns) -> Result<(), InvalidValue> {
        let cell = restore(cell).trim();
        let value = Value::from(cell);
        let number = NumberCell::new(cell, signs);
        let quantity = || number.quantity().map(Value::from);
        let update = &mut self.update;
        match column {
            ToolColumn::Id | ToolColumn::Picture | ToolColumn::QuantityAtDownload if cell.is_empty() => {}
            ToolColumn::Id => {
                let unknown = || {
                    InvalidValue::new(
                        "unknown",
                        localized!(
                            "The shop has no tool with this ID.",
                            "La boutique n’a pas d’outil avec cet identifiant."
                        ),
                    )
                };
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
            ToolColumn::Gtin => update.identifiers.gtin = Some(Clearable::from_json(&value)?),
            ToolColumn::Brand => update.identifiers.brand = Some(line_of_70(&value)?),
            ToolColumn::Mpn => update.identifiers.mpn = Some(line_of_70(&value)?),
            ToolColumn::VersionAtDownload => self.version_at_download = VersionAtDownload::parse(cell),
            ToolColumn::Added => {}
        }
        Ok(())
    }
}

fn line_of_70(value: &Value) -> Result<Clearable<String>, InvalidValue> {
    let text = Clearable::<SingleLine<70>>::from_json(value)?;
    Ok(Clearable(text.0.map(SingleLine::into_string)))
}

fn status(cell: &str) -> Result<bool, InvalidValue> {
    match cell.to_lowercase().as_str() {
        "published" | "" => Ok(false),
        "draft" => Ok(true),
        _ => Err(InvalidValue::new(
            "unknown",
            localized!("Please enter Published or Draft.", "Veuillez entrer Published ou Draft."),
        )),
    }
}
