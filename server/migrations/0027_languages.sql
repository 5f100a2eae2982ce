-- Texts for people are in English or in French (docs/french.md).

-- The language of e-mails to the account, chosen at its sign-up and changed on its page.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT 'en'
    CONSTRAINT users_language CHECK (language = 'en' OR language = 'fr');
-- The language of the request that placed the purchase. Its e-mails have it, also if the customer or staff use the other.
ALTER TABLE purchases ADD COLUMN language TEXT NOT NULL DEFAULT 'en'
    CONSTRAINT purchases_language CHECK (language = 'en' OR language = 'fr');
-- The texts of an e-mail are rendered at its delivery.
ALTER TABLE email_outbox ADD COLUMN language TEXT NOT NULL DEFAULT 'en'
    CONSTRAINT email_outbox_language CHECK (language = 'en' OR language = 'fr');
