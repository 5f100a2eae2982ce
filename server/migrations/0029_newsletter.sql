-- Who agreed to the newsletter, and the proof that the law asks for. The owner turns it on.
CREATE TABLE newsletter_consents (
    id TEXT PRIMARY KEY,
    -- Lower-cased. An address has a row for each time it was given.
    email TEXT NOT NULL,
    language TEXT NOT NULL CONSTRAINT newsletter_consents_language CHECK (language = 'en' OR language = 'fr'),
    -- The text beside the box, as it was shown.
    wording TEXT NOT NULL,
    -- The path of the page with the box.
    page TEXT NOT NULL,
    -- Of the secret in the link that confirms the address.
    confirm_hash TEXT NOT NULL,
    -- Of the secret in the link that ends the newsletter.
    unsubscribe_hash TEXT NOT NULL,
    asked_at BIGINT NOT NULL,
    -- NULL: the address has not agreed.
    confirmed_at BIGINT,
    -- The row stays for three years after it, as a proof. One that was not confirmed is deleted.
    withdrawn_at BIGINT,
    CONSTRAINT newsletter_consents_confirmed CHECK (confirmed_at >= asked_at)
);
CREATE UNIQUE INDEX newsletter_consents_confirm ON newsletter_consents (confirm_hash);
CREATE UNIQUE INDEX newsletter_consents_unsubscribe ON newsletter_consents (unsubscribe_hash);
CREATE INDEX newsletter_consents_email ON newsletter_consents (email);
-- An address is subscribed once.
CREATE UNIQUE INDEX newsletter_consents_subscribed ON newsletter_consents (email)
    WHERE confirmed_at IS NOT NULL AND withdrawn_at IS NULL;
-- The file for the owner.
CREATE INDEX newsletter_consents_file ON newsletter_consents (asked_at, id)
    WHERE confirmed_at IS NOT NULL AND withdrawn_at IS NULL;
-- The job that deletes.
CREATE INDEX newsletter_consents_pending ON newsletter_consents (asked_at) WHERE confirmed_at IS NULL;
CREATE INDEX newsletter_consents_withdrawn ON newsletter_consents (withdrawn_at) WHERE withdrawn_at IS NOT NULL;
