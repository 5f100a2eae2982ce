//! Compares the rows of a file with the tools of the shop.

mod adapt;
mod older_file;
pub mod redirects;

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    mem,
    sync::Arc,
    time::Duration,
};

use self::redirects::PlannedRedirect;
use super::{
    ImportOptions, RowFault,
    columns::{ImportRow, ToolColumn, cells},
    file::{ToolFile, in_column},
    other_shops::ImportSource,
    pictures::PictureFiles,
};
use crate::{
    catalogue::{
        categories::{self, Category},
        tools::{
            store,
            tool::{Tool, ToolExtras, ToolUpdate, absolute, name_key},
        },
        uploads::image_url,
    },
    db::{self, Tx},
    shop::Shop,
    values::{
        Clearable,
        hash::sha256_hex,
        ids::Id,
        language::{Localized, localized},
        quantity::MAX_QUANTITY,
        time::Timestamp,
    },
};

/// A tool as it will be.
pub struct PlannedTool {
    pub line: u64,
    pub tool: Tool,
    /// The tool as it is now. `None` if it is new.
    pub old: Option<Tool>,
    pub from_revision: i64,
    /// How many pieces the import adds to the stock. It is negative if it takes some.
    pub delta: i64,
}

impl PlannedTool {
    /// Column, old cell and new cell.
    pub fn differences(&self, public_url: &str) -> Vec<(&'static str, String, String)> {
        let Some(old) = &self.old else { return Vec::new() };
        let cells = cells(old, public_url).into_iter().zip(cells(&self.tool, public_url));
        ToolColumn::ALL
            .into_iter()
            .zip(cells)
            .filter(|(column, (old, new))| old != new && *column != ToolColumn::QuantityAtDownload)
            .map(|(column, (old, new))| (column.as_str(), old, new))
            .collect()
    }
}

#[derive(Default)]
pub struct ImportPlan {
    pub source: ImportSource,
    pub added: Vec<PlannedTool>,
    pub changed: Vec<PlannedTool>,
    pub unchanged: usize,
    pub faults: Vec<RowFault>,
    /// Rows of another shop that cannot be taken. The others can.
    pub skipped: Vec<RowFault>,
    /// What is left out of rows of another shop that are taken.
    pub notes: Vec<RowFault>,
    pub unknown_columns: Vec<String>,
    /// Tools whose other quantity in the file is not taken.
    pub kept_quantities: usize,
    /// SKUs of the file that look altered by a spreadsheet, and are not taken.
    pub altered_skus: Vec<RowFault>,
    /// Cells of the file that are not taken, because the shop has changed the tool since the download.
    pub kept_changes: Vec<RowFault>,
    /// The redirects with the rows that ask for them.
    pub redirects: Vec<(u64, PlannedRedirect)>,
    pub digest: String,
}

impl ImportPlan {
    /// Takes only the rows without faults. Notes about the others say nothing.
    fn skip_faults(&mut self, notes: &mut Vec<RowFault>) {
        self.skipped = mem::take(&mut self.faults);
        let lines: HashSet<u64> = self.skipped.iter().map(|fault| fault.line).collect();
        for planned in [&mut self.added, &mut self.changed] {
            planned.retain(|planned| !lines.contains(&planned.line));
        }
        notes.retain(|note| !lines.contains(&note.line));
        self.redirects.retain(|(line, _)| !lines.contains(line));
    }
}

struct Planner<'a> {
    shop: &'a Shop,
    pictures: &'a PictureFiles,
    by_id: HashMap<Id, Tool>,
    by_sku: HashMap<String, Id>,
    categories: Vec<Category>,
    seen: HashSet<Id>,
    source: ImportSource,
    unknown_categories: HashSet<String>,
    notes: Vec<RowFault>,
    options: ImportOptions,
    kept_quantities: usize,
    altered_skus: Vec<RowFault>,
    kept_changes: Vec<RowFault>,
    /// Whether the file has the columns that a new tool needs.
    can_add: bool,
    now: Timestamp,
}

pub async fn make(
    tx: &Tx<'_>,
    shop: &Arc<Shop>,
    file: &ToolFile,
    options: ImportOptions,
    pictures: &PictureFiles,
) -> Result<ImportPlan, db::Error> {
    let mut by_id = HashMap::new();
    let receive = |tool: Tool| {
        by_id.insert(tool.id.clone(), tool);
        Ok(())
    };
    store::each_live_tool(tx, receive).await?;
    let sku = |tool: &Tool| Some((tool.extras.sku.clone()?, tool.id.clone()));
    let mut planner = Planner {
        by_sku: by_id.values().filter_map(sku).collect(),
        by_id,
        shop,
        pictures,
        categories: categories::store::all(tx).await?,
        seen: HashSet::new(),
        source: file.source,
        unknown_categories: HashSet::new(),
        notes: file.notes.clone(),
        options,
        kept_quantities: 0,
        altered_skus: Vec::new(),
        kept_changes: Vec::new(),
        can_add: file.missing_columns.is_empty(),
        now: shop.clock.now(),
    };
    let mut plan = ImportPlan {
        source: file.source,
        faults: file.faults.clone(),
        unknown_columns: file.unknown_columns.clone(),
        ..ImportPlan::default()
    };
    let mut version = format!("{} {options:?}", file.digest);
    for picture in pictures.list() {
        _ = write!(version, " {} {}", picture.file, picture.url);
    }
    let mut lacks_columns = false;
    for row in &file.rows {
        let line = row.line;
        match planner.plan_row(row.clone()) {
            Ok(None) => lacks_columns = true,
            Ok(Some(planned)) => {
                plan.redirects.extend(redirects::plan(line, &row.old_paths, &planned.tool));
                if let Some(old) = &planned.old {
                    _ = write!(version, " {} {}", old.id, old.revision);
                    // The stock counts where the file changes it.
                    if planned.delta != 0 {
                        _ = write!(version, " {}", old.available);
                    }
                }
                match &planned.old {
                    None => plan.added.push(planned),
                    Some(old) if planned.delta == 0 && planned.tool.revision == old.revision => {
                        plan.unchanged += 1;
                    }
                    Some(_) => plan.changed.push(planned),
                }
            }
            Err(detail) => plan.faults.push(RowFault { line, detail }),
        }
    }
    if lacks_columns {
        // One fault for all new tools of the file.
        plan.faults.push(RowFault { line: 1, detail: missing_columns(&file.missing_columns) });
    }
    planner.find_duplicates(&mut plan);
    plan.faults.sort_by_key(|fault| fault.line);
    if file.source != ImportSource::Trowel {
        plan.skip_faults(&mut planner.notes);
    }
    planner.notes.extend(redirects::keep_new(tx, &mut plan.redirects).await?);
    plan.kept_quantities = planner.kept_quantities;
    plan.altered_skus = planner.altered_skus;
    plan.kept_changes = planner.kept_changes;
    plan.notes = planner.notes;
    plan.notes.sort_by_key(|note| note.line);
    // Not the notes: the import does not know why a picture is missing.
    for fault in plan.faults.iter().chain(&plan.skipped) {
        _ = write!(version, " {} {}", fault.line, fault.detail.english());
    }
    plan.digest = sha256_hex(version.as_bytes());
    Ok(plan)
}

fn missing_columns(columns: &[ToolColumn]) -> Localized {
    let names = columns.iter().map(|column| column.as_str()).collect::<Vec<_>>().join(", ");
    if columns.len() == 1 {
        localized!(
            "New tools need the column {names}. Add it, or correct the ID or SKU of rows for tools that exist.",
            "Les nouveaux outils ont besoin de la colonne {names}. Ajoutez-la, ou corrigez l’ID ou le SKU des \
             lignes d’outils existants."
        )
    } else {
        localized!(
            "New tools need the columns {names}. Add them, or correct the ID or SKU of rows for tools that \
             exist.",
            "Les nouveaux outils ont besoin des colonnes {names}. Ajoutez-les, ou corrigez l’ID ou le SKU des \
             lignes d’outils existants."
        )
    }
}

fn missing(column: &str) -> impl Fn() -> Localized + '_ {
    move || localized!("{column}: A new tool needs this.", "{column}\u{a0}: Un nouvel outil en a besoin.")
}

fn check_price_steps(tool: &Tool) -> Result<(), Localized> {
    tool.check_price_steps().map_err(|fault| in_column("Price by quantity", &fault.detail))
}

impl Planner<'_> {
    /// Plans what a row changes. Returns `None` for a new tool if the file lacks a column that it needs.
    fn plan_row(&mut self, mut row: ImportRow) -> Result<Option<PlannedTool>, Localized> {
        if self.source != ImportSource::Trowel {
            self.adapt(&mut row);
        }
        let ImportRow { line, id, mut update, quantity_at_download, version_at_download, .. } = row;
        let sku = update.sku.as_ref().and_then(|sku| sku.0.as_ref());
        let id = match id {
            Some(id) if self.by_id.contains_key(&id) => Some(id),
            Some(_) => {
                return Err(localized!(
                    "ID: The shop has no tool with this ID. Leave it empty for a new tool.",
                    "ID\u{a0}: La boutique n’a pas d’outil avec cet identifiant. Laissez-le vide pour un \
                     nouvel outil."
                ));
            }
            None => sku.and_then(|sku| self.by_sku.get(sku)).cloned(),
        };
        let Some(id) = id else {
            self.find_category(&mut update)?;
            return if self.can_add { self.plan_new(line, update).map(Some) } else { Ok(None) };
        };
        if !self.seen.insert(id.clone()) {
            return Err(localized!(
                "This tool is in the file twice.",
                "Cet outil figure deux fois dans le fichier."
            ));
        }
        let old = self
            .by_id
            .get(&id)
            .ok_or_else(|| localized!("The shop has no such tool.", "La boutique n’a pas cet outil."))?
            .clone();
        // This comes before the checks, because the category or the picture at the download may be deleted by now.
        if let Some(version) = version_at_download {
            self.keep_changes(line, &mut update, &version, &old);
        }
        self.find_category(&mut update)?;
        self.check_picture(&mut update, Some(&old))?;
        self.keep_altered_sku(line, &mut update, &old);
        let delta = self.stock_change(&update, quantity_at_download, &old)?;
        let counted = old.available + delta;
        if counted > MAX_QUANTITY && counted != old.available {
            return Err(localized!(
                "Available quantity: At most {MAX_QUANTITY}.",
                "Available quantity\u{a0}: Au plus {MAX_QUANTITY}."
            ));
        }
        let revision = if update.changes_details(&old) { old.revision + 1 } else { old.revision };
        let tool = Tool { available: counted, ..update.applied(&old, revision, self.now) };
        check_price_steps(&tool)?;
        let from_revision = old.revision;
        Ok(Some(PlannedTool { line, tool, old: Some(old), from_revision, delta }))
    }

    fn plan_new(&self, line: u64, mut update: ToolUpdate) -> Result<PlannedTool, Localized> {
        self.check_picture(&mut update, None)?;
        let available = update.available.ok_or_else(missing("Available quantity"))?;
        if available > MAX_QUANTITY {
            return Err(localized!(
                "Available quantity: At most {MAX_QUANTITY}.",
                "Available quantity\u{a0}: Au plus {MAX_QUANTITY}."
            ));
        }
        // One microsecond apart, so that lists have the order of the file.
        let created_at = self.now.plus(Duration::from_micros(line));
        let tool = Tool {
            id: Id::new(created_at),
            name: update.name.clone().ok_or_else(missing("Name"))?,
            description: update.description.clone().ok_or_else(missing("Description"))?,
            img: update.img.clone().ok_or_else(missing("Picture"))?,
            price: update.price.ok_or_else(missing("Price"))?,
            available,
            minimum: update.minimum.unwrap_or(1),
            revision: 1,
            created_at,
            changed_at: self.now,
            extras: update.extras(ToolExtras::default()),
        };
        check_price_steps(&tool)?;
        Ok(PlannedTool { line, tool, old: None, from_revision: 1, delta: 0 })
    }

    /// A category may be given by its slug or by its name.
    fn find_category(&self, update: &mut ToolUpdate) -> Result<(), Localized> {
        let Some(Clearable(Some(wanted))) = &mut update.category else { return Ok(()) };
        let is_named = |category: &&Category| category.name.to_lowercase() == wanted.to_lowercase();
        let known = self.categories.iter().find(|category| category.slug == *wanted);
        match known.or_else(|| self.categories.iter().find(is_named)) {
            Some(category) => wanted.clone_from(&category.slug),
            None => {
                return Err(localized!(
                    "Category: There is no category “{wanted}”. Please add it first.",
                    "Category\u{a0}: La catégorie «\u{a0}{wanted}\u{a0}» n’existe pas. Veuillez d’abord l’ajouter."
                ));
            }
        }
        Ok(())
    }

    fn check_picture(&self, update: &mut ToolUpdate, old: Option<&Tool>) -> Result<(), Localized> {
        let Some(img) = &mut update.img else { return Ok(()) };
        if let Some(old) = old.filter(|old| absolute(&old.img, self.shop.public_url()) == *img) {
            img.clone_from(&old.img);
        } else {
            let address = self.pictures.address_of(img).map_err(|fault| in_column("Picture", &fault))?;
            *img = image_url::check_image_url(address, &self.shop.config)
                .map_err(|fault| in_column("Picture", &fault.detail))?;
        }
        Ok(())
    }

    /// Names and SKUs after the import must be unique.
    fn find_duplicates(&mut self, plan: &mut ImportPlan) {
        for planned in &plan.changed {
            self.by_id.remove(&planned.tool.id);
        }
        let mut names: HashSet<String> = self.by_id.values().map(|tool| name_key(&tool.name)).collect();
        let mut skus: HashSet<String> =
            self.by_id.values().filter_map(|tool| tool.extras.sku.clone()).collect();
        let mut planned: Vec<&PlannedTool> = plan.changed.iter().chain(&plan.added).collect();
        planned.sort_by_key(|planned| planned.line);
        for PlannedTool { line, tool, .. } in planned {
            if !names.insert(name_key(&tool.name)) {
                let detail = localized!(
                    "Name: Another tool is called “{}”.",
                    "Name\u{a0}: Un autre outil s’appelle «\u{a0}{}\u{a0}».",
                    tool.name
                );
                plan.faults.push(RowFault { line: *line, detail });
            }
            if let Some(sku) = &tool.extras.sku
                && !skus.insert(sku.clone())
            {
                plan.faults.push(RowFault {
                    line: *line,
                    detail: localized!(
                        "SKU: Another tool has “{sku}”.",
                        "SKU\u{a0}: Un autre outil a «\u{a0}{sku}\u{a0}»."
                    ),
                });
            }
        }
    }
}
