-- What customers who never paid hold of a tool counts together (docs/decisions/0014).

-- 1: its customer had paid for nothing when the order was placed, and staff did not enter it.
ALTER TABLE orders ADD COLUMN new_customer BIGINT NOT NULL DEFAULT 0
    CONSTRAINT orders_new_customer CHECK (new_customer = 0 OR new_customer = 1);
-- Orders that wait while card payment is off are never marked.
UPDATE orders SET new_customer = 1 WHERE state = 'unpaid' AND entered = 0 AND kept = 0
    AND NOT EXISTS (SELECT 1 FROM orders paid WHERE paid.user_id = orders.user_id AND paid.transaction_id IS NOT NULL);
-- The sum is read at each order of such a customer. The orders of all others are not in it.
CREATE INDEX orders_of_new_customers ON orders (tool_id) WHERE new_customer = 1 AND transaction_id IS NULL;
