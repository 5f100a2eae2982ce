-- Limits against strangers who hold stock, and roles that wait for a good password (docs/threats.md).

-- When an unpaid order is deleted and its stock returned. NULL: as its age and the settings say.
ALTER TABLE orders ADD COLUMN held_until BIGINT;

-- 1: the password is too weak for a role (identity/password/strength.rs), 0: it is strong enough. NULL: the account has
-- no password, or its password was not typed since this column exists.
ALTER TABLE users ADD COLUMN has_weak_password BIGINT;
