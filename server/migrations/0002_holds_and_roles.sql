-- Limits against strangers who hold stock, and roles that wait for a good password (docs/threats.md).

-- Until when the order of a customer who never paid holds its stock. The customer's first payment ends that rule for all
-- orders of the account. NULL: the order expires by its age and the settings.
ALTER TABLE orders ADD COLUMN held_until BIGINT;
-- The orders that the job deletes.
CREATE INDEX orders_held ON orders (held_until, id) WHERE held_until IS NOT NULL AND transaction_id IS NULL;
-- Whether a customer ever paid. A customer may have thousands of unpaid orders, so orders_user is no substitute.
CREATE INDEX orders_paid_by_user ON orders (user_id) WHERE transaction_id IS NOT NULL;

-- 1: the password is too weak for a role (identity/password/strength.rs), 0: it is strong enough. NULL: the account has
-- no password, or its password was not typed since this column exists.
ALTER TABLE users ADD COLUMN has_weak_password BIGINT;
