-- Every refund of a purchase, of its whole payment too: what it returns of each line and of the delivery, and the number of
-- its credit note.
CREATE TABLE refunds (
    -- Stored at the provider too, so that a repeat after a lost response refunds nothing. The id of the payment, if all that
    -- is left of it goes back.
    id TEXT PRIMARY KEY,
    purchase_id TEXT NOT NULL REFERENCES purchases (id),
    payment_id TEXT NOT NULL REFERENCES payments (id),
    intent_id TEXT NOT NULL,
    -- What ends with it: nothing, orders that were paid together with others, or the payment. The state of the payment says
    -- how far such a refund is, too.
    ends TEXT NOT NULL CONSTRAINT refunds_ends CHECK (ends IN ('nothing', 'orders', 'payment')),
    amount_cents BIGINT NOT NULL CONSTRAINT refunds_amount CHECK (amount_cents > 0),
    -- The taxes in the amount.
    federal_tax_cents BIGINT NOT NULL DEFAULT 0,
    provincial_tax_cents BIGINT NOT NULL DEFAULT 0,
    -- The administrator's words. The customer reads them.
    reason TEXT NOT NULL,
    -- The shop's own words about the refund of a recorded payment.
    note TEXT,
    -- How a part of a recorded payment went back.
    method TEXT CONSTRAINT refunds_method CHECK (method IN ('cash', 'cheque', 'e-transfer', 'other')),
    state TEXT NOT NULL CONSTRAINT refunds_state CHECK (state IN ('due', 'done', 'refused')),
    -- Why the provider refused it. One that ends an order stays due, and is requested again.
    error TEXT,
    created_at BIGINT NOT NULL,
    -- The last attempt, or the end.
    changed_at BIGINT NOT NULL,
    -- Of the credit note, as 17 of C-17. The transaction that stores the end of the refund takes the next one from a counter
    -- and holds that row until it commits, so that there is no gap. NULL: refunds that were done before there were numbers.
    number BIGINT UNIQUE CONSTRAINT refunds_number CHECK (number IS NULL OR (number > 0 AND state = 'done')),
    CONSTRAINT refunds_taxes CHECK (
        federal_tax_cents >= 0 AND provincial_tax_cents >= 0 AND federal_tax_cents + provincial_tax_cents <= amount_cents
    ),
    CONSTRAINT refunds_error CHECK ((state <> 'refused' OR error IS NOT NULL) AND (state <> 'done' OR error IS NULL))
);

-- What a refund returns of a line, or of the delivery.
CREATE TABLE refund_lines (
    refund_id TEXT NOT NULL REFERENCES refunds (id),
    -- As in orders. 0: the delivery.
    line BIGINT NOT NULL CONSTRAINT refund_lines_line CHECK (line BETWEEN 0 AND 50),
    order_id TEXT REFERENCES orders (id),
    -- 0: an amount, without pieces.
    quantity BIGINT NOT NULL CONSTRAINT refund_lines_quantity CHECK (quantity BETWEEN 0 AND 1000000),
    amount_cents BIGINT NOT NULL CONSTRAINT refund_lines_amount CHECK (amount_cents > 0),
    federal_tax_cents BIGINT NOT NULL,
    provincial_tax_cents BIGINT NOT NULL,
    -- 1: it is all that was left of the order, which ends with it.
    ends_order BIGINT NOT NULL CONSTRAINT refund_lines_ends_order CHECK (ends_order IN (0, 1)),
    -- The tool whose pieces go back on sale, and when they did. An order that ends has orders.restocked_at instead.
    tool_id TEXT CONSTRAINT refund_lines_tool CHECK (tool_id IS NULL OR (quantity > 0 AND ends_order = 0)),
    restocked_at BIGINT CONSTRAINT refund_lines_restocked CHECK (restocked_at IS NULL OR tool_id IS NOT NULL),
    PRIMARY KEY (refund_id, line),
    CONSTRAINT refund_lines_delivery CHECK ((line = 0) = (order_id IS NULL)),
    CONSTRAINT refund_lines_taxes CHECK (
        federal_tax_cents >= 0 AND provincial_tax_cents >= 0 AND federal_tax_cents + provincial_tax_cents <= amount_cents
    )
);

-- Pieces that were refunded while the order goes on, and how many of them went back on sale.
ALTER TABLE orders ADD COLUMN refunded_quantity BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_refunded_quantity CHECK (refunded_quantity BETWEEN 0 AND quantity);
ALTER TABLE orders ADD COLUMN restocked_quantity BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_restocked_quantity CHECK (restocked_quantity BETWEEN 0 AND refunded_quantity);

INSERT INTO refunds (
    id, purchase_id, payment_id, intent_id, ends, amount_cents, federal_tax_cents, provincial_tax_cents, reason, note, method,
    state, error, created_at, changed_at
)
SELECT
    r.id, o.purchase_id, r.payment_id, r.intent_id, CASE WHEN r.ends_order = 1 THEN 'orders' ELSE 'nothing' END,
    r.amount_cents, r.federal_tax_cents, r.provincial_tax_cents, CASE WHEN r.ends_order = 1 THEN '' ELSE r.reason END,
    CASE WHEN r.ends_order = 1 AND r.reason <> '' THEN r.reason END, r.method, r.state, r.error, r.created_at, r.changed_at
FROM partial_refunds r JOIN orders o ON o.id = r.order_id;

-- The last refund of a purchase of several lines returned the delivery too.
INSERT INTO refund_lines (refund_id, line, order_id, quantity, amount_cents, federal_tax_cents, provincial_tax_cents, ends_order)
SELECT
    r.id, 0, NULL, 0, p.shipping_cents + p.shipping_federal_cents + p.shipping_provincial_cents,
    p.shipping_federal_cents, p.shipping_provincial_cents, 0
FROM partial_refunds r JOIN orders o ON o.id = r.order_id JOIN purchases p ON p.id = o.purchase_id
WHERE r.ends_order = 1 AND r.amount_cents > o.due_cents - o.part_refunded_cents AND p.shipping_cents > 0;

INSERT INTO refund_lines (refund_id, line, order_id, quantity, amount_cents, federal_tax_cents, provincial_tax_cents, ends_order)
SELECT
    r.id, o.line, o.id, CASE WHEN r.ends_order = 1 THEN o.quantity ELSE 0 END,
    r.amount_cents - coalesce((SELECT l.amount_cents FROM refund_lines l WHERE l.refund_id = r.id AND l.line = 0), 0),
    r.federal_tax_cents - coalesce((SELECT l.federal_tax_cents FROM refund_lines l WHERE l.refund_id = r.id AND l.line = 0), 0),
    r.provincial_tax_cents - coalesce((SELECT l.provincial_tax_cents FROM refund_lines l WHERE l.refund_id = r.id AND l.line = 0), 0),
    r.ends_order
FROM partial_refunds r JOIN orders o ON o.id = r.order_id;
DROP TABLE partial_refunds;

-- Whole payments that went back: all that their parts had left, as one line.
INSERT INTO refunds (
    id, purchase_id, payment_id, intent_id, ends, amount_cents, federal_tax_cents, provincial_tax_cents, reason, note, method,
    state, error, created_at, changed_at
)
SELECT
    m.id, p.id, m.id, m.intent_id, 'payment',
    m.amount_cents - coalesce((SELECT sum(r.amount_cents) FROM refunds r WHERE r.payment_id = m.id AND r.state <> 'refused'), 0),
    p.federal_tax_cents
        - coalesce((SELECT sum(r.federal_tax_cents) FROM refunds r WHERE r.payment_id = m.id AND r.state <> 'refused'), 0),
    p.provincial_tax_cents
        - coalesce((SELECT sum(r.provincial_tax_cents) FROM refunds r WHERE r.payment_id = m.id AND r.state <> 'refused'), 0),
    '', m.refund_note, m.refund_method, CASE WHEN m.state = 'refunded' THEN 'done' ELSE 'due' END,
    CASE WHEN m.state = 'refund_due' THEN m.refund_error END, m.refund_due_at, m.changed_at
FROM payments m JOIN purchases p ON p.id = m.order_id
    JOIN orders o ON o.purchase_id = p.id AND o.transaction_id = m.intent_id AND o.lines = 1
WHERE m.state IN ('refund_due', 'refunded');
INSERT INTO refund_lines (refund_id, line, order_id, quantity, amount_cents, federal_tax_cents, provincial_tax_cents, ends_order)
SELECT r.id, o.line, o.id, o.quantity, r.amount_cents, r.federal_tax_cents, r.provincial_tax_cents, 1
FROM refunds r JOIN orders o ON o.purchase_id = r.purchase_id AND o.transaction_id = r.intent_id
WHERE r.ends = 'payment';

CREATE INDEX refunds_purchase ON refunds (purchase_id, id);
CREATE INDEX refunds_payment ON refunds (payment_id);
-- A whole payment that is due is in payments_refund_due instead.
CREATE INDEX refunds_due ON refunds (changed_at) WHERE state = 'due' AND ends <> 'payment';
CREATE INDEX refunds_in_order ON refunds (created_at, id);
CREATE INDEX refund_lines_order ON refund_lines (order_id) WHERE order_id IS NOT NULL;
-- The stock history of a tool has the pieces that went back on sale while their order went on.
CREATE INDEX refund_lines_restocked ON refund_lines (tool_id, restocked_at, refund_id) WHERE restocked_at IS NOT NULL;
