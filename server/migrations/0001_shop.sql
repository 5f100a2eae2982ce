-- The schema of the shop. One text for both engines: ids are text made by the program (UUID v7), money is BIGINT cents,
-- times are BIGINT microseconds since 1970 UTC. Each rule that must never break is a CHECK or an index here, and code.

-- Facts about this database as a whole: whether it is a demo, the currency, the account of the card provider.
CREATE TABLE shop_metadata (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

-- What the owner says about the shop. Every save adds a row, so that old versions stay as the history. One JSON value,
-- because all settings are read and saved together, and one revision protects all of them from lost updates.
CREATE TABLE shop_settings (
    -- Without gaps. The key lets one of two concurrent saves win.
    revision BIGINT PRIMARY KEY CONSTRAINT shop_settings_revision CHECK (revision > 0),
    -- The subject of its audit entry, which has who saved it.
    id TEXT NOT NULL,
    -- The texts that differ from the first ones, by name.
    settings TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE users (
    id TEXT PRIMARY KEY,
    -- Lower-cased. NULL until an account made by phone or social login has a verified e-mail.
    email TEXT,
    email_verified_at BIGINT,
    -- As +16135550142. NULL, or confirmed by a code that was sent to it.
    phone TEXT,
    -- The last login by it. Numbers are given to new owners.
    phone_used_at BIGINT,
    display_name TEXT NOT NULL,
    photo_url TEXT,
    role TEXT NOT NULL CONSTRAINT users_role CHECK (role IN ('user', 'admin')),
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    -- When the owner of the e-mail address reclaimed the account. Unpaid orders placed before it are cancelled.
    reclaimed_at BIGINT,
    -- An administrator blocked the account: it cannot log in.
    blocked_at BIGINT,
    -- A deleted account keeps its row, because paid orders refer to it. All personal data in it is erased.
    deleted_at BIGINT
);
CREATE UNIQUE INDEX users_email ON users (email);
CREATE UNIQUE INDEX users_phone ON users (phone);
CREATE INDEX users_in_order ON users (created_at, id);
CREATE INDEX users_reclaimed ON users (reclaimed_at) WHERE reclaimed_at IS NOT NULL;

-- The words of each account's names and addresses, also former ones, for the search of orders by customer. There are
-- fewer customers than orders, and a purchase writes nothing here.
CREATE TABLE user_search_words (
    -- The first eight bytes of the word (values/search_words.rs).
    word BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (word, user_id)
);
CREATE INDEX user_search_words_user ON user_search_words (user_id);

-- One row per signed-in browser. The secret of its cookie is stored hashed.
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL,
    -- How the user logged in, and with which browser: shown in the list of sessions.
    method TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    -- The session ends then, even if it is in use.
    expires_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX sessions_secret ON sessions (secret_hash);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Access tokens are deleted with their session. They cannot be revoked in any other way.
CREATE TABLE access_tokens (
    hash TEXT PRIMARY KEY,
    session_id TEXT NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL
);
CREATE INDEX access_tokens_session ON access_tokens (session_id);
CREATE INDEX access_tokens_expiry ON access_tokens (expires_at);

-- Identities at Google, Facebook, GitHub and Twitter. The e-mail address is not a key: a provider may reassign it.
CREATE TABLE linked_identities (
    -- The issuer in the provider's tokens. For providers without one, the provider's name.
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- google, github, facebook or twitter.
    provider TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The name at the provider, for the list of login methods.
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
-- An account has at most one identity at each provider.
CREATE UNIQUE INDEX linked_identities_user ON linked_identities (user_id, provider);

-- Social logins in progress. The first callback deletes its row, so that each works once.
CREATE TABLE oauth_states (
    state_hash TEXT PRIMARY KEY,
    -- The hash of a cookie of the browser that started it. Another browser cannot finish it.
    browser_hash TEXT NOT NULL,
    provider TEXT NOT NULL,
    nonce TEXT NOT NULL,
    pkce_verifier TEXT NOT NULL,
    -- popup or redirect.
    mode TEXT NOT NULL,
    -- The page it returns to: login, signup or account.
    screen TEXT NOT NULL,
    -- A path of the shop.
    return_to TEXT NOT NULL,
    -- Set when a signed-in account links the provider.
    link_user_id TEXT,
    expires_at BIGINT NOT NULL
);
CREATE INDEX oauth_states_expiry ON oauth_states (expires_at);

-- Tokens in e-mailed links that verify an address, finish an account, log in or set a new password. Each works once.
CREATE TABLE email_tokens (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CONSTRAINT email_tokens_purpose CHECK (purpose IN ('verify', 'finish', 'log_in', 'reset')),
    -- The token verifies the address it was sent to, even if the account has another address by then.
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX email_tokens_user ON email_tokens (user_id, purpose, created_at);
CREATE INDEX email_tokens_expiry ON email_tokens (expires_at);

-- One-time codes of six digits, sent to a phone for login.
-- rate_limits counts how many are sent, so a used or replaced code needs no row.
CREATE TABLE one_time_codes (
    -- The phone number.
    target TEXT NOT NULL,
    -- The hash of the cookie that asked for it. Only this holder can use it, and the code of another holder
    -- does not replace it.
    holder_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (target, holder_hash)
);
CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at);

-- Browsers that have logged in to an account before. Failed logins of other browsers do not lock them out.
CREATE TABLE known_devices (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX known_devices_user ON known_devices (user_id);
CREATE INDEX known_devices_expiry ON known_devices (expires_at);

-- All counters that limit how often something happens.
CREATE TABLE rate_limits (
    -- The action and a hash of what it is counted by, so that addresses without an account leave the same rows.
    key TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    -- The count is 0 from then on.
    expires_at BIGINT NOT NULL
);
CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

-- The owner's categories. The slug never changes, because links have it. A renamed category keeps its links.
CREATE TABLE categories (
    -- The subject of audit entries.
    id TEXT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    -- The slug of the category above, which has none above itself. No foreign key: backups restore rows in any order.
    parent TEXT,
    created_at BIGINT NOT NULL
);

CREATE TABLE tools (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- Trimmed and lower-cased: names of live tools are unique regardless of case.
    name_key TEXT NOT NULL,
    -- All names it ever had in lower case, with a space before each word, because orders keep the former names.
    search_key TEXT NOT NULL,
    description TEXT NOT NULL,
    -- Own pictures as a path from the root, others as an https address.
    img TEXT NOT NULL,
    price_cents BIGINT NOT NULL CONSTRAINT tools_price CHECK (price_cents BETWEEN 1 AND 99999999),
    -- Above the limit for input: stock of cancelled orders must always fit.
    available BIGINT NOT NULL CONSTRAINT tools_available CHECK (available BETWEEN 0 AND 1000000000),
    minimum BIGINT NOT NULL CONSTRAINT tools_minimum CHECK (minimum BETWEEN 1 AND 1000000),
    -- Counts descriptive edits, not stock movements.
    revision BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The last change of any column, stock included. Readers find changed tools by it.
    changed_at BIGINT NOT NULL,
    -- Set when the tool is removed from sale. Orders keep its name and price and can still be paid.
    deleted_at BIGINT,
    -- The owner's article number.
    sku TEXT,
    category TEXT REFERENCES categories (slug),
    -- 1: only the owner sees the tool.
    draft BIGINT NOT NULL DEFAULT 0 CONSTRAINT tools_draft CHECK (draft IN (0, 1)),
    -- Low stock begins here. NULL: not watched.
    low_stock BIGINT CONSTRAINT tools_low_stock CHECK (low_stock BETWEEN 0 AND 1000000)
);
CREATE UNIQUE INDEX tools_live_name ON tools (name_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tools_live_sku ON tools (sku) WHERE deleted_at IS NULL;
-- Removed tools, to be restored or deleted.
CREATE INDEX tools_removed ON tools (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tools_category ON tools (category) WHERE category IS NOT NULL;
CREATE INDEX tools_changed ON tools (changed_at);

-- Imported files of tools. The audit entry has the id, and this row the numbers.
CREATE TABLE tool_imports (
    id TEXT PRIMARY KEY,
    user_id TEXT,
    added BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    unchanged BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);

-- Stock that the owner added or removed. Sales are not in it: they are the orders.
-- For each tool, sum(delta) = available + the quantities of its orders.
CREATE TABLE stock_changes (
    id TEXT PRIMARY KEY,
    tool_id TEXT NOT NULL REFERENCES tools (id),
    delta BIGINT NOT NULL,
    reason TEXT NOT NULL,
    user_id TEXT,
    created_at BIGINT NOT NULL
);
CREATE INDEX stock_changes_tool ON stock_changes (tool_id);

-- The order number that nodes reserve in blocks (orders/numbers), and how many orders are shipped and refunded.
-- A row is added by its first use.
CREATE TABLE counters (
    name TEXT PRIMARY KEY,
    -- The last reserved number, or the count.
    value BIGINT NOT NULL
);

CREATE TABLE orders (
    id TEXT PRIMARY KEY,
    -- The number that people read and type, as #1042. Numbers of a block that a stopped node reserved are never used.
    number BIGINT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id),
    tool_id TEXT NOT NULL REFERENCES tools (id),
    -- Name and price when the order was placed.
    tool_name TEXT NOT NULL,
    price_cents BIGINT NOT NULL,
    quantity BIGINT NOT NULL CONSTRAINT orders_quantity CHECK (quantity BETWEEN 1 AND 1000000),
    total_cents BIGINT NOT NULL,
    customer_name TEXT NOT NULL,
    customer_email TEXT NOT NULL,
    -- As the form stores them: phone holds the delivery address and address the phone number (docs/decisions/0005).
    phone TEXT NOT NULL,
    address TEXT NOT NULL,
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
    -- What the owner writes down about the order. Customers never see it.
    notes TEXT,
    -- Customer, e-mail and tool in lower case, with a space before each word, for the search of Manage Orders. The
    -- program writes it, because the engines disagree about lower case beyond ASCII.
    search_key TEXT NOT NULL,
    -- The digits of the phone number (values/search_words.rs), if it has enough.
    phone_key BIGINT,
    CONSTRAINT orders_total CHECK (total_cents = price_cents * quantity AND total_cents BETWEEN 50 AND 99999999),
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
-- A payment pays at most one order. Unpaid orders are not in it.
CREATE UNIQUE INDEX orders_transaction ON orders (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE UNIQUE INDEX orders_number ON orders (number);
CREATE INDEX orders_in_order ON orders (created_at, id);
CREATE INDEX orders_user ON orders (user_id, created_at, id);
-- Unpaid orders hold stock, so they are counted per customer.
CREATE INDEX orders_unpaid_of_user ON orders (user_id) WHERE state = 'unpaid';
CREATE INDEX orders_tool ON orders (tool_id);
CREATE INDEX orders_phone ON orders (phone_key) WHERE phone_key IS NOT NULL;
-- The lists of Manage Orders by state, and unpaid orders by age.
CREATE INDEX orders_state ON orders (state, created_at, id);

-- One row per payment attempt, written before the card provider is asked. There is no foreign key to orders: a payment
-- that succeeds after its order was deleted must still be found and refunded.
CREATE TABLE payments (
    -- Also the idempotency key of the call that creates the intent.
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL,
    user_id TEXT NOT NULL,
    amount_cents BIGINT NOT NULL,
    currency TEXT NOT NULL,
    -- NULL until the provider has answered.
    intent_id TEXT,
    -- While the attempt is open.
    client_secret TEXT,
    state TEXT NOT NULL CONSTRAINT payments_state
        CHECK (state IN ('creating', 'open', 'succeeded', 'canceled', 'refund_due', 'refunded')),
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    -- When the refund became due.
    refund_due_at BIGINT,
    -- The provider's last refusal to refund it.
    refund_error TEXT
);
CREATE UNIQUE INDEX payments_intent ON payments (intent_id);
-- An order has at most one payment that is in progress or has succeeded.
CREATE UNIQUE INDEX payments_current ON payments (order_id) WHERE state IN ('creating', 'open', 'succeeded');
CREATE INDEX payments_user ON payments (user_id, created_at);
CREATE INDEX payments_open ON payments (changed_at) WHERE state = 'open';
CREATE INDEX payments_refunds_due ON payments (changed_at) WHERE state = 'refund_due';
-- The refunds on the Reconciliation page.
CREATE INDEX payments_refunds ON payments (changed_at) WHERE state IN ('refund_due', 'refunded');

-- Signed events of the card provider, stored before they are acknowledged. The id makes a repeat harmless.
CREATE TABLE webhook_events (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    intent_id TEXT,
    received_at BIGINT NOT NULL,
    tried_at BIGINT NOT NULL,
    done_at BIGINT
);
CREATE INDEX webhook_events_waiting ON webhook_events (tried_at) WHERE done_at IS NULL;
-- Counts the declined cards of one payment.
CREATE INDEX webhook_events_failed ON webhook_events (intent_id) WHERE kind = 'payment_intent.payment_failed';
CREATE INDEX webhook_events_done ON webhook_events (done_at) WHERE done_at IS NOT NULL;

-- Responses kept for 24 hours, so that a repeated request has one effect.
CREATE TABLE idempotency_keys (
    user_id TEXT NOT NULL,
    route TEXT NOT NULL,
    key TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    -- NULL while the first request is running.
    status BIGINT,
    answer TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE reviews (
    id TEXT PRIMARY KEY,
    -- NULL for the sample reviews of the demo.
    user_id TEXT,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    review TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX reviews_in_order ON reviews (created_at, id);
-- Counts the recent reviews of a customer.
CREATE INDEX reviews_user ON reviews (user_id, created_at);

-- One row per account that has saved its profile. Name and e-mail are columns of users.
CREATE TABLE profiles (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    location TEXT NOT NULL,
    address TEXT NOT NULL,
    phone TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- The right to upload one picture. The token is stored hashed.
CREATE TABLE upload_tokens (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    -- Set by the one upload that succeeds.
    used_at BIGINT
);
CREATE INDEX upload_tokens_expiry ON upload_tokens (expires_at);
CREATE INDEX upload_tokens_user ON upload_tokens (user_id);

-- Uploaded pictures. The files are in an object store.
CREATE TABLE images (
    -- The hash of the large WebP file: the same picture uploaded twice is one row.
    hash TEXT PRIMARY KEY,
    -- The first uploader.
    user_id TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

-- What administrators did. Rows are never changed or deleted, so they have no foreign keys.
CREATE TABLE audit_entries (
    id TEXT PRIMARY KEY,
    -- NULL for commands run on the host.
    actor_id TEXT,
    action TEXT NOT NULL,
    -- The account, tool, order, payment, review, e-mail or revision of shop settings it was done to.
    subject_id TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, created_at);

-- E-mails, queued in the transaction of the event they report. A worker delivers them.
CREATE TABLE email_outbox (
    -- Also the Message-ID, so that a mail server recognises a repeat.
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    -- The order it is about, for the order's page.
    order_id TEXT,
    subject TEXT NOT NULL,
    -- What the e-mail says, as JSON (EmailMessage). Its text and HTML are rendered at delivery. Erased after delivery.
    -- Failed e-mails keep it to be sent again, unless it holds a link or a code.
    message TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT email_outbox_state CHECK (state IN ('queued', 'sent', 'failed')),
    attempts BIGINT NOT NULL,
    -- The next attempt. While a node is delivering it, other nodes leave it alone until then.
    next_at BIGINT NOT NULL,
    -- Not delivered after this: its link or code has expired, or its news is old.
    expires_at BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX email_outbox_due ON email_outbox (next_at) WHERE state = 'queued';
CREATE INDEX email_outbox_waiting ON email_outbox (created_at, id) WHERE state = 'queued';
CREATE INDEX email_outbox_failed ON email_outbox (created_at, id) WHERE state = 'failed';
CREATE INDEX email_outbox_done ON email_outbox (sent_at) WHERE state = 'sent';
CREATE INDEX email_outbox_order ON email_outbox (order_id, created_at, id) WHERE order_id IS NOT NULL;
-- The e-mails of an account, for its data export.
CREATE INDEX email_outbox_recipient ON email_outbox (recipient, created_at, id);

-- Elects one node for jobs that need to run only once. If it dies, another takes over after expires_at.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
