//! New orders, all unpaid.

use super::search_key;
use crate::{
    db::{Error, Last, Tx, Value, params, queries},
    sales::{
        orders::order::Order,
        purchases::{self, Purchase},
    },
    values::search_words::phone_key,
};

macro_rules! into_orders {
    () => {
        "INSERT INTO orders (id, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email, phone, address, state, created_at, search_key, number, phone_key, entered, held_until, kept, purchase_id, line, lines, discount_cents, federal_tax_cents, provincial_tax_cents, due_cents, new_customer, changed_at)"
    };
}

/// An unpaid order.
macro_rules! insert {
    () => {
        concat!(into_orders!(), "
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'unpaid', $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $12)")
    };
}

/// Up to [`LINES_AT_ONCE`] unpaid orders of a purchase. Rows without an id are left out.
macro_rules! insert_lines {
    () => {
        concat!(into_orders!(), "
        SELECT l.column1, $1, l.column2, l.column3, l.column4, l.column5, l.column6, $2, $3, $4, $5, 'unpaid', $6, l.column7, $7, $8, $9, NULL, $10, $11, l.column8, $12, l.column9, l.column10, l.column11, l.column12, CAST($61 AS BIGINT), $6
        FROM (VALUES
            (CAST($13 AS TEXT), CAST($14 AS TEXT), CAST($15 AS TEXT), CAST($16 AS BIGINT), CAST($17 AS BIGINT), CAST($18 AS BIGINT), CAST($19 AS TEXT), CAST($20 AS BIGINT), CAST($21 AS BIGINT), CAST($22 AS BIGINT), CAST($23 AS BIGINT), CAST($24 AS BIGINT)),
            ($25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36),
            ($37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48),
            ($49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60)) AS l
        WHERE l.column1 IS NOT NULL")
    };
}
const LINES_AT_ONCE: usize = 4;
/// Parameters for all of them, and for each.
const SHARED: usize = 12;
const OF_LINE: usize = 12;

queries! {
    fn insert(values: Vec<Value>) -> Last = insert!(), [@values,];
    fn insert_at_once(values: Vec<Value>) = insert!(), [@values,];
    fn insert_several(values: Vec<Value>) -> Last = insert_lines!(), [@values,];
}

fn values_of(order: &Order, is_of_new_customer: bool) -> Vec<Value> {
    params![
        order.id,
        order.user_id,
        order.tool_id,
        order.tool_name,
        order.price,
        order.quantity,
        order.total,
        order.customer_name,
        order.customer_email,
        order.contact.phone,
        order.contact.address,
        order.created_at,
        search_key(order),
        order.number,
        phone_key(order.contact.phone_number()),
        order.is_entered,
        order.held_until,
        order.is_kept,
        order.line.purchase_id,
        order.line.number,
        order.line.lines,
        order.line.discount,
        order.line.federal_tax,
        order.line.provincial_tax,
        order.line.due,
        is_of_new_customer
    ]
    .to_vec()
}

/// Inserts an order that is a purchase of its own, at the end of the transaction.
pub async fn unpaid(tx: &Tx<'_>, order: &Order) -> Result<(), Error> {
    purchases::store::insert_plain(tx, &plain_purchase(order)).await?;
    line(tx, order, false).await
}

fn plain_purchase(order: &Order) -> Purchase {
    Purchase::plain(&order.id, order.number, order.total, order.created_at)
}

/// Inserts the orders of a checkout as [`line()`] does, several in one statement: PostgreSQL parses all conditions of
/// the table again for each statement. The hold of a checkout's orders is in their purchase: `held_until` stays NULL.
pub async fn lines(tx: &Tx<'_>, orders: &[Order], are_of_new_customer: bool) -> Result<(), Error> {
    if let [order] = orders {
        return line(tx, order, are_of_new_customer).await;
    }
    for chunk in orders.chunks(LINES_AT_ONCE) {
        let Some(first) = chunk.first() else { continue };
        let mut parameters = params![
            first.user_id,
            first.customer_name,
            first.customer_email,
            first.contact.phone,
            first.contact.address,
            first.created_at,
            first.number,
            phone_key(first.contact.phone_number()),
            first.is_entered,
            first.is_kept,
            first.line.purchase_id,
            first.line.lines
        ]
        .to_vec();
        for order in chunk {
            parameters.extend_from_slice(params![
                order.id,
                order.tool_id,
                order.tool_name,
                order.price,
                order.quantity,
                order.total,
                search_key(order),
                order.line.number,
                order.line.discount,
                order.line.federal_tax,
                order.line.provincial_tax,
                order.line.due
            ]);
        }
        parameters.resize(SHARED + LINES_AT_ONCE * OF_LINE, Value::Null);
        parameters.extend_from_slice(params![are_of_new_customer]);
        insert_several(tx, parameters).await?;
    }
    Ok(())
}

/// Inserts an order of a purchase that is inserted before it, at the end of the transaction. An order of a new customer
/// counts for what customers who never paid hold.
pub async fn line(tx: &Tx<'_>, order: &Order, is_of_new_customer: bool) -> Result<(), Error> {
    insert(tx, values_of(order, is_of_new_customer)).await
}

/// Inserts the order before the next statement, so that the demo pays it in the same transaction.
pub async fn sample(tx: &Tx<'_>, order: &Order) -> Result<(), Error> {
    purchases::store::insert_at_once(tx, &plain_purchase(order)).await?;
    insert_at_once(tx, values_of(order, false)).await
}
