//! What a file may change that is older than the last sale, or was altered by a spreadsheet.

use super::Planner;
use crate::{
    catalogue::{
        import::{RowFault, spreadsheet_damage::is_altered},
        tools::tool::{Tool, ToolUpdate},
    },
    values::Clearable,
};

impl Planner<'_> {
    /// The file may be older than the last sale. So it adds what was changed in it, and sets nothing unless told to.
    pub fn stock_change(
        &mut self,
        update: &ToolUpdate,
        at_download: Option<i64>,
        old: &Tool,
    ) -> Result<i64, String> {
        let Some(counted) = update.available else { return Ok(0) };
        let Some(at_download) = at_download else {
            let delta = counted - old.available;
            let is_taken = self.options.set_quantities;
            self.kept_quantities += usize::from(delta != 0 && !is_taken);
            return Ok(if is_taken { delta } else { 0 });
        };
        let delta = counted - at_download;
        if old.available + delta < 0 {
            return Err(format!(
                "Available quantity: The file takes {} from the stock, and only {} are left.",
                -delta, old.available
            ));
        }
        Ok(delta)
    }

    pub fn keep_altered_sku(&mut self, line: u64, update: &mut ToolUpdate, old: &Tool) {
        let new = update.sku.as_ref().and_then(|Clearable(sku)| sku.as_deref());
        if let (Some(new), Some(sku)) = (new, &old.extras.sku)
            && is_altered(sku, new)
            && !self.options.take_altered_skus
        {
            let detail = format!("SKU: “{sku}” stays. The file has “{new}”.");
            self.altered_skus.push(RowFault { line, detail });
            update.sku = None;
        }
    }
}
