//! What each table of the database holds of persons, how long, and what removes it. docs/privacy.md shows this list,
//! and the first privacy texts of a shop say the same in plain words.
//!
//! The durations are those that the jobs use. A table without a row fails a test.

use std::time::Duration;

use super::retention_rows::{OF_ACCOUNTS, OF_SALES, OF_THE_SHOP};
use crate::base::config::limits::YEAR;

/// A table and how long its rows stay.
#[derive(Debug)]
pub struct TableRetention {
    pub table: &'static str,
    /// What its rows say of persons. Empty: nothing.
    pub personal_data: &'static str,
    /// Each with what it counts from. Without any, the rows stay until what `removed_by` names.
    pub limits: &'static [(Duration, &'static str)],
    pub removed_by: RemovedBy,
    /// What stays longer than it should, or whose end is missing.
    pub gap: Option<&'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RemovedBy {
    /// This step of the cleanup job (`EXPIRING_ROWS` in app/background.rs). Rows of an account also end with it.
    Cleanup(&'static str),
    /// The step of the cleanup job that removes address, phone and postal code of old orders.
    OldContacts,
    /// The payments job.
    Payments,
    /// The request or the job that uses the row up.
    Use,
    /// Its user, or the deletion of the account.
    Account,
    /// The owner of the shop, or the operator.
    Owner,
    /// The row of this table that it belongs to.
    Parent(&'static str),
    /// Rows without personal data stay as long as the shop.
    Nothing,
}

/// Every table of the database.
pub fn tables() -> impl Iterator<Item = &'static TableRetention> {
    OF_ACCOUNTS.iter().chain(OF_SALES).chain(OF_THE_SHOP)
}

impl TableRetention {
    /// The row of the table in docs/privacy.md.
    pub fn to_markdown(&self) -> String {
        let personal = if self.personal_data.is_empty() { "–" } else { self.personal_data };
        let limits: Vec<String> =
            self.limits.iter().map(|(time, from)| format!("{} {from}", in_words(*time))).collect();
        let kept = if limits.is_empty() { "–".to_owned() } else { limits.join("; ") };
        let gap = self.gap.map(|gap| format!(". Gap: {gap}")).unwrap_or_default();
        format!("| `{}` | {personal} | {kept} | {}{gap} |", self.table, self.removed_by.in_words())
    }
}

impl RemovedBy {
    fn in_words(self) -> String {
        match self {
            Self::Cleanup(step) => format!("cleanup job, step \"{step}\""),
            Self::OldContacts => "cleanup job, contacts of old orders".to_owned(),
            Self::Payments => "payments job".to_owned(),
            Self::Use => "use".to_owned(),
            Self::Account => "its user, or the deletion of the account".to_owned(),
            Self::Owner => "the owner of the shop".to_owned(),
            Self::Parent(table) => format!("with its row in `{table}`"),
            Self::Nothing => "nothing".to_owned(),
        }
    }
}

/// In the largest unit that divides it: "7 years", "90 days", "5 minutes".
pub fn in_words(time: Duration) -> String {
    const MINUTE: u64 = 60;
    const HOUR: u64 = 60 * MINUTE;
    const DAY: u64 = 24 * HOUR;
    let seconds = time.as_secs();
    let units = [(YEAR.as_secs(), "year"), (DAY, "day"), (HOUR, "hour"), (MINUTE, "minute"), (1, "second")];
    let (unit, name) =
        units.into_iter().find(|(unit, _)| seconds.is_multiple_of(*unit)).unwrap_or((1, "second"));
    let count = seconds / unit;
    format!("{count} {name}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        accounts::session::SESSION_TTL,
        app::background::EXPIRING_ROWS,
        base::{
            audit::ENTRY_TTL,
            config::limits::ORDER_CONTACT_TTL,
            email::{FAILED_TTL, SENT_TTL},
        },
        sales::{basket, guests::ORDER_LINK_TTL},
    };

    const DOCUMENT: &str = include_str!("../../../docs/privacy.md");
    const ENGLISH: &str = include_str!("../settings/shop_settings/privacy.txt");
    const FRENCH: &str = include_str!("../settings/shop_settings/privacy.fr.txt");

    #[test]
    fn the_document_shows_the_list() {
        let shown: Vec<&str> = DOCUMENT.lines().filter(|line| line.starts_with("| `")).collect();
        let list: Vec<String> = tables().map(TableRetention::to_markdown).collect();
        assert_eq!(shown, list, "docs/privacy.md should have these rows:\n{}", list.join("\n"));
    }

    #[test]
    fn a_table_has_one_row_and_its_step_exists() {
        let mut names: Vec<&str> = tables().map(|row| row.table).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "a table is named twice: {names:?}");
        for row in tables() {
            if let RemovedBy::Cleanup(step) = row.removed_by {
                assert!(EXPIRING_ROWS.iter().any(|(name, _)| *name == step), "{}: no step {step}", row.table);
            }
            if let RemovedBy::Parent(parent) = row.removed_by {
                assert!(names.contains(&parent), "{}: no table {parent}", row.table);
            }
            let is_open = row.removed_by == RemovedBy::Nothing && !row.personal_data.is_empty();
            assert!(!is_open || row.gap.is_some(), "{}: nothing removes its personal data", row.table);
        }
    }

    #[test]
    fn every_step_of_the_cleanup_is_of_a_table() {
        for (step, _) in EXPIRING_ROWS {
            assert!(tables().any(|row| row.removed_by == RemovedBy::Cleanup(step)), "{step}");
        }
    }

    #[test]
    fn the_first_privacy_texts_have_the_durations_of_the_jobs() {
        let days = |time: Duration| time.as_secs() / (24 * 60 * 60);
        let years = |time: Duration| time.as_secs() / YEAR.as_secs();
        for (english, french) in [
            (
                format!("basket is kept for {} days", days(basket::ACCOUNT_TTL)),
                format!("panier est conservé {} jours", days(basket::ACCOUNT_TTL)),
            ),
            (
                format!("{} days if you are not logged in", days(basket::COOKIE_TTL)),
                format!("{} jours si vous n’êtes pas connecté", days(basket::COOKIE_TTL)),
            ),
            (
                format!("for {} days after it was sent", days(SENT_TTL)),
                format!("pendant {} jours après l’envoi", days(SENT_TTL)),
            ),
            (
                format!("{} days if it could not be delivered", days(FAILED_TTL)),
                format!("{} jours s’il n’a pas pu être livré", days(FAILED_TTL)),
            ),
            (
                format!("login ends after {} days at the latest", days(SESSION_TTL)),
                format!("session prend fin au plus tard après {} jours", days(SESSION_TTL)),
            ),
            (
                format!("link to an order works for {} days", days(ORDER_LINK_TTL)),
                format!("lien vers une commande fonctionne pendant {} jours", days(ORDER_LINK_TTL)),
            ),
            (
                format!("phone number of an order after {} years", years(ORDER_CONTACT_TTL)),
                format!("numéro de téléphone d’une commande après {} ans", years(ORDER_CONTACT_TTL)),
            ),
            (
                format!("record of what staff did is kept for {} years", years(ENTRY_TTL)),
                format!("registre des actions du personnel est conservé {} ans", years(ENTRY_TTL)),
            ),
        ] {
            assert!(ENGLISH.contains(&english), "privacy.txt lacks: {english}");
            assert!(FRENCH.contains(&french), "privacy.fr.txt lacks: {french}");
        }
    }

    #[test]
    fn a_duration_is_in_words() {
        let words = [5 * 60, 60 * 60, 86_400, 30 * 86_400, 7 * YEAR.as_secs(), 90]
            .map(|seconds| in_words(Duration::from_secs(seconds)));
        assert_eq!(words, ["5 minutes", "1 hour", "1 day", "30 days", "7 years", "90 seconds"]);
    }
}
