-- Purchases of visitors without a login (docs/decisions/0031).
CREATE TABLE guest_purchases (
    -- Also of a purchase that was deleted unpaid, until the account that its checkout made is deleted too.
    purchase_id TEXT PRIMARY KEY,
    -- The account that the checkout made, or after "disown" the one that has the orders since. It has no address until the
    -- purchase is paid.
    user_id TEXT NOT NULL,
    -- As the visitor typed it.
    email TEXT NOT NULL,
    -- The hash of the secret of the basket's cookie. This browser has the purchase for a day.
    browser_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The hash of the secret in the e-mail that was sent last, and when. NULL: the purchase is not paid.
    link_hash TEXT,
    linked_at BIGINT,
    -- The account with this address said that it is not its own.
    disowned_at BIGINT,
    CONSTRAINT guest_purchases_link CHECK ((link_hash IS NULL) = (linked_at IS NULL))
);
CREATE UNIQUE INDEX guest_purchases_link_hash ON guest_purchases (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX guest_purchases_email ON guest_purchases (email, created_at);
CREATE INDEX guest_purchases_unpaid ON guest_purchases (created_at) WHERE link_hash IS NULL;
