-- Customers read the names of categories in English or in French (docs/french.md). The slug stays.

-- NULL: the owner has not translated the name, and French pages show the English one.
ALTER TABLE categories ADD COLUMN french_name TEXT
    CONSTRAINT categories_french_name CHECK (french_name <> '');
