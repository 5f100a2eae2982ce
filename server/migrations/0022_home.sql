-- Categories and the newest tools were on every home page. Now they are sections with a switch and a place, so the
-- owners who chose sections before keep both. A quote inside a text is stored as \", which this does not match.
UPDATE shop_settings SET settings = replace(settings, '"homeSections":"', '"homeSections":"categories new ');
