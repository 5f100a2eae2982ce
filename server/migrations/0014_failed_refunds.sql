-- The pieces of an order that was refunded go back on sale when the money does. 1: an administrator chose that they do, so
-- that the end of the refund returns them.
ALTER TABLE orders ADD COLUMN returns_stock BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_returns_stock CHECK (returns_stock = 0 OR (returns_stock = 1 AND shipped_at IS NULL));
UPDATE orders SET returns_stock = 1 WHERE restocked_at IS NOT NULL;

-- What the provider sent with a refund. It had no more left, because the rest went back in its dashboard before. NULL: all.
ALTER TABLE refunds ADD COLUMN sent_cents BIGINT
    CONSTRAINT refunds_sent CHECK (sent_cents IS NULL OR (sent_cents >= 0 AND sent_cents < amount_cents));
-- What the provider keeps to recognise the refund. NULL: the id. A new one for each new attempt of a refund that failed.
ALTER TABLE refunds ADD COLUMN provider_key TEXT;
-- When the customer's bank sent back what the provider had accepted, why, and the number of the debit note that cancels
-- the credit note. Its money is owed again: the refund that `replaces` it is due.
ALTER TABLE refunds ADD COLUMN failed_at BIGINT CONSTRAINT refunds_failed CHECK (failed_at IS NULL OR state = 'done');
ALTER TABLE refunds ADD COLUMN failure TEXT;
ALTER TABLE refunds ADD COLUMN debit_note BIGINT
    CONSTRAINT refunds_debit_note CHECK ((debit_note IS NULL) = (failed_at IS NULL));
ALTER TABLE refunds ADD COLUMN replaces TEXT;
-- 1: an administrator has to decide how the money goes back. Nothing asks the provider before.
ALTER TABLE refunds ADD COLUMN waits BIGINT NOT NULL DEFAULT 0
    CONSTRAINT refunds_waits CHECK (waits = 0 OR (waits = 1 AND state = 'due'));
-- When the provider was last asked whether a refund that it had accepted has failed. NULL: it is not asked.
ALTER TABLE refunds ADD COLUMN checked_at BIGINT;
CREATE INDEX refunds_waiting ON refunds (changed_at) WHERE waits = 1;
CREATE INDEX refunds_checked ON refunds (checked_at) WHERE checked_at IS NOT NULL;
-- The refunds of a period that failed in it, for the tax report.
CREATE INDEX refunds_failures ON refunds (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX refunds_of_intent ON refunds (intent_id);

-- Of which dispute the event tells. A dispute that was closed is not opened again by an event that comes late.
ALTER TABLE webhook_events ADD COLUMN dispute_id TEXT;
CREATE INDEX webhook_events_closed ON webhook_events (dispute_id) WHERE kind = 'charge.dispute.closed';
