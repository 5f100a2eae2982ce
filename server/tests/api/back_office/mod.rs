pub mod backup;
pub mod csv_files;
pub mod email_texts;
pub mod figures;
pub mod reconciliation;
pub mod stock_history;
pub mod tax_report;
pub mod today;
