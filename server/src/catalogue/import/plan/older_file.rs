//! What a file may change that is older than the last sale, or was altered by a spreadsheet.

use super::Planner;
use crate::{
    catalogue::{
        import::{
            RowFault,
            columns::{ToolColumn, cells},
            spreadsheet_damage::is_altered,
            version_at_download::VersionAtDownload,
        },
        tools::tool::{Tool, ToolUpdate},
    },
    values::{
        Clearable,
        language::{Localized, localized},
    },
};

impl Planner<'_> {
    /// The file may be older than the last sale. So it adds what was changed in it, and sets nothing unless told to.
    pub fn stock_change(
        &mut self,
        update: &ToolUpdate,
        at_download: Option<i64>,
        old: &Tool,
    ) -> Result<i64, Localized> {
        let Some(counted) = update.available else { return Ok(0) };
        let Some(at_download) = at_download else {
            let delta = counted - old.available;
            let is_taken = self.options.set_quantities;
            self.kept_quantities += usize::from(delta != 0 && !is_taken);
            return Ok(if is_taken { delta } else { 0 });
        };
        let delta = counted - at_download;
        if old.available + delta < 0 {
            return Err(localized!(
                "Available quantity: The file takes {} from the stock, and only {} are left.",
                "Available quantity\u{a0}: Le fichier en retire {} du stock, et il n’en reste que {}.",
                -delta,
                old.available
            ));
        }
        Ok(delta)
    }

    /// Leaves out cells of columns that the shop has changed since the download, unless told to take them.
    pub fn keep_changes(
        &mut self,
        line: u64,
        update: &mut ToolUpdate,
        version: &VersionAtDownload,
        old: &Tool,
    ) {
        if self.options.overwrite_changes || !version.is_of(old) {
            return;
        }
        let public_url = self.shop.public_url();
        let new = update.clone().applied(old, old.revision, old.changed_at);
        let cells = cells(old, public_url).into_iter().zip(cells(&new, public_url));
        for (column, (shown, wanted)) in ToolColumn::ALL.into_iter().zip(cells) {
            if shown == wanted || !column.is_detail() || version.has(old, column, &shown) {
                continue;
            }
            let (name, is_older) = (column.as_str(), version.has(old, column, &wanted));
            let (shown, wanted) = (shorten(&shown), shorten(&wanted));
            let detail = if is_older {
                localized!(
                    "{name}: “{shown}” stays. The file has the older “{wanted}”.",
                    "{name}\u{a0}: «\u{a0}{shown}\u{a0}» reste. Le fichier a l’ancienne valeur \
                     «\u{a0}{wanted}\u{a0}»."
                )
            } else {
                localized!(
                    "{name}: “{shown}” stays. The file has “{wanted}”.",
                    "{name}\u{a0}: «\u{a0}{shown}\u{a0}» reste. Le fichier a «\u{a0}{wanted}\u{a0}»."
                )
            };
            self.kept_changes.push(RowFault { line, detail });
            column.leave_out(update, old);
        }
    }

    pub fn keep_altered_sku(&mut self, line: u64, update: &mut ToolUpdate, old: &Tool) {
        let new = update.sku.as_ref().and_then(|Clearable(sku)| sku.as_deref());
        if let (Some(new), Some(sku)) = (new, &old.extras.sku)
            && is_altered(sku, new)
            && !self.options.take_altered_skus
        {
            let detail = localized!(
                "SKU: “{sku}” stays. The file has “{new}”.",
                "SKU\u{a0}: «\u{a0}{sku}\u{a0}» reste. Le fichier a «\u{a0}{new}\u{a0}»."
            );
            self.altered_skus.push(RowFault { line, detail });
            update.sku = None;
        }
    }
}

/// Descriptions are long.
fn shorten(cell: &str) -> String {
    const MAX_SHOWN: usize = 80;
    match cell.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}…", cell[..end].trim_end()),
        None => cell.to_owned(),
    }
}
