-- 0012_opening opened the shops with a saved setting. Shops that sold without one are open too: the first steps are over.
UPDATE shop_settings SET settings = '{"shopState":"open"}' WHERE settings = '{}'
    AND EXISTS (SELECT 1 FROM orders WHERE transaction_id IS NOT NULL);
INSERT INTO shop_settings (revision, id, settings, created_at)
    SELECT 1, '000000000000000000000000', '{"shopState":"open"}', sale.first_at
    FROM (SELECT min(paid_at) AS first_at FROM orders WHERE transaction_id IS NOT NULL) AS sale
    WHERE sale.first_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM shop_settings);
