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
    role TEXT NOT NULL CONSTRAINT users_role CHECK (role IN ('user', 'staff', 'admin')),
    password_hash TEXT,
    created_at BIGINT NOT NULL,
    -- When the owner of the e-mail address reclaimed the account. Unpaid orders placed before it are cancelled.
    reclaimed_at BIGINT,
    -- An administrator blocked the account: it cannot log in.
    blocked_at BIGINT,
    -- What the owner writes down about the customer, who gets it with an export of the account.
    notes TEXT,
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

-- Keys with which scripts call the API for an administrator. A revoked key keeps its row, because audit entries name it.
CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What it is for, in the words of its user.
    name TEXT NOT NULL,
    -- The key itself is shown once, when it is created.
    hash TEXT NOT NULL,
    -- Separated by spaces.
    scopes TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- To the hour, so that reads cause few writes.
    last_used_at BIGINT,
    revoked_at BIGINT
);
CREATE UNIQUE INDEX api_keys_hash ON api_keys (hash);
CREATE INDEX api_keys_user ON api_keys (user_id);

-- Second factors of accounts, for two-step login.
CREATE TABLE second_factors (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The secret of the authenticator app, in base32. Readable, because codes are computed from it.
    secret TEXT NOT NULL,
    -- NULL until a first code has shown that the app has the secret. No login asks for a code before.
    confirmed_at BIGINT,
    -- The time step of the last accepted code. Each code works once.
    last_step BIGINT NOT NULL
);

-- Each replaces one code of the app.
CREATE TABLE recovery_codes (
    user_id TEXT NOT NULL REFERENCES second_factors (user_id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (user_id, hash)
);

-- Logins whose first step is done. The secret is in a cookie, so that the same browser does the second.
CREATE TABLE pending_logins (
    secret_hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- How the first step was done, for the list of sessions.
    method TEXT NOT NULL,
    -- Codes entered.
    tries BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX pending_logins_user ON pending_logins (user_id);
CREATE INDEX pending_logins_expiry ON pending_logins (expires_at);

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
    -- The end of its page's address, one of its rows in tool_slugs.
    slug TEXT NOT NULL,
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
    -- When the owner was last told that few are left. No edit shows it, so that changed_at stays.
    low_stock_told_at BIGINT,
    -- Set when the tool is removed from sale. Orders keep its name and price and can still be paid.
    deleted_at BIGINT,
    -- The owner's article number.
    sku TEXT,
    category TEXT REFERENCES categories (slug),
    -- 1: only the owner sees the tool.
    draft BIGINT NOT NULL DEFAULT 0 CONSTRAINT tools_draft CHECK (draft IN (0, 1)),
    -- Low stock begins here. NULL: not watched.
    low_stock BIGINT CONSTRAINT tools_low_stock CHECK (low_stock BETWEEN 0 AND 1000000),
    -- Lower prices for larger quantities, as catalogue/price_steps.rs writes them: from 12: 17.99; from 48: 15.20. In this
    -- row, because a purchase reads it.
    price_steps TEXT,
    -- What img shows, for people who do not see it.
    img_alt TEXT NOT NULL DEFAULT '',
    -- The pictures after the first, as JSON [{url, alt}]: they are read and written only with their tool.
    more_pictures TEXT
);
CREATE UNIQUE INDEX tools_live_name ON tools (name_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tools_live_sku ON tools (sku) WHERE deleted_at IS NULL;
-- Removed tools, to be restored or deleted.
CREATE INDEX tools_removed ON tools (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX tools_category ON tools (category) WHERE category IS NOT NULL;
CREATE INDEX tools_changed ON tools (changed_at);

-- Every slug that a tool had, the current one too, so that old links lead to its page. A slug belongs to one tool as long
-- as the tool exists. Deferred, because a new tool's slug is chosen before the tool is inserted.
CREATE TABLE tool_slugs (
    slug TEXT PRIMARY KEY,
    tool_id TEXT NOT NULL REFERENCES tools (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    created_at BIGINT NOT NULL
);
CREATE INDEX tool_slugs_tool ON tool_slugs (tool_id);

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

-- Customers who get one e-mail when a sold-out tool can be ordered again. The row is deleted when the e-mail is queued.
CREATE TABLE stock_alerts (
    tool_id TEXT NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tool_id, user_id)
);
CREATE INDEX stock_alerts_user ON stock_alerts (user_id);

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
        CONSTRAINT orders_part_refunded CHECK (part_refunded_cents >= 0 AND part_refunded_cents < total_cents),
    -- What the owner writes down about the order. The customer gets it with an export of the account.
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
-- Unpaid orders hold stock, so they are counted per customer. The condition is not about state: before PostgreSQL knows
-- how many orders a shop has, it would take orders_state for that, which reads the unpaid orders of all customers.
CREATE INDEX orders_unpaid_of_user ON orders (user_id) WHERE transaction_id IS NULL;
CREATE INDEX orders_tool ON orders (tool_id);
CREATE INDEX orders_phone ON orders (phone_key) WHERE phone_key IS NOT NULL;
-- The lists of Manage Orders by state, and unpaid orders by age.
CREATE INDEX orders_state ON orders (state, created_at, id);
-- The daily e-mail to the owner, and the figures of a day, with every column that they need. Unpaid orders are not in it.
CREATE INDEX orders_paid ON orders (paid_at, id, tool_id, quantity, total_cents, refund_begun_at) WHERE paid_at IS NOT NULL;

-- The sales of one day where the shop is, summed after its end, so that Figures reads no order of a past day.
-- Refunds count on the day on which their order was paid.
CREATE TABLE sales_days (
    starts_at BIGINT PRIMARY KEY,
    -- Differs from the next midnight of the shop when its time zone was changed since. Then the row is replaced.
    ends_at BIGINT NOT NULL,
    orders BIGINT NOT NULL,
    revenue_cents BIGINT NOT NULL,
    refunds BIGINT NOT NULL,
    refunded_cents BIGINT NOT NULL,
    CONSTRAINT sales_days_order CHECK (starts_at < ends_at)
);

-- What a tool sold on such a day, without refunded orders.
CREATE TABLE sales_of_tools (
    starts_at BIGINT NOT NULL REFERENCES sales_days (starts_at) ON DELETE CASCADE,
    tool_id TEXT NOT NULL,
    units BIGINT NOT NULL,
    revenue_cents BIGINT NOT NULL,
    PRIMARY KEY (starts_at, tool_id)
);
-- The sums of a year, with every column that they need.
CREATE INDEX sales_of_tools_sums ON sales_of_tools (tool_id, starts_at, units, revenue_cents);

-- The payments and refunds that sales_days may not contain yet, written in their transactions. A day with one is summed
-- from its orders until the job has summed it again.
CREATE TABLE sales_changes (
    id TEXT PRIMARY KEY,
    -- When the order was paid.
    paid_at BIGINT NOT NULL
);
CREATE INDEX sales_changes_paid ON sales_changes (paid_at);

-- Searches of visitors that found no tool: how often each text was searched on a day, and nothing about who searched.
CREATE TABLE empty_searches (
    -- The first moment of the day where the shop is.
    day BIGINT NOT NULL,
    term TEXT NOT NULL,
    searches BIGINT NOT NULL,
    PRIMARY KEY (day, term)
);

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
    refund_error TEXT,
    -- Since when the payer's bank claims the money back. NULL again when the dispute is closed. It counts the disputes
    -- that wait for the owner, also of an order that was deleted.
    disputed_at BIGINT
);
CREATE UNIQUE INDEX payments_intent ON payments (intent_id);
-- An order has at most one payment that is in progress or has succeeded.
CREATE UNIQUE INDEX payments_current ON payments (order_id) WHERE state IN ('creating', 'open', 'succeeded');
CREATE INDEX payments_user ON payments (user_id, created_at);
CREATE INDEX payments_open ON payments (changed_at) WHERE state = 'open';
CREATE INDEX payments_refunds_due ON payments (changed_at) WHERE state = 'refund_due';
-- The disputes that the owner has to answer.
CREATE INDEX payments_disputed ON payments (disputed_at) WHERE disputed_at IS NOT NULL;
-- The refunds on the Reconciliation page.
CREATE INDEX payments_refunds ON payments (changed_at) WHERE state IN ('refund_due', 'refunded');
-- The refunds in the order of their CSV file.
CREATE INDEX payments_refunds_in_order ON payments (refund_due_at, id) WHERE state IN ('refund_due', 'refunded');

-- Refunds of a part of a payment, written before the card provider is asked.
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
    CONSTRAINT partial_refunds_error CHECK ((state = 'refused') = (error IS NOT NULL))
);
CREATE INDEX partial_refunds_order ON partial_refunds (order_id, id);
CREATE INDEX partial_refunds_payment ON partial_refunds (payment_id);
-- The next part of an order waits until the outcome of the one before is known.
CREATE UNIQUE INDEX partial_refunds_due_of_order ON partial_refunds (order_id) WHERE state = 'due';
CREATE INDEX partial_refunds_due ON partial_refunds (changed_at) WHERE state = 'due';
CREATE INDEX partial_refunds_in_order ON partial_refunds (created_at, id);

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
    -- Only published reviews are on public pages. Pending ones wait for the owner, who also hides reviews.
    state TEXT NOT NULL CONSTRAINT reviews_state CHECK (state IN ('published', 'pending', 'hidden')),
    -- The tool it is about and its name in the order, if the author has bought it. There is no foreign key, because a
    -- review outlives the tool.
    tool_id TEXT,
    tool_name TEXT,
    created_at BIGINT NOT NULL,
    CONSTRAINT reviews_tool CHECK ((tool_id IS NULL) = (tool_name IS NULL))
);
-- The public lists and the three lists of Manage Reviews.
CREATE INDEX reviews_in_order ON reviews (state, created_at, id);
-- The reviews on a tool's page.
CREATE INDEX reviews_tool ON reviews (tool_id, state, created_at, id) WHERE tool_id IS NOT NULL;
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
    -- An account or an API key. NULL for commands run on the host.
    actor_id TEXT,
    action TEXT NOT NULL,
    -- The account, tool, order, payment, review, e-mail or revision of shop settings it was done to.
    subject_id TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, created_at);
CREATE INDEX audit_entries_in_order ON audit_entries (created_at, id);

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

-- Addresses of other programs that the shop tells of its events. At most ten.
CREATE TABLE webhook_endpoints (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    -- The names of the chosen events, with a space between them.
    events TEXT NOT NULL,
    -- Base64. In clear text, because every delivery is signed with it.
    secret TEXT NOT NULL,
    -- The secret before the last rotation. Deliveries are signed with it too until then.
    old_secret TEXT,
    old_secret_until BIGINT,
    -- The first failure since the last success.
    failing_since BIGINT,
    -- By the owner, or after three days of failures. Events are then not queued for it.
    paused_at BIGINT,
    created_at BIGINT NOT NULL
);

-- Events to be delivered, queued in their transactions. There is no foreign key, because a purchase must not fail when
-- the owner removes the endpoint at the same time.
CREATE TABLE webhook_deliveries (
    -- Also the webhook-id, so that the receiver recognises a repeat.
    id TEXT PRIMARY KEY,
    endpoint_id TEXT NOT NULL,
    event TEXT NOT NULL,
    -- The data of the event, as JSON.
    data TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT webhook_deliveries_state CHECK (state IN ('queued', 'sent', 'failed')),
    attempts BIGINT NOT NULL,
    -- The next attempt. While a node is delivering it, other nodes leave it alone until then.
    next_at BIGINT NOT NULL,
    -- Not retried after this.
    expires_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_at) WHERE state = 'queued';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at);

-- What the receiver answered to each attempt.
CREATE TABLE webhook_attempts (
    delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    -- NULL without a response.
    status BIGINT,
    error TEXT,
    PRIMARY KEY (delivery_id, created_at)
);

-- Elects one node for jobs that need to run only once. If it dies, another takes over after expires_at.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
