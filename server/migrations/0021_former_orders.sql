-- Orders of a former shop, as its file states them. They count in no figure, book or tax report.
CREATE TABLE former_orders (
    id TEXT PRIMARY KEY,
    -- shopify, or woocommerce for every other file with the columns. Two programs may use one number.
    program TEXT NOT NULL,
    -- As the former shop wrote it: #1001.
    number TEXT NOT NULL,
    -- Of the customer. NULL: the customer deleted the account.
    email TEXT,
    ordered_at BIGINT NOT NULL,
    -- In the words of the former shop.
    state TEXT NOT NULL,
    -- In cents, with taxes and delivery.
    total BIGINT NOT NULL,
    -- The taxes in it, in cents. NULL: the file does not say.
    taxes BIGINT,
    currency TEXT NOT NULL,
    -- As JSON: the name, quantity and price of each line.
    lines TEXT NOT NULL,
    imported_at BIGINT NOT NULL
);
-- The same file twice adds nothing.
CREATE UNIQUE INDEX former_orders_number ON former_orders (program, number);
CREATE INDEX former_orders_by_customer ON former_orders (email, ordered_at, id);
