//! Logging in joins the baskets of browser and account.

use super::{BasketHolder, MAX_LINES, line::BasketLine, listed::listed, store};
use crate::{
    accounts,
    db::{self, Tx},
    values::{
        ids::Id,
        language::{Localized, localized},
        time::Timestamp,
    },
};

/// How many tools a notice names.
const NAMED: usize = 3;

/// Something about the whole basket, told once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BasketNotice {
    pub code: &'static str,
    pub sentence: Localized,
}

struct Joined {
    lines: Vec<BasketLine>,
    notices: Vec<BasketNotice>,
}

/// The lines of both baskets. The same tool has the larger quantity, not the sum. Stock is not looked at, so a line
/// above it shows its problem. The browser's lines come first if there are too many.
fn joined(browser: Vec<BasketLine>, account: Vec<BasketLine>) -> Joined {
    let has_both = !browser.is_empty();
    let mut lines = browser;
    let mut came = Vec::new();
    let mut left_out = Vec::new();
    for line in account {
        let same = lines.iter().position(|other| other.tool.id == line.tool.id);
        let text = format!("{} ({})", line.tool.name, line.quantity);
        match same {
            Some(at) if lines[at].quantity >= line.quantity => {}
            Some(at) => {
                came.push(text);
                lines[at] = line;
            }
            None if lines.len() < MAX_LINES => {
                came.push(text);
                lines.push(line);
            }
            None => left_out.push(text),
        }
    }
    let mut notices = Vec::new();
    if has_both && !came.is_empty() {
        let sentence = localized!(
            language =>
            "From your account’s basket: {}.",
            "Du panier de votre compte\u{a0}: {}.",
            listed(&came, NAMED, language)
        );
        notices.push(BasketNotice { code: "joined", sentence });
    }
    if !left_out.is_empty() {
        let sentence = localized!(
            language =>
            "A basket has at most {MAX_LINES} tools. These of your account’s basket are left out: {}.",
            "Un panier contient au plus {MAX_LINES}\u{a0}outils. Ceux-ci du panier de votre compte sont \
             laissés de côté\u{a0}: {}.",
            listed(&left_out, NAMED, language)
        );
        notices.push(BasketNotice { code: "left_out", sentence });
    }
    Joined { lines, notices }
}

/// Moves the lines of a cookie's basket into the account's. Does nothing the second time. The browser's code replaces
/// the account's if it works for this customer.
pub async fn join(
    tx: &Tx<'_>,
    (user, customer_key): (&Id, &str),
    hash: &str,
    now: Timestamp,
) -> Result<Vec<BasketNotice>, db::Error> {
    if !store::lock_existing_of_cookie(tx, hash).await? {
        return Ok(Vec::new());
    }
    let holder = BasketHolder::Cookie { hash: hash.to_owned(), customer_key: customer_key.to_owned() };
    if let Some(browser) = holder.basket(tx).await? {
        if !accounts::store::lock_user(tx, user).await? {
            return Ok(Vec::new());
        }
        let basket = store::lock_of_user(tx, user, &Id::new(now), now).await?;
        let holder = BasketHolder::Account { id: user.clone(), customer_key: customer_key.to_owned() };
        let account = holder.basket(tx).await?;
        let has_code = account.as_ref().is_some_and(|basket| basket.code.is_some());
        let works = browser.discount(now).is_some();
        let account = account.map(|basket| basket.lines).unwrap_or_default();
        let Joined { lines, notices } = joined(browser.lines, account.clone());
        if let Some(code) = browser.code.as_ref().filter(|_| works || !has_code) {
            store::set_code(tx, &basket, Some(&code.code.id)).await?;
        }
        for line in lines.iter().filter(|line| !account.contains(line)) {
            store::set_line(tx, &basket, &line.tool.id, line.quantity, line.shown, line.added_at).await?;
        }
        for left_out in account.iter().filter(|line| lines.iter().all(|kept| kept.tool.id != line.tool.id)) {
            store::remove_line(tx, &basket, &left_out.tool.id).await?;
        }
        store::count_change(tx, &basket).await?;
        store::delete_of_cookie(tx, hash).await?;
        return Ok(notices);
    }
    store::delete_of_cookie(tx, hash).await?;
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use super::{super::line::tests::tool, *};
    use crate::values::money::Cents;

    fn line(name: &str, quantity: i64) -> BasketLine {
        let mut tool = tool(name, 10, 1);
        // Tools of one name have one id.
        tool.id = Id::new(Timestamp::from_micros(0));
        tool.id = Id::parse(&format!("01933d8e-0000-7000-8000-{:012x}", name.len())).unwrap_or(tool.id);
        BasketLine { tool, quantity, shown: Cents::ZERO, added_at: Timestamp::from_micros(0) }
    }

    fn texts(joined: &Joined) -> (Vec<String>, Vec<&str>) {
        let lines = joined.lines.iter().map(|line| format!("{} {}", line.tool.name, line.quantity));
        (lines.collect(), joined.notices.iter().map(|notice| notice.sentence.english()).collect())
    }

    #[test]
    fn the_same_tool_has_the_larger_quantity_and_a_notice_says_what_came() {
        let both = joined(
            vec![line("Hoe", 2), line("Rake", 500)],
            vec![line("Hoe", 6), line("Rake", 1), line("Spade", 3)],
        );
        assert_eq!(
            texts(&both),
            (
                vec!["Hoe 6".into(), "Rake 500".into(), "Spade 3".into()],
                vec!["From your account’s basket: Hoe (6) and Spade (3)."]
            )
        );
        let nothing_new = joined(vec![line("Hoe", 2)], vec![line("Hoe", 2)]);
        assert_eq!(texts(&nothing_new), (vec!["Hoe 2".into()], vec![]));
    }

    #[test]
    fn lines_beyond_the_limit_are_named() {
        let name = |length: usize| "x".repeat(length);
        let browser = (1..=49).map(|n| line(&name(n), 1)).collect();
        let account = (50..=54).map(|n| line(&name(n), 1)).collect();
        let both = joined(browser, account);
        assert_eq!(both.lines.len(), MAX_LINES);
        assert_eq!(both.notices.len(), 2);
        assert!(
            both.notices[1].sentence.english().ends_with("(1) and 1 more."),
            "{:?}",
            both.notices[1].sentence
        );
    }
}
