-- Customers that keep their card at the provider (docs/decisions/0036).
CREATE TABLE card_customers (
    -- Also the idempotency key of the call that creates the customer at the provider.
    id TEXT PRIMARY KEY,
    -- NULL: the account was deleted or reclaimed, so the payments job deletes the customer at the provider.
    user_id TEXT,
    -- The provider's id. NULL until the provider has answered.
    customer_id TEXT,
    created_at BIGINT NOT NULL,
    -- When the deletion was tried last. 0: never.
    tried_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX card_customers_user ON card_customers (user_id);
-- The customer that the open intent may name at the provider. NULL: no saved card was chosen, and none is to be saved.
ALTER TABLE payments ADD COLUMN card_customer TEXT;
