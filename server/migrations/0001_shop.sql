-- The shop from browsing to a shipped order. One text for both engines: ids are text made by the program (UUID v7),
-- money is BIGINT cents, times are BIGINT microseconds since 1970 UTC. Every rule that must never break is a CHECK or
-- an index here as well as code there.

-- Facts about this database as a whole: whether it is a demo, the currency.
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    -- Lower-cased. NULL until an account that came by phone or social sign-in has a verified address.
    email TEXT,
    email_verified_at BIGINT,
    display_name TEXT NOT NULL,
    photo_url TEXT,
    role TEXT NOT NULL CONSTRAINT users_role CHECK (role IN ('user', 'admin')),
    password_hash TEXT,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_in_order ON users (created_at, id);

-- One row per signed-in browser; the cookie's secret is stored hashed.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    -- The latest moment, whatever happens in between.
    ends_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sessions_secret ON sessions (secret_hash);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_end ON sessions (ends_at);

-- Access tokens die with their session: there is no other way to revoke one, and none is needed.
CREATE TABLE access_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX access_tokens_session ON access_tokens (session_id);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);

CREATE TABLE tools (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- Trimmed and lower-cased: names are unique among live tools whatever their capitals.
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    -- Our own pictures as a path from the root, others as an https address.
    img TEXT NOT NULL,
    price_cents BIGINT NOT NULL CONSTRAINT tools_price CHECK (price_cents BETWEEN 1 AND 99999999),
    -- More than anyone can enter: stock that comes back from deleted orders must always fit.
    available BIGINT NOT NULL CONSTRAINT tools_available CHECK (available BETWEEN 0 AND 1000000000),
    minimum BIGINT NOT NULL CONSTRAINT tools_minimum CHECK (minimum BETWEEN 1 AND 1000000),
    -- Counts descriptive edits, not stock movements.
    revision BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The last change of any column, stock included: how readers find what moved.
    changed_at BIGINT NOT NULL,
    -- Removed from sale. Orders keep name and price and stay payable.
    deleted_at BIGINT
);
CREATE UNIQUE INDEX tools_live_name ON tools (name_key) WHERE deleted_at IS NULL;
CREATE INDEX tools_changed ON tools (changed_at);

-- What the owner put in or took out; sales are not in it, they are the orders themselves. So for every tool
-- sum(delta) = available + the quantities of its orders.
CREATE TABLE stock_changes (
    id TEXT PRIMARY KEY,
    tool_id TEXT NOT NULL REFERENCES tools (id),
    delta BIGINT NOT NULL,
    reason TEXT NOT NULL,
    user_id TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX stock_changes_tool ON stock_changes (tool_id);

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
    CONSTRAINT orders_total CHECK (total_cents = price_cents * quantity AND total_cents BETWEEN 50 AND 99999999),
    CONSTRAINT orders_state CHECK (
        (state = 'unpaid' AND transaction_id IS NULL AND paid_at IS NULL AND shipped_at IS NULL)
        OR (state = 'paid' AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND shipped_at IS NULL)
        OR (state = 'shipped' AND transaction_id IS NOT NULL AND paid_at IS NOT NULL AND shipped_at IS NOT NULL)
    )
);
-- No payment pays two orders.
CREATE UNIQUE INDEX orders_transaction ON orders (transaction_id);
CREATE INDEX orders_in_order ON orders (created_at, id);
CREATE INDEX orders_user ON orders (user_id, created_at, id);
-- What holds stock without being paid: counted per customer, and expired by age.
CREATE INDEX orders_unpaid_of_user ON orders (user_id) WHERE state = 'unpaid';
CREATE INDEX orders_unpaid ON orders (created_at, id) WHERE state = 'unpaid';
CREATE INDEX orders_tool ON orders (tool_id);

-- One row per payment attempt, written before the card provider is asked. No foreign key to orders: a payment that
-- succeeds after its order was deleted must still be found, and given back.
CREATE TABLE payments (
    -- Our name for the attempt, and the idempotency key of the call that creates the intent.
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- NULL until the provider answered.
    intent_id TEXT,
    client_secret TEXT,
    state TEXT NOT NULL CONSTRAINT payments_state
        CHECK (state IN ('starting', 'open', 'succeeded', 'canceled', 'refund_due', 'refunded')),
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX payments_intent ON payments (intent_id);
-- An order has one payment under way or done at a time.
CREATE UNIQUE INDEX payments_current ON payments (order_id) WHERE state IN ('starting', 'open', 'succeeded');
CREATE INDEX payments_user ON payments (user_id, created_at);
CREATE INDEX payments_open ON payments (changed_at) WHERE state = 'open';
CREATE INDEX payments_refunds_due ON payments (changed_at) WHERE state = 'refund_due';

-- Signed events of the card provider, stored before they are answered; the id makes a repeat harmless.
CREATE TABLE webhook_events (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    intent_id TEXT,
    received_at BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    done_at BIGINT
);
CREATE INDEX webhook_events_waiting ON webhook_events (tried_at) WHERE done_at IS NULL;
CREATE INDEX webhook_events_done ON webhook_events (done_at) WHERE done_at IS NOT NULL;

-- Answers kept for 24 hours so that a repeated request is one request.
CREATE TABLE idempotency_keys (
    user_id TEXT NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    -- NULL while the first request is still running.
    status BIGINT,
    answer TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    -- NULL for the reviews a shop starts with.
    user_id TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    review TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX reviews_in_order ON reviews (created_at, id);
