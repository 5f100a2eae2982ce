-- Codes that customers enter in the basket, and the purchases that used them.
CREATE TABLE discount_codes (
    id TEXT PRIMARY KEY,
    -- In capitals, without spaces.
    code TEXT NOT NULL,
    kind TEXT NOT NULL CONSTRAINT discount_codes_kind CHECK (kind IN ('percent', 'amount', 'delivery')),
    -- Whole percent of the goods, cents, or 0.
    value BIGINT NOT NULL,
    -- Of the goods before the discount.
    minimum_cents BIGINT NOT NULL CONSTRAINT discount_codes_minimum CHECK (minimum_cents BETWEEN 0 AND 99999999),
    starts_at BIGINT NOT NULL,
    -- NULL: until the owner ends it.
    ends_at BIGINT,
    -- NULL: as often as customers want.
    max_uses BIGINT,
    -- Purchases that have it, unpaid ones too. As many as its rows in discount_uses.
    used BIGINT NOT NULL DEFAULT 0,
    -- 1: each customer uses it once.
    once BIGINT NOT NULL CONSTRAINT discount_codes_once CHECK (once IN (0, 1)),
    created_at BIGINT NOT NULL,
    -- When the owner ended it. Then the same word can be a new code.
    ended_at BIGINT,
    CONSTRAINT discount_codes_value CHECK (
        (kind = 'percent' AND value BETWEEN 1 AND 99) OR (kind = 'amount' AND value BETWEEN 1 AND 99999999)
        OR (kind = 'delivery' AND value = 0)
    ),
    CONSTRAINT discount_codes_used CHECK (used >= 0 AND (max_uses IS NULL OR used <= max_uses))
);
CREATE UNIQUE INDEX discount_codes_code ON discount_codes (code) WHERE ended_at IS NULL;

CREATE TABLE discount_uses (
    purchase_id TEXT PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
    code_id TEXT NOT NULL REFERENCES discount_codes (id),
    -- A hash of the e-mail address, so that an account and a guest are the same customer.
    customer_key TEXT NOT NULL,
    once BIGINT NOT NULL CONSTRAINT discount_uses_flag CHECK (once IN (0, 1))
);
CREATE UNIQUE INDEX discount_uses_once ON discount_uses (code_id, customer_key) WHERE once = 1;
CREATE INDEX discount_uses_code ON discount_uses (code_id);

-- As documents print it.
ALTER TABLE purchases ADD COLUMN discount_code TEXT;
ALTER TABLE baskets ADD COLUMN code_id TEXT REFERENCES discount_codes (id);

-- 1: the customer pays at the shop. Its stock is held for that time.
ALTER TABLE purchases ADD COLUMN pays_at_pick_up BIGINT NOT NULL DEFAULT 0
    CONSTRAINT purchases_pays_at_pick_up CHECK (pays_at_pick_up IN (0, 1) AND (pays_at_pick_up = 0 OR is_pick_up = 1));
