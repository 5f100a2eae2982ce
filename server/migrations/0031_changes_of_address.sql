-- A customer corrects the e-mail address of the account: the link that is mailed to the new address has a purpose of
-- its own. No engine changes a CHECK of a column, so the column is made again.
DROP INDEX email_tokens_user;
ALTER TABLE email_tokens RENAME COLUMN purpose TO old_purpose;
ALTER TABLE email_tokens ADD COLUMN purpose TEXT NOT NULL DEFAULT 'verify' CONSTRAINT email_tokens_for CHECK (
    purpose = 'verify' OR purpose = 'finish' OR purpose = 'log_in' OR purpose = 'reset' OR purpose = 'change'
);
UPDATE email_tokens SET purpose = old_purpose;
ALTER TABLE email_tokens DROP COLUMN old_purpose;
CREATE INDEX email_tokens_user ON email_tokens (user_id, purpose, created_at);
