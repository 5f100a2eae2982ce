-- The checkout of a guest gives the browser a new secret, so that an earlier cookie proves nothing
-- (docs/decisions/0031). Secrets of baskets prove no purchase any more.
UPDATE guest_purchases SET browser_hash = '';
-- A later checkout of this browser replaces the secret. The one before works too, because the answer may be lost.
ALTER TABLE guest_purchases ADD COLUMN earlier_browser_hash TEXT;
CREATE INDEX guest_purchases_browser ON guest_purchases (browser_hash);
CREATE INDEX guest_purchases_earlier_browser ON guest_purchases (earlier_browser_hash)
    WHERE earlier_browser_hash IS NOT NULL;
