//! The columns of a file of tools, for export and import.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    catalogue::tools::{
        pictures::{ToolPicture, alt_text},
        price_steps::PriceSteps,
        tool::{Tool, ToolExtras, ToolUpdate, absolute},
    },
    http::csv::restore,
    values::{
        Clearable, FromJson, InvalidValue,
        ids::Id,
        money::Price,
        quantity::{OrderQuantity, StockCount},
        text::{NonEmptyText, SingleLine},
        weight::Grams,
    },
};

pub const COLUMNS: [&str; 15] = [
    "ID",
    "Name",
    "SKU",
    "Category",
    "Description",
    "Price",
    "Price by quantity",
    "Available quantity",
    "Minimum quantity",
    "Low stock",
    "Status",
    "Picture",
    "Picture text",
    "Weight in kg",
    "Added",
];

/// A tool as cells, in the order of [`COLUMNS`].
pub fn cells(tool: &Tool, public_url: &str) -> [String; 15] {
    let Tool {
        id,
        name,
        description,
        img,
        price,
        available,
        minimum,
        revision: _,
        created_at,
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
    [
        id.to_string(),
        name.clone(),
        sku.clone().unwrap_or_default(),
        category.clone().unwrap_or_default(),
        description.to_string(),
        price.to_string(),
        price_steps.to_string(),
        available.to_string(),
        minimum.to_string(),
        low_stock.map(|least| least.to_string()).unwrap_or_default(),
        if *is_draft { "Draft" } else { "Published" }.to_owned(),
        absolute(img, public_url).into_owned(),
        img_alt.clone(),
        weight_grams.map(Grams::kilograms).unwrap_or_default(),
        created_at.to_string().chars().take(19).collect::<String>().replace('T', " "),
    ]
}

/// A row of a file: the tool that it names, and what it says about it.
#[derive(Clone, Default)]
pub struct ImportRow {
    /// As spreadsheets count. The names of the columns are row 1.
    pub line: u64,
    pub id: Option<Id>,
    /// The address of the picture is not checked yet, and the category may be a name.
    pub update: ToolUpdate,
    /// Addresses of another shop, which `update` does not have.
    pub pictures: Vec<Arc<ToolPicture>>,
    /// The variants of another shop's product have one stock.
    pub shares_stock: bool,
}

impl ImportRow {
    /// Reads one cell. Empty cells of optional columns remove the value.
    pub fn read(&mut self, column: &str, cell: &str) -> Result<(), InvalidValue> {
        let cell = restore(cell).trim();
        let value = Value::from(cell);
        let update = &mut self.update;
        match column {
            "ID" if !cell.is_empty() => {
                let unknown = || InvalidValue::new("unknown", "The shop has no tool with this ID.");
                self.id = Some(Id::parse(cell).ok_or_else(unknown)?);
            }
            "Name" => update.name = Some(SingleLine::<120>::from_json(&value)?.into_string()),
            "SKU" => {
                let sku = Clearable::<SingleLine<40>>::from_json(&value)?;
                update.sku = Some(Clearable(sku.0.map(SingleLine::into_string)));
            }
            "Category" => {
                let category = Clearable::<SingleLine<60>>::from_json(&value)?;
                update.category = Some(Clearable(category.0.map(SingleLine::into_string)));
            }
            "Description" => {
                update.description = Some(NonEmptyText::<4_000>::from_json(&value)?.into_string().into());
            }
            "Price" => {
                let amount = Value::from(cell.trim_start_matches('$'));
                update.price = Some(Price::from_json(&amount)?.cents());
            }
            "Price by quantity" => update.price_steps = Some(PriceSteps::parse(cell)?),
            "Available quantity" => update.available = Some(StockCount::from_json(&value)?.as_i64()),
            "Minimum quantity" => update.minimum = Some(OrderQuantity::from_json(&value)?.as_i64()),
            "Low stock" => {
                let least = Clearable::<StockCount>::from_json(&value)?;
                update.low_stock = Some(Clearable(least.0.map(StockCount::as_stock).transpose()?));
            }
            "Weight in kg" => {
                let weight = (!cell.is_empty()).then(|| Grams::from_kilograms(cell)).transpose()?;
                update.weight_grams = Some(Clearable(weight.map(Grams::as_i64)));
            }
            "Status" => update.is_draft = Some(status(cell)?),
            "Picture text" => update.img_alt = Some(alt_text(&value)?.unwrap_or_default()),
            "Picture" if !cell.is_empty() => update.img = Some(cell.to_owned()),
            _ => {}
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
