//! A file of the orders of a former shop. Shopify, WooCommerce and their plugins write such files.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    catalogue::import::{
        RowFault,
        named_rows::{self, ColumnNames, NamedRow, short},
        numbers::DecimalSigns,
    },
    values::{
        day::parse_start_of_day,
        email::Email,
        language::{Localized, localized},
        money::Cents,
        time::Timestamp,
    },
};

/// Shopify calls the number of an order its name.
const SHOPIFY_NUMBER: ColumnNames = &["name"];
const SHOPIFY_STATE: ColumnNames = &["financial_status"];
const SHOPIFY_FULFILMENT: ColumnNames = &["fulfillment_status"];
const SHOPIFY_CANCELLED: ColumnNames = &["cancelled_at"];
const NUMBER: ColumnNames = &["order_number", "order_no", "order_id", "order", "number"];
const STATE: ColumnNames = &["order_status", "status"];
const EMAIL: ColumnNames = &["email", "billing_email", "email_billing", "customer_email"];
const DATE: ColumnNames = &["created_at", "order_date", "date_created", "date", "paid_at"];
const TOTAL: ColumnNames = &["total", "order_total", "order_total_amount", "total_amount"];
const TAXES: ColumnNames = &["taxes", "tax_total", "total_tax", "order_tax", "order_total_tax_amount"];
const CURRENCY: ColumnNames = &["currency", "order_currency"];
const LINE_NAME: ColumnNames = &["lineitem_name", "item_name", "product_name"];
const LINE_QUANTITY: ColumnNames =
    &["lineitem_quantity", "item_quantity", "quantity", "quantity_refund", "qty"];
const LINE_PRICE: ColumnNames = &["lineitem_price", "item_cost", "item_price", "product_price"];
/// Plugins of WooCommerce write each line into a column, as `name:Draw Hoe|quantity:2|total:48.00`.
const PACKED_LINE: &str = "line_item_";

const MAX_NUMBER: usize = 40;
const MAX_TEXT: usize = 200;
/// The most lines of one order.
const MAX_LINES: usize = 200;

#[derive(Debug, Clone, PartialEq)]
pub struct FormerOrder {
    pub program: &'static str,
    pub number: String,
    pub email: Email,
    pub ordered_at: Timestamp,
    pub state: String,
    pub total: Cents,
    pub taxes: Option<Cents>,
    pub currency: String,
    pub lines: Vec<FormerOrderLine>,
}

/// One line of an order of a former shop, as its file states it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct FormerOrderLine {
    pub name: String,
    pub quantity: String,
    /// The price of one piece. Empty if the file does not say it.
    pub price: String,
}

#[derive(Default)]
pub struct OrderFile {
    pub orders: Vec<FormerOrder>,
    /// Orders that are left out, by their first rows, and why.
    pub faults: Vec<RowFault>,
}

/// How the file writes its amounts, and what it is about.
struct Format<'a> {
    program: &'static str,
    number: ColumnNames,
    zone: &'a TimeZone,
    now: Timestamp,
    /// The currency of the shop, for files without one.
    currency: &'a str,
    total: DecimalSigns,
    taxes: DecimalSigns,
}

/// Reads a file of orders. Days are days in `zone`. `currency` is the one of amounts whose file names none. The error
/// is a sentence about the whole file.
pub fn read(bytes: &[u8], zone: &TimeZone, currency: &str, now: Timestamp) -> Result<OrderFile, Localized> {
    let rows = named_rows::read(bytes)?;
    let is_shopify = rows.has(SHOPIFY_STATE) && rows.has(SHOPIFY_NUMBER);
    let format = Format {
        program: if is_shopify { "shopify" } else { "woocommerce" },
        number: if is_shopify { SHOPIFY_NUMBER } else { NUMBER },
        zone,
        now,
        currency,
        total: rows.signs(TOTAL),
        taxes: rows.signs(TAXES),
    };
    if ![format.number, DATE, EMAIL, TOTAL].into_iter().all(|names| rows.has(names)) {
        return Err(localized!(
            "This file needs the number, date, e-mail address and total of each order. Please choose an export \
             of orders from Shopify or WooCommerce.",
            "Ce fichier doit contenir le numéro, la date, l’adresse courriel et le total de chaque commande. \
             Veuillez choisir une exportation de commandes de Shopify ou de WooCommerce."
        ));
    }
    let mut file = OrderFile::default();
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut left_out: HashMap<&str, &str> = HashMap::new();
    let all: Vec<_> = rows.rows().collect();
    for row in &all {
        let number = row.get(format.number);
        let email = row.get(EMAIL);
        if left_out.get(number).is_some_and(|first| email.is_empty() || email == *first) && !number.is_empty()
        {
            continue;
        }
        // Each further row of an order is another line of it.
        if let Some(order) = known.get(number).and_then(|at| file.orders.get_mut(*at)) {
            if is_of_another_customer(order, row) {
                let detail = localized!(
                    "Order {} of another customer stands above. Please import each shop's file alone.",
                    "La commande {} d’un autre client figure plus haut. Veuillez importer séparément le \
                     fichier de chaque boutique.",
                    short(number)
                );
                file.faults.push(RowFault { line: row.line(), detail });
            } else {
                add_lines(order, row);
            }
            continue;
        }
        match read_order(row, &format) {
            Ok(mut order) => {
                add_lines(&mut order, row);
                known.insert(number, file.orders.len());
                file.orders.push(order);
            }
            Err(detail) => {
                left_out.insert(number, email);
                file.faults.push(RowFault { line: row.line(), detail });
            }
        }
    }
    Ok(file)
}

/// Two shops may have given out the same number. A further row of an order often has no address.
fn is_of_another_customer(order: &FormerOrder, row: &NamedRow<'_>) -> bool {
    let typed = row.get(EMAIL);
    !typed.is_empty() && Email::parse(typed).as_ref() != Some(&order.email)
}

fn read_order(row: &NamedRow<'_>, format: &Format<'_>) -> Result<FormerOrder, Localized> {
    let number = row.get(format.number);
    if number.is_empty() || number.chars().count() > MAX_NUMBER {
        return Err(localized!(
            "Number: An order needs a number of at most {MAX_NUMBER} characters.",
            "Numéro\u{a0}: Une commande doit avoir un numéro d’au plus {MAX_NUMBER}\u{a0}caractères."
        ));
    }
    let typed = row.get(EMAIL);
    if typed.is_empty() {
        return Err(localized!(
            "This order has no e-mail address, so it belongs to no customer.",
            "Cette commande n’a pas d’adresse courriel, donc elle n’appartient à aucun client."
        ));
    }
    let email = Email::parse(typed).ok_or_else(|| {
        localized!(
            "“{}” is not an e-mail address.",
            "«\u{a0}{}\u{a0}» n’est pas une adresse courriel.",
            short(typed)
        )
    })?;
    let date = row.get(DATE);
    let day = date.get(..10).and_then(|day| parse_start_of_day(day, format.zone));
    let ordered_at = day.filter(|day| *day <= format.now).ok_or_else(|| {
        let date = short(date);
        localized!(
            "Date: “{date}” is not a past day, such as 2026-03-31. Please write days in this way.",
            "Date\u{a0}: «\u{a0}{date}\u{a0}» n’est pas un jour passé comme 2026-03-31. Veuillez écrire les \
             jours de cette façon."
        )
    })?;
    let total = row.amount(TOTAL, format.total).map_err(|fault| {
        localized!(
        language =>
        "Total: {}",
        "Total\u{a0}: {}",
        fault.detail.in_language(language))
    })?;
    let currency = Some(row.get(CURRENCY)).filter(|code| !code.is_empty()).unwrap_or(format.currency);
    Ok(FormerOrder {
        program: format.program,
        number: number.to_owned(),
        email,
        ordered_at,
        state: state(row),
        total: total
            .ok_or_else(|| localized!("This order has no total.", "Cette commande n’a pas de total."))?,
        taxes: row.amount(TAXES, format.taxes).map_err(|fault| {
            localized!(
            language =>
            "Taxes: {}",
            "Taxes\u{a0}: {}",
            fault.detail.in_language(language))
        })?,
        currency: currency.chars().take(3).collect::<String>().to_uppercase(),
        lines: Vec::new(),
    })
}

/// Says the order's state in the words of the former shop.
fn state(row: &NamedRow<'_>) -> String {
    let cancelled = if row.get(SHOPIFY_CANCELLED).is_empty() { "" } else { "cancelled" };
    let words = [cancelled, row.get(SHOPIFY_STATE), row.get(SHOPIFY_FULFILMENT), row.get(STATE)];
    let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(", ").trim_start_matches("wc-").replace(['_', '-'], " ").chars().take(MAX_TEXT).collect()
}

fn add_lines(order: &mut FormerOrder, row: &NamedRow<'_>) {
    let cell = |names| row.get(names).chars().take(MAX_TEXT).collect::<String>();
    let line =
        FormerOrderLine { name: cell(LINE_NAME), quantity: cell(LINE_QUANTITY), price: cell(LINE_PRICE) };
    let packed = row.each_of(PACKED_LINE).filter_map(packed_line);
    let lines = Some(line).into_iter().chain(packed).filter(|line| !line.name.is_empty());
    order.lines.extend(lines.take(MAX_LINES - order.lines.len().min(MAX_LINES)));
}

fn packed_line(cell: &str) -> Option<FormerOrderLine> {
    let part = |name: &str| {
        let parts = cell.split('|').filter_map(|part| part.split_once(':'));
        let value = parts.into_iter().find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim());
        value.map(|value| value.chars().take(MAX_TEXT).collect::<String>())
    };
    let quantity = part("quantity").or_else(|| part("qty")).unwrap_or_default();
    Some(FormerOrderLine { name: part("name")?, quantity, price: part("price").unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(file: &str) -> OrderFile {
        let now = Timestamp::from_micros(1_800_000_000_000_000);
        read(file.as_bytes(), &TimeZone::UTC, "CAD", now).unwrap()
    }

    fn line(name: &str, quantity: &str, price: &str) -> FormerOrderLine {
        FormerOrderLine { name: name.into(), quantity: quantity.into(), price: price.into() }
    }

    #[test]
    fn an_order_of_shopify_has_several_rows() {
        let file = "Name,Email,Financial Status,Fulfillment Status,Currency,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Cancelled at\n\
            #1001,Ada@example.com,paid,fulfilled,CAD,6.24,54.24,2024-05-01 10:00:00 -0400,1,Draw Hoe,24.00,\n\
            #1001,Ada@example.com,,,,,,2024-05-01 10:00:00 -0400,2,Bow Rake,12.00,\n\
            #1002,bo@example.com,refunded,unfulfilled,USD,,10.00,2024-05-02 10:00:00 -0400,1,Twine,10.00,2024-05-03\n";
        let OrderFile { orders, faults } = read_all(file);
        assert!(faults.is_empty(), "{faults:?}");
        let [first, second] = &orders[..] else { panic!("{orders:?}") };
        assert_eq!(
            (first.program, &*first.number, first.email.as_str()),
            ("shopify", "#1001", "ada@example.com")
        );
        assert_eq!((&*first.state, &*first.currency), ("paid, fulfilled", "CAD"));
        assert_eq!((Some(first.total), first.taxes), (Cents::new(5_424), Cents::new(624)));
        assert_eq!(first.lines, [line("Draw Hoe", "1", "24.00"), line("Bow Rake", "2", "12.00")]);
        assert_eq!(first.ordered_at.to_string(), "2024-05-01T00:00:00.000000Z");
        assert_eq!((&*second.state, second.taxes), ("cancelled, refunded, unfulfilled", None));
    }

    #[test]
    fn the_orders_of_plugins_of_woocommerce_are_read() {
        let rows = "Order Number,Order Status,Order Date,Email (Billing),Order Total Amount,Item Name,Quantity (- Refund),Item Cost\n\
            17,Completed,2024-05-01 10:00,ada@example.com,48,Draw Hoe,1,24\n17,Completed,2024-05-01 10:00,ada@example.com,48,Bow Rake,2,12\n";
        let packed = "order_id;order_number;order_date;status;order_total;billing_email;line_item_1;line_item_2\n\
            9;17;2024-05-01;wc-completed;48,00;ada@example.com;name:Draw Hoe|sku:H|quantity:1|price:24;name:Bow Rake|quantity:2|price:12\n";
        for file in [rows, packed] {
            let OrderFile { orders, faults } = read_all(file);
            assert!(faults.is_empty() && orders.len() == 1, "{faults:?}");
            let order = &orders[0];
            assert_eq!(
                (order.program, &*order.number, Some(order.total)),
                ("woocommerce", "17", Cents::new(4_800))
            );
            assert_eq!((order.state.to_lowercase(), &*order.currency), ("completed".into(), "CAD"));
            assert_eq!(order.lines, [line("Draw Hoe", "1", "24"), line("Bow Rake", "2", "12")]);
        }
    }

    #[test]
    fn two_customers_with_one_number_share_no_order() {
        let file = "Order Number,Order Status,Order Date,Email (Billing),Order Total Amount,Item Name\n\
            17,Completed,2024-05-01,ada@example.com,48,Draw Hoe\n17,Completed,2024-05-03,bo@example.com,12,Twine\n\
            18,Completed,2024-05-01,ada@example.com,,Draw Hoe\n18,Completed,2024-05-03,bo@example.com,12,Twine\n";
        let OrderFile { orders, faults } = read_all(file);
        let read: Vec<_> = orders
            .iter()
            .map(|order| (&*order.number, order.email.as_str(), &*order.lines[0].name))
            .collect();
        assert_eq!(read, [("17", "ada@example.com", "Draw Hoe"), ("18", "bo@example.com", "Twine")]);
        assert_eq!(orders[0].lines.len(), 1);
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn an_order_that_says_nothing_certain_is_left_out_once() {
        let file = "Name,Email,Financial Status,Total,Created at,Lineitem name\n\
            #1,,paid,1.00,2024-05-01,A\n#1,,,,,B\n#2,ada,paid,1.00,2024-05-01,A\n#3,a@example.com,paid,1.00,05/01/2024,A\n\
            #4,a@example.com,paid,,2024-05-01,A\n#5,a@example.com,paid,ten,2024-05-01,A\n,a@example.com,paid,1.00,2024-05-01,A\n";
        let OrderFile { orders, faults } = read_all(file);
        assert!(orders.is_empty());
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 4, 5, 6, 7, 8]);
        assert!(
            faults[0].detail.english().contains("no e-mail address")
                && faults[2].detail.english().starts_with("Date: “05/01/2024”")
        );
        assert!(read(b"Title,Price\na,1\n", &TimeZone::UTC, "CAD", Timestamp::from_micros(0)).is_err());
    }
}
