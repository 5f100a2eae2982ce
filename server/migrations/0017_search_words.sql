-- The folded words of name and address, with a space before each (values/search_words.rs). The program writes it.
ALTER TABLE users ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
-- No SQL folds letters as the program does. It writes all search keys and words again when it starts.
INSERT INTO shop_metadata (name, value) SELECT 'search_keys', 'old'
    WHERE EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM tools);
