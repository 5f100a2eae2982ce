//! What the owner does across features: the day's overview, figures, books, backups, and the pages about customers.

pub mod audit_log;
pub mod backup;
pub mod csv_files;
pub mod customers;
pub mod email_texts;
pub mod figures;
pub mod owner_tasks;
pub mod reconciliation;
pub mod service_tests;
pub mod stock_history;
pub mod tax_overview;
pub mod tax_report;
pub mod today;
pub mod undelivered_email;
