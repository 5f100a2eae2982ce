-- Orders whose money went back, and who does the work that one node at a time does.

-- The table is made anew, as the states of an order are a CHECK, and one engine cannot change a CHECK in place. It is put aside
-- first: that takes it from every other node at once, so that nothing is written to it while it is copied.
ALTER TABLE orders RENAME TO orders_before_refunds;
CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    tool_id TEXT NOT NULL REFERENCES tools (id),
    -- As they were when the order was placed.
    tool_name TEXT NOT NULL,
    price_cents BIGINT NOT NULL,
    quantity BIGINT NOT NULL CONSTRAINT orders_quantity CHECK (quantity BETWEEN 1 AND 1000000),
    total_cents BIGINT NOT NULL,
    customer_name TEXT NOT NULL,
    customer_email TEXT NOT NULL,
    -- As the form stores them: the address typed by the customer is in phone, the phone in address (docs/decisions/0005).
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
    state TEXT NOT NULL,
    -- The card provider's intent that paid for this order.
    transaction_id TEXT,
    created_at BIGINT NOT NULL,
    -- When the customer last looked at it: decides which of several equal orders a bare amount means.
    opened_at BIGINT,
    paid_at BIGINT,
    shipped_at BIGINT,
    -- When an administrator decided that the money goes back, and when the card provider had taken that up.
    refund_begun_at BIGINT,
    refunded_at BIGINT,
    -- Set if the pieces went back on sale; then the order holds no stock any more.
    restocked_at BIGINT,
    -- What the search of Manage Orders looks at, in lower case.
    search_key TEXT NOT NULL,
    CONSTRAINT orders_total CHECK (total_cents = price_cents * quantity AND total_cents BETWEEN 50 AND 99999999),
    CONSTRAINT orders_state CHECK (
        (state = 'unpaid' AND transaction_id IS NULL AND paid_at IS NULL AND shipped_at IS NULL AND refund_begun_at IS NULL)
        OR (state = 'paid' AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND shipped_at IS NULL AND refund_begun_at IS NULL)
        OR (state = 'shipped' AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND shipped_at IS NOT NULL AND refund_begun_at IS NULL)
        OR (state IN ('refunding', 'refunded') AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND refund_begun_at IS NOT NULL)
    ),
    CONSTRAINT orders_refunded CHECK ((state = 'refunded') = (refunded_at IS NOT NULL)),
    -- What was sent away is not on the shelf.
    CONSTRAINT orders_restocked CHECK (restocked_at IS NULL OR (refund_begun_at IS NOT NULL AND shipped_at IS NULL))
);
INSERT INTO orders (id, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email, phone,
    address, state, transaction_id, created_at, opened_at, paid_at, shipped_at, search_key)
    SELECT id, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email, phone,
        address, state, transaction_id, created_at, opened_at, paid_at, shipped_at, search_key FROM orders_before_refunds;
DROP TABLE orders_before_refunds;
-- No payment pays two orders.
CREATE UNIQUE INDEX orders_transaction ON orders (transaction_id);
CREATE INDEX orders_in_order ON orders (created_at, id);
CREATE INDEX orders_user ON orders (user_id, created_at, id);
-- What holds stock without being paid: counted per customer, and expired by age.
CREATE INDEX orders_unpaid_of_user ON orders (user_id) WHERE state = 'unpaid';
CREATE INDEX orders_unpaid ON orders (created_at, id) WHERE state = 'unpaid';
CREATE INDEX orders_tool ON orders (tool_id);
-- The lists of Manage Orders by state, in their order.
CREATE INDEX orders_state ON orders (state, created_at, id);

-- Since when the money of a payment is due back.
ALTER TABLE payments ADD COLUMN due_at BIGINT;
UPDATE payments SET due_at = changed_at WHERE state IN ('refund_due', 'refunded');
-- What the card provider said when it refused to give it back, the last time it was asked.
ALTER TABLE payments ADD COLUMN refund_refusal TEXT;
-- What the books show of money that went back.
CREATE INDEX payments_gone_back ON payments (changed_at) WHERE state IN ('refund_due', 'refunded');

-- Who does a kind of work that every node could do and one at a time should. A node that died is followed after expires_at.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
