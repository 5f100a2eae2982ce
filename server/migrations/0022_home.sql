-- Categories and the newest tools were on every home page. Now they are sections with a switch and a place, so the
-- owners who chose sections before keep both. A quote inside a text is stored as \", which this does not match.
UPDATE shop_settings SET settings = replace(settings, '"homeSections":"', '"homeSections":"categories new ');
-- Owners begin with empty texts from now on. Who showed a section with its first texts keeps them.
UPDATE shop_settings SET settings = '{"sellTitle":"Bought by the dozen, used for decades",' || substr(settings, 2)
    WHERE settings LIKE '%"homeSections":"%sell%' AND settings NOT LIKE '%"sellTitle":%';
UPDATE shop_settings SET settings = '{"sellText":"We are a shop for crews, schools, community gardens and neighbours who order together.",' || substr(settings, 2)
    WHERE settings LIKE '%"homeSections":"%sell%' AND settings NOT LIKE '%"sellText":%';
UPDATE shop_settings SET settings = '{"sellSteps":"Most tools have a minimum order | Twelve secateurs, four loppers, one wheelbarrow. We pack what ships well together, and never send a single label in a large box.\nYou order the minimum or more | The price you see is the price you pay. The stock you see is real: an order reserves your tools at once.\nYou pay by card, we ship | Pay now or from your dashboard later. Once we have your payment, we approve and ship the order.",' || substr(settings, 2)
    WHERE settings LIKE '%"homeSections":"%sell%' AND settings NOT LIKE '%"sellSteps":%';
UPDATE shop_settings SET settings = '{"yearTitle":"The gardener’s year",' || substr(settings, 2)
    WHERE settings LIKE '%"homeSections":"%year%' AND settings NOT LIKE '%"yearTitle":%';
UPDATE shop_settings SET settings = '{"yearSeasons":"Spring | April, May | Edge the lawn, open the beds with a fork, sow peas as soon as the soil crumbles. Sharpen the hoe before the weeds know.\nSummer | June to August | Water in the morning and at the root. Hoe little and often. Shear the hedge once the birds have flown.\nAutumn | September, October | Plant bulbs three times their height deep. Rake leaves onto the compost, not into bags. Wash the pots.\nWinter | November to March | Oil the handles, hang up what belongs on a nail, prune apples on a mild day, and read this catalogue.",' || substr(settings, 2)
    WHERE settings LIKE '%"homeSections":"%year%' AND settings NOT LIKE '%"yearSeasons":%';
UPDATE shop_settings SET settings = '{"summaryRows":"Countries | 100+ | Trusted\nAccount Balance | $89,400 | Settled weekly\nNew Users | 4,200 | This season\nAnnual Revenue | $1.2M | Last year\nTotal Page Views | 512,800 | This month\nTotal tools | 50+ | In the catalogue\nNew Registers | 1,200 | This month",' || substr(settings, 2)
    WHERE settings LIKE '%"homeSections":"%summary%' AND settings NOT LIKE '%"summaryRows":%';
