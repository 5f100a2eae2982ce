-- At which account of the card provider an intent was made, so that keys of another one do not make it look lost. NULL for
-- those of before.
ALTER TABLE payments ADD COLUMN account TEXT;
