-- Profiles, who did what as an administrator, and what the search of Manage Orders looks at.

-- One row per account that has saved its profile. Name and e-mail are the account's and are not repeated here.
CREATE TABLE profiles (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    location TEXT NOT NULL,
    address TEXT NOT NULL,
    phone TEXT NOT NULL,
    changed_at BIGINT NOT NULL
);

-- Never changed and never deleted, so it points to nothing that might go away.
CREATE TABLE audit_entries (
    id TEXT PRIMARY KEY,
    -- NULL: on the host, by the command line.
    actor_id TEXT,
    action TEXT NOT NULL,
    -- The account or tool it was done to.
    subject_id TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX audit_entries_in_order ON audit_entries (created_at, id);
CREATE INDEX audit_entries_subject ON audit_entries (subject_id, created_at);

-- How many reviews a customer wrote lately.
CREATE INDEX reviews_user ON reviews (user_id, created_at);

-- Buyer's name, e-mail and tool's name in lower case. Written by the program: the engines disagree about
-- the small form of letters beyond ASCII. Rows older than this column have what their engine made of them.
ALTER TABLE orders ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
UPDATE orders SET search_key = lower(customer_name || '|' || customer_email || '|' || tool_name);
-- The lists of Manage Orders by state, in their order.
CREATE INDEX orders_state ON orders (state, created_at, id);
