-- What unpaid purchases had that were deleted, so that their customers can put it into the basket again on any device.
CREATE TABLE ended_purchases (
    purchase_id TEXT NOT NULL,
    line BIGINT NOT NULL,
    tool_id TEXT NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    quantity BIGINT NOT NULL CONSTRAINT ended_purchases_quantity CHECK (quantity BETWEEN 1 AND 1000000),
    -- Who may read it: an account, or the browser of a guest, by the hash of the secret of the basket's cookie.
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    browser_hash TEXT,
    -- 1: it was not paid in time. 0: its customer or the shop deleted it.
    is_expired BIGINT NOT NULL CONSTRAINT ended_purchases_is_expired CHECK (is_expired IN (0, 1)),
    kept_until BIGINT NOT NULL,
    PRIMARY KEY (purchase_id, line),
    CONSTRAINT ended_purchases_reader CHECK ((user_id IS NULL) <> (browser_hash IS NULL))
);
CREATE INDEX ended_purchases_user ON ended_purchases (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ended_purchases_tool ON ended_purchases (tool_id);
CREATE INDEX ended_purchases_old ON ended_purchases (kept_until);
