-- What other programs know a product by: the digits of its bar code, its maker and the maker's number.
ALTER TABLE tools ADD COLUMN gtin TEXT;
ALTER TABLE tools ADD COLUMN brand TEXT;
ALTER TABLE tools ADD COLUMN mpn TEXT;

-- Programs ask for what changed since a moment, in the order of the changes. Tools have the time of their last change.
ALTER TABLE orders ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
UPDATE orders SET changed_at = coalesce(refunded_at, refund_begun_at, shipped_at, paid_at, created_at);
ALTER TABLE users ADD COLUMN changed_at BIGINT NOT NULL DEFAULT 0;
UPDATE users SET changed_at = created_at;
CREATE INDEX orders_changed ON orders (changed_at, id);
CREATE INDEX users_changed ON users (changed_at, id);
DROP INDEX tools_changed;
CREATE INDEX tools_changed ON tools (changed_at, id);
