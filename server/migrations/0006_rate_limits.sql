-- Every count that limits how often something is done, in one table.

DROP TABLE letters_asked_for;
DROP TABLE failed_guesses;
CREATE TABLE rate_limits (
    -- The action, and a hash of what it is counted by, so that addresses without an account leave the same rows.
    key TEXT PRIMARY KEY,
    count BIGINT NOT NULL,
    -- From then on the count is 0.
    expires_at BIGINT NOT NULL
);
CREATE INDEX rate_limits_expiry ON rate_limits (expires_at);

-- One-time codes: six digits, sent to a phone to log in or to an address to complete an account. Their sendings are
-- counted in rate_limits, so a code that was used or replaced needs no row.
DROP TABLE codes;
CREATE TABLE codes (
    purpose TEXT NOT NULL CONSTRAINT codes_purpose CHECK (purpose IN ('phone', 'complete')),
    -- The number or the address.
    target TEXT NOT NULL,
    -- The hash of the cookie or session that asked for it. Only that one can use it, and another one's code does not
    -- replace it.
    holder_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (purpose, target, holder_hash)
);
CREATE INDEX codes_expiry ON codes (expires_at);
