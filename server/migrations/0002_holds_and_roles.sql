-- Limits against strangers who hold stock, and roles that wait for a good password (docs/threats.md).

-- When an unpaid order is deleted and its stock returned. NULL: as its age and the settings say.
ALTER TABLE orders ADD COLUMN held_until BIGINT;
