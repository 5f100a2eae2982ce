-- The e-mails that ask the buyers of a purchase for reviews, some days after it arrived. The owner turns them on.
CREATE TABLE review_requests (
    -- A purchase is asked about once.
    purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
    -- Of the recipient's address. The row outlives the account. NULL: the account was deleted.
    address_hash TEXT,
    -- Of the secret in the link that ends these e-mails.
    link_hash TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX review_requests_link ON review_requests (link_hash);
-- Addresses that get no such e-mail any more. A row stays for good.
CREATE TABLE review_request_opt_outs (
    address_hash TEXT PRIMARY KEY,
    created_at BIGINT NOT NULL
);
-- The job looks for what was shipped some days ago.
CREATE INDEX orders_shipped ON orders (shipped_at, purchase_id) WHERE shipped_at IS NOT NULL;
