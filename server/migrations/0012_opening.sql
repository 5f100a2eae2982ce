-- Shops whose owner has saved settings are open. Without this their owners would be led through the first steps again.
UPDATE shop_settings SET settings = '{"shopState":"open",' || substr(settings, 2) WHERE settings LIKE '{"%';
