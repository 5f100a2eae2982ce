-- Signing in by a provider or a phone, proofs that an address is somebody's, and the mail that carries them.

-- An account that was closed keeps its row, since paid orders point to it; everything that tells who it was is gone.
ALTER TABLE users ADD COLUMN deleted_at BIGINT;
-- As +16135550142. NULL, or proved by a code that was sent there.
ALTER TABLE users ADD COLUMN phone TEXT;
CREATE UNIQUE INDEX users_phone ON users (phone);
-- When the owner of an address took over the account that a stranger had made with it. The stranger's unpaid orders, those
-- of before this moment, are deleted, however long the card provider keeps us waiting.
ALTER TABLE users ADD COLUMN taken_over_at BIGINT;
CREATE INDEX users_taken_over ON users (taken_over_at) WHERE taken_over_at IS NOT NULL;

-- What the owner of a session recognises it by. Sessions of before have none of it.
ALTER TABLE sessions ADD COLUMN method TEXT NOT NULL DEFAULT 'password';
ALTER TABLE sessions ADD COLUMN user_agent TEXT NOT NULL DEFAULT '';

-- Who somebody is elsewhere. The address a provider tells is no key: it may be given to somebody else.
CREATE TABLE external_identities (
    -- The provider's issuer as its tokens name it, or for providers without one the provider's name.
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- google, github, facebook or twitter.
    provider TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What the provider calls them, for the list of one's ways to sign in.
    label TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
-- One account has one identity with each provider.
CREATE UNIQUE INDEX external_identities_user ON external_identities (user_id, provider);

-- Sign-ins that were begun at a provider. Deleted by the first callback that names one: each works once.
CREATE TABLE external_flows (
    state_hash TEXT PRIMARY KEY,
    -- Of the cookie of the browser that began it: another browser cannot finish it.
    browser_hash TEXT NOT NULL,
    provider TEXT NOT NULL,
    nonce TEXT NOT NULL,
    pkce_verifier TEXT NOT NULL,
    -- popup or redirect.
    mode TEXT NOT NULL,
    -- Where it ends: on login, signup or account.
    screen TEXT NOT NULL,
    -- A path of the shop's own.
    return_to TEXT NOT NULL,
    -- Set when a signed-in account adds this way of signing in.
    link_user_id TEXT,
    expires_at BIGINT NOT NULL
);
CREATE INDEX external_flows_expiry ON external_flows (expires_at);

-- Links that were mailed, to verify an address or to set a new password. Each works once.
CREATE TABLE mail_links (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CONSTRAINT mail_links_purpose CHECK (purpose IN ('verify', 'reset')),
    -- The address it was sent to: it proves this one, even if the account has another by now.
    email TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mail_links_user ON mail_links (user_id, purpose, created_at);
CREATE INDEX mail_links_expiry ON mail_links (expires_at);

-- How many letters an address was sent within an hour, whoever asked. By hashed address, so that addresses without an
-- account leave the same trace.
CREATE TABLE letters_asked_for (
    -- What for, and the hash.
    bucket TEXT PRIMARY KEY,
    letters BIGINT NOT NULL,
    since BIGINT NOT NULL
);
CREATE INDEX letters_asked_for_age ON letters_asked_for (since);

-- Codes of six digits, sent to a phone to sign in or to an address to finish an account.
CREATE TABLE codes (
    id TEXT PRIMARY KEY,
    purpose TEXT NOT NULL CONSTRAINT codes_purpose CHECK (purpose IN ('phone', 'complete')),
    -- The number or the address.
    target TEXT NOT NULL,
    -- Of the browser's cookie or the session that asked for it: nobody else can use it.
    holder_hash TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    -- Used, or replaced by a newer one. The row stays a while, as sendings are counted.
    closed_at BIGINT
);
CREATE INDEX codes_target ON codes (purpose, target, created_at);
-- One is open at a time for whoever asks; of two that are asked for at once the second finds the first when it tries again.
-- Nobody else's is closed by it: a stranger must not keep the holder of a phone out.
CREATE UNIQUE INDEX codes_open ON codes (purpose, target, holder_hash) WHERE closed_at IS NULL;
CREATE INDEX codes_holder ON codes (holder_hash, created_at);
CREATE INDEX codes_age ON codes (created_at);

-- Wrong passwords, by account (hashed address, so that accounts that do not exist have rows too) or by account and known
-- device. Counted before the password is compared.
CREATE TABLE failed_guesses (
    bucket TEXT PRIMARY KEY,
    failures BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    -- The next guess is looked at from here on.
    next_at BIGINT NOT NULL
);
CREATE INDEX failed_guesses_age ON failed_guesses (last_at);

-- Browsers that have signed in to an account before: others' wrong guesses do not keep them out.
CREATE TABLE known_devices (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL
);
CREATE INDEX known_devices_user ON known_devices (user_id);
CREATE INDEX known_devices_end ON known_devices (ends_at);

-- Mail on its way: queued in the transaction that causes it, delivered by a worker, marked when the mail server took it.
CREATE TABLE mails (
    -- Also the Message-ID, so that a repeat is recognised as one.
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- Emptied once it is sent. What was given up keeps them to be sent again, unless they hold a link or a code.
    text_body TEXT NOT NULL,
    html_body TEXT NOT NULL,
    state TEXT NOT NULL CONSTRAINT mails_state CHECK (state IN ('queued', 'sent', 'failed')),
    attempts BIGINT NOT NULL,
    -- When it is tried next; while a node tries, until when the others leave it alone.
    next_at BIGINT NOT NULL,
    -- Not worth sending any more from here on: the link or code in it has ended, or the news is old.
    expires_at BIGINT NOT NULL,
    last_error TEXT,
    created_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX mails_due ON mails (next_at) WHERE state = 'queued';
CREATE INDEX mails_waiting ON mails (created_at, id) WHERE state = 'queued';
CREATE INDEX mails_failed ON mails (created_at, id) WHERE state = 'failed';
CREATE INDEX mails_done ON mails (sent_at) WHERE state = 'sent';
-- What somebody was written, for their copy of what is kept of them, and so that nobody is flooded.
CREATE INDEX mails_recipient ON mails (recipient, created_at, id);
