-- Purchases: what a customer pays at once, with delivery and taxes. An order is a line of exactly one purchase.
-- SQLite cannot change the constraints of a table, so orders is written again.

CREATE TABLE purchases (
    -- The id of its first line, so that payments, links and e-mails of older orders stay valid. It keeps the id when that
    -- line is deleted.
    id TEXT PRIMARY KEY,
    -- As people write it: #1042. Its lines have the same number.
    number BIGINT NOT NULL,
    -- Where it goes, as far as delivery and taxes depend on it. The address is in the orders. NULL: nothing depends on it.
    province TEXT,
    postal_code TEXT,
    -- The delivery as it was offered. NULL: the shop charged none.
    method TEXT,
    method_name TEXT,
    is_pick_up BIGINT NOT NULL DEFAULT 0 CONSTRAINT purchases_pick_up CHECK (is_pick_up IN (0, 1)),
    days_from BIGINT,
    days_to BIGINT,
    -- Cents. Prices times quantities of all lines.
    goods_cents BIGINT NOT NULL,
    discount_cents BIGINT NOT NULL DEFAULT 0,
    shipping_cents BIGINT NOT NULL DEFAULT 0,
    -- Where the sale is taxed: where the goods go, or where the shop is if the customer fetches them.
    tax_province TEXT,
    -- GST or HST. Rates are in millionths. The number is that of the shop's registration.
    federal_tax TEXT,
    federal_rate BIGINT,
    federal_base_cents BIGINT,
    federal_tax_cents BIGINT NOT NULL DEFAULT 0,
    federal_number TEXT,
    provincial_tax TEXT,
    provincial_rate BIGINT,
    provincial_base_cents BIGINT,
    provincial_tax_cents BIGINT NOT NULL DEFAULT 0,
    provincial_number TEXT,
    -- The delivery's shares of both taxes. The rest is in the lines.
    shipping_federal_cents BIGINT NOT NULL DEFAULT 0,
    shipping_provincial_cents BIGINT NOT NULL DEFAULT 0,
    total_cents BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- Until when a checkout that is not paid holds its stock. NULL: it is paid, or its orders follow the older rules.
    held_until BIGINT,
    -- 1: the customer has extended that once.
    is_extended BIGINT NOT NULL DEFAULT 0 CONSTRAINT purchases_extended CHECK (is_extended IN (0, 1)),
    CONSTRAINT purchases_discount CHECK (discount_cents BETWEEN 0 AND goods_cents),
    CONSTRAINT purchases_total CHECK (
        total_cents = goods_cents - discount_cents + shipping_cents + federal_tax_cents + provincial_tax_cents
        AND total_cents BETWEEN 50 AND 99999999 AND shipping_cents >= 0
    ),
    CONSTRAINT purchases_delivery CHECK (
        (method IS NULL) = (method_name IS NULL) AND (method IS NULL) = (days_from IS NULL)
        AND (method IS NULL) = (days_to IS NULL) AND (method IS NOT NULL OR (shipping_cents = 0 AND is_pick_up = 0))
    ),
    -- Half a cent counts as one.
    CONSTRAINT purchases_federal CHECK (
        (federal_tax IS NULL AND federal_rate IS NULL AND federal_base_cents IS NULL AND federal_number IS NULL
            AND federal_tax_cents = 0)
        OR (federal_tax IN ('GST', 'HST') AND federal_rate IS NOT NULL AND federal_base_cents IS NOT NULL
            AND federal_number IS NOT NULL AND tax_province IS NOT NULL
            AND federal_base_cents BETWEEN 0 AND goods_cents - discount_cents + shipping_cents
            AND federal_tax_cents = (federal_base_cents * federal_rate + 500000) / 1000000)
    ),
    CONSTRAINT purchases_provincial CHECK (
        (provincial_tax IS NULL AND provincial_rate IS NULL AND provincial_base_cents IS NULL
            AND provincial_number IS NULL AND provincial_tax_cents = 0)
        OR (provincial_tax IN ('QST', 'PST', 'RST') AND provincial_rate IS NOT NULL AND provincial_base_cents IS NOT NULL
            AND provincial_number IS NOT NULL AND tax_province IS NOT NULL
            AND provincial_base_cents BETWEEN 0 AND goods_cents - discount_cents + shipping_cents
            AND provincial_tax_cents = (provincial_base_cents * provincial_rate + 500000) / 1000000)
    ),
    -- HST contains the tax of the province.
    CONSTRAINT purchases_hst CHECK (federal_tax IS NULL OR federal_tax = 'GST' OR provincial_tax IS NULL),
    CONSTRAINT purchases_shipping_shares CHECK (
        shipping_federal_cents BETWEEN 0 AND federal_tax_cents
        AND shipping_provincial_cents BETWEEN 0 AND provincial_tax_cents
    )
);
CREATE INDEX purchases_held ON purchases (held_until, id) WHERE held_until IS NOT NULL;

INSERT INTO purchases (id, number, goods_cents, total_cents, created_at)
SELECT id, number, total_cents, total_cents, created_at FROM orders;

CREATE TABLE orders_before AS SELECT * FROM orders;
CREATE TABLE partial_refunds_before AS SELECT * FROM partial_refunds;
DROP TABLE partial_refunds;
DROP TABLE orders;

CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    -- The number that people read and type, as #1042. Numbers of a block that a stopped node reserved are never used.
    number BIGINT NOT NULL,
    purchase_id TEXT NOT NULL REFERENCES purchases (id),
    -- 1 is the first line. Numbers of deleted lines stay free.
    line BIGINT NOT NULL CONSTRAINT orders_line CHECK (line BETWEEN 1 AND 50),
    -- How many lines the purchase has.
    lines BIGINT NOT NULL CONSTRAINT orders_lines CHECK (lines BETWEEN 1 AND 50),
    user_id TEXT NOT NULL REFERENCES users (id),
    tool_id TEXT NOT NULL REFERENCES tools (id),
    -- Name and price when the order was placed.
    tool_name TEXT NOT NULL,
    price_cents BIGINT NOT NULL,
    quantity BIGINT NOT NULL CONSTRAINT orders_quantity CHECK (quantity BETWEEN 1 AND 1000000),
    total_cents BIGINT NOT NULL,
    -- Its shares of what the purchase has beyond the goods.
    discount_cents BIGINT NOT NULL DEFAULT 0,
    federal_tax_cents BIGINT NOT NULL DEFAULT 0,
    provincial_tax_cents BIGINT NOT NULL DEFAULT 0,
    -- What the customer pays for it, with its taxes. The only line of a purchase has the delivery too.
    due_cents BIGINT NOT NULL,
    customer_name TEXT NOT NULL,
    customer_email TEXT NOT NULL,
    -- As the form stores them: phone holds the delivery address and address the phone number (docs/decisions/0005).
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
    -- 1: staff entered it for the customer. The audit trail has who did.
    entered BIGINT NOT NULL DEFAULT 0 CONSTRAINT orders_entered CHECK (entered IN (0, 1)),
    state TEXT NOT NULL,
    -- The payment intent that paid the order.
    transaction_id TEXT,
    created_at BIGINT NOT NULL,
    -- When the customer last opened it. A bare amount means the one of several equal orders that was opened last.
    opened_at BIGINT,
    paid_at BIGINT,
    shipped_at BIGINT,
    -- How it was shipped, if the owner said so. The link is for carriers that the shop does not know.
    carrier TEXT,
    tracking_number TEXT,
    tracking_link TEXT,
    -- When an administrator decided the refund, and when the card provider accepted it.
    refund_begun_at BIGINT,
    refunded_at BIGINT,
    -- Set if the items are on sale again. Then the order holds no stock any more.
    restocked_at BIGINT,
    -- When the shop learned that the payer's bank disputes the payment. Shipping asks the owner then. It stays after the
    -- dispute, as the provider's mark does. payments.disputed_at says what is disputed now.
    disputed_at BIGINT,
    -- The sum of its partial refunds, done or due. The order keeps its state.
    part_refunded_cents BIGINT NOT NULL DEFAULT 0
        CONSTRAINT orders_part_refunded CHECK (part_refunded_cents >= 0 AND part_refunded_cents < due_cents),
    -- What the owner writes down about the order. The customer gets it with an export of the account.
    notes TEXT,
    -- Customer, e-mail and tool in lower case, with a space before each word, for the search of Manage Orders. The
    -- program writes it, because the engines disagree about lower case beyond ASCII.
    search_key TEXT NOT NULL,
    -- The digits of the phone number (values/search_words.rs), if it has enough.
    phone_key BIGINT,
    -- Until when the order of a customer who never paid holds its stock. The customer's first payment ends that rule for all
    -- orders of the account. NULL: the order expires by its age and the settings.
    held_until BIGINT,
    -- The method of the payment that paid the order, so that lists and figures read no second table. NULL: by card, or unpaid.
    payment_method TEXT CONSTRAINT orders_payment_method CHECK (payment_method IN ('cash', 'cheque', 'e-transfer', 'other')
        AND (payment_method IS NULL OR transaction_id IS NOT NULL)),
    -- 1: the order waited while card payment was off. Its customer was promised no end, so it does not expire.
    kept BIGINT NOT NULL DEFAULT 0 CONSTRAINT orders_kept CHECK (kept IN (0, 1)),
    -- A line may be smaller than what a card can be charged.
    CONSTRAINT orders_total CHECK (total_cents = price_cents * quantity AND total_cents BETWEEN 1 AND 99999999),
    CONSTRAINT orders_due CHECK (
        discount_cents BETWEEN 0 AND total_cents AND federal_tax_cents >= 0 AND provincial_tax_cents >= 0
        AND due_cents >= total_cents - discount_cents + federal_tax_cents + provincial_tax_cents
        AND (lines = 1 OR due_cents = total_cents - discount_cents + federal_tax_cents + provincial_tax_cents)
    ),
    CONSTRAINT orders_state CHECK (
        (state = 'unpaid' AND transaction_id IS NULL AND paid_at IS NULL AND shipped_at IS NULL AND refund_begun_at IS NULL)
        OR (state = 'paid' AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND shipped_at IS NULL AND refund_begun_at IS NULL)
        OR (state = 'shipped' AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND shipped_at IS NOT NULL AND refund_begun_at IS NULL)
        OR (state IN ('refunding', 'refunded') AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND refund_begun_at IS NOT NULL)
    ),
    CONSTRAINT orders_refunded CHECK ((state = 'refunded') = (refunded_at IS NOT NULL)),
    -- Shipped items cannot go back on sale.
    CONSTRAINT orders_restocked CHECK (restocked_at IS NULL OR (refund_begun_at IS NOT NULL AND shipped_at IS NULL))
);

INSERT INTO orders (
    purchase_id, line, lines, due_cents,
    id, number, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email,
    phone, address, entered, state, transaction_id, created_at, opened_at, paid_at, shipped_at, carrier,
    tracking_number, tracking_link, refund_begun_at, refunded_at, restocked_at, disputed_at,
    part_refunded_cents, notes, search_key, phone_key, held_until, payment_method, kept
)
SELECT
    id, 1, 1, total_cents,
    id, number, user_id, tool_id, tool_name, price_cents, quantity, total_cents, customer_name, customer_email,
    phone, address, entered, state, transaction_id, created_at, opened_at, paid_at, shipped_at, carrier,
    tracking_number, tracking_link, refund_begun_at, refunded_at, restocked_at, disputed_at,
    part_refunded_cents, notes, search_key, phone_key, held_until, payment_method, kept
FROM orders_before;
DROP TABLE orders_before;

-- A payment pays at most one purchase. Unpaid orders are not in it.
CREATE UNIQUE INDEX orders_transaction ON orders (transaction_id, line) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX orders_number ON orders (number, line);
CREATE UNIQUE INDEX orders_purchase ON orders (purchase_id, line);
CREATE INDEX orders_in_order ON orders (created_at, id);
CREATE INDEX orders_user ON orders (user_id, created_at, id);
-- Unpaid orders hold stock, so they are counted per customer. The condition is not about state: before PostgreSQL knows
-- how many orders a shop has, it would take orders_state for that, which reads the unpaid orders of all customers.
CREATE INDEX orders_unpaid_of_user ON orders (user_id) WHERE transaction_id IS NULL;
CREATE INDEX orders_tool ON orders (tool_id, created_at, id);
CREATE INDEX orders_phone ON orders (phone_key) WHERE phone_key IS NOT NULL;
-- The lists of Manage Orders by state, and unpaid orders by age.
CREATE INDEX orders_state ON orders (state, created_at, id);
-- The daily e-mail to the owner, and the figures of a day, with every column that they need. Unpaid orders are not in it.
CREATE INDEX orders_paid ON orders (paid_at, id, tool_id, quantity, total_cents, refund_begun_at, payment_method) WHERE paid_at IS NOT NULL;
-- The orders of customers who never paid, which the job deletes.
CREATE INDEX orders_held ON orders (held_until, id) WHERE held_until IS NOT NULL AND transaction_id IS NULL;
-- Whether a customer ever paid. A customer may have thousands of unpaid orders, so orders_user is no substitute.
CREATE INDEX orders_paid_by_user ON orders (user_id) WHERE transaction_id IS NOT NULL;
-- Orders whose stock came back with a refund.
CREATE INDEX orders_restocked ON orders (tool_id, restocked_at, id) WHERE restocked_at IS NOT NULL;

CREATE TABLE partial_refunds (
    -- Stored at the provider too, so that a repeat after a lost response refunds nothing.
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payments (id),
    intent_id TEXT NOT NULL,
    amount_cents BIGINT NOT NULL CONSTRAINT partial_refunds_amount CHECK (amount_cents > 0),
    -- The administrator's words. The customer reads them.
    reason TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT partial_refunds_state CHECK (state IN ('due', 'done', 'refused')),
    -- Why the provider refused it.
    error TEXT,
    created_at BIGINT NOT NULL,
    -- The last attempt, or the end.
    changed_at BIGINT NOT NULL,
    -- The taxes in the amount.
    federal_tax_cents BIGINT NOT NULL DEFAULT 0,
    provincial_tax_cents BIGINT NOT NULL DEFAULT 0,
    -- 1: it is all that is left of an order which was paid together with others.
    ends_order BIGINT NOT NULL DEFAULT 0 CONSTRAINT partial_refunds_ends_order CHECK (ends_order IN (0, 1)),
    -- How a part of a recorded payment went back.
    method TEXT CONSTRAINT partial_refunds_method CHECK (method IN ('cash', 'cheque', 'e-transfer', 'other')),
    CONSTRAINT partial_refunds_taxes CHECK (
        federal_tax_cents >= 0 AND provincial_tax_cents >= 0 AND federal_tax_cents + provincial_tax_cents <= amount_cents
    ),
    CONSTRAINT partial_refunds_error CHECK ((state = 'refused') = (error IS NOT NULL))
);
INSERT INTO partial_refunds (id, order_id, payment_id, intent_id, amount_cents, reason, state, error, created_at, changed_at, method)
SELECT id, order_id, payment_id, intent_id, amount_cents, reason, state, error, created_at, changed_at, method FROM partial_refunds_before;
DROP TABLE partial_refunds_before;
CREATE INDEX partial_refunds_order ON partial_refunds (order_id, id);
CREATE INDEX partial_refunds_payment ON partial_refunds (payment_id);
-- The next part of an order waits until the outcome of the one before is known.
CREATE UNIQUE INDEX partial_refunds_due_of_order ON partial_refunds (order_id) WHERE state = 'due';
CREATE INDEX partial_refunds_due ON partial_refunds (changed_at) WHERE state = 'due';
CREATE INDEX partial_refunds_in_order ON partial_refunds (created_at, id);

-- What a visitor means to buy. It reserves nothing.
CREATE TABLE baskets (
    id TEXT PRIMARY KEY,
    user_id TEXT UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the secret in the cookie of a visitor without account.
    secret_hash TEXT UNIQUE,
    -- Counts the changes, so that a checkout buys what the customer saw.
    revision BIGINT NOT NULL CONSTRAINT baskets_revision CHECK (revision > 0),
    changed_at BIGINT NOT NULL,
    CONSTRAINT baskets_owner CHECK ((user_id IS NULL) <> (secret_hash IS NULL))
);
CREATE INDEX baskets_of_visitors ON baskets (changed_at) WHERE secret_hash IS NOT NULL;
CREATE INDEX baskets_of_accounts ON baskets (changed_at) WHERE user_id IS NOT NULL;

CREATE TABLE basket_lines (
    basket_id TEXT NOT NULL REFERENCES baskets (id) ON DELETE CASCADE,
    tool_id TEXT NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    quantity BIGINT NOT NULL CONSTRAINT basket_lines_quantity CHECK (quantity BETWEEN 1 AND 1000000),
    -- The price that the customer saw last. Never the price that is charged.
    shown_cents BIGINT NOT NULL,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (basket_id, tool_id)
);
CREATE INDEX basket_lines_tool ON basket_lines (tool_id);

-- Of one piece, for delivery by weight. NULL: the owner has not entered it.
ALTER TABLE tools ADD COLUMN weight_grams BIGINT CONSTRAINT tools_weight CHECK (weight_grams BETWEEN 1 AND 1000000);

-- Where purchases go, in parts, as JSON. NULL: the customer has saved none.
ALTER TABLE profiles ADD COLUMN delivery_address TEXT;
