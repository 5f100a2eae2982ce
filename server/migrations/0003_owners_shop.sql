-- Payments that the shop records without a card provider (docs/decisions/0027).

-- How a person of the shop was paid. NULL: by card, and the card provider says so. A recorded payment is a row here, so
-- that the unique index payments_current lets an order have either a card payment or a recorded one.
ALTER TABLE payments ADD COLUMN method TEXT
    CONSTRAINT payments_method CHECK (method IN ('cash', 'cheque', 'e-transfer', 'other'));
-- The day on which the money came, as 2026-11-24 where the shop is.
ALTER TABLE payments ADD COLUMN received_on TEXT;
-- The number of a cheque or transfer, in the words of the person who recorded it.
ALTER TABLE payments ADD COLUMN reference TEXT;
-- Who recorded it. A recorded payment is never open: the money is there, or was returned.
ALTER TABLE payments ADD COLUMN recorded_by TEXT
    CONSTRAINT payments_recorded CHECK ((method IS NOT NULL) = (recorded_by IS NOT NULL)
        AND (method IS NOT NULL) = (received_on IS NOT NULL)
        AND (reference IS NULL OR method IS NOT NULL)
        AND (method IS NULL OR (intent_id IS NOT NULL AND state IN ('succeeded', 'refunded'))));
ALTER TABLE payments ADD COLUMN refund_method TEXT
    CONSTRAINT payments_refund_method CHECK (refund_method IN ('cash', 'cheque', 'e-transfer', 'other'));
-- How the money went back, and the note of the administrator.
ALTER TABLE payments ADD COLUMN refund_note TEXT
    CONSTRAINT payments_recorded_refund CHECK (
        (method IS NOT NULL AND state = 'refunded') = (refund_method IS NOT NULL)
        AND (refund_note IS NULL OR refund_method IS NOT NULL));
-- Books counts them apart.
CREATE INDEX payments_recorded ON payments (amount_cents) WHERE method IS NOT NULL;

-- How a part of a recorded payment went back.
ALTER TABLE partial_refunds ADD COLUMN method TEXT
    CONSTRAINT partial_refunds_method CHECK (method IN ('cash', 'cheque', 'e-transfer', 'other'));

-- The method of the payment that paid the order, so that lists and figures read no second table. NULL: by card, or unpaid.
ALTER TABLE orders ADD COLUMN payment_method TEXT
    CONSTRAINT orders_payment_method CHECK (payment_method IN ('cash', 'cheque', 'e-transfer', 'other')
        AND (payment_method IS NULL OR transaction_id IS NOT NULL));
-- 1: the order waited while card payment was off. Its customer was promised no end, so it does not expire.
ALTER TABLE orders ADD COLUMN kept BIGINT NOT NULL DEFAULT 0 CONSTRAINT orders_kept CHECK (kept IN (0, 1));
-- With the method, which the figures of a day need too.
DROP INDEX orders_paid;
CREATE INDEX orders_paid ON orders (paid_at, id, tool_id, quantity, total_cents, refund_begun_at, payment_method) WHERE paid_at IS NOT NULL;

-- The part of the revenue that was paid without the card provider.
ALTER TABLE sales_days ADD COLUMN recorded_cents BIGINT NOT NULL DEFAULT 0
    CONSTRAINT sales_days_recorded CHECK (recorded_cents BETWEEN 0 AND revenue_cents);

-- The owner's answer below a review. NULL: none.
ALTER TABLE reviews ADD COLUMN reply TEXT;
