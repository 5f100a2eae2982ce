-- What a tool is called in another language than English (docs/french.md). The English texts are in tools.
CREATE TABLE tool_texts (
    tool_id TEXT NOT NULL REFERENCES tools (id) ON DELETE CASCADE,
    language TEXT NOT NULL CONSTRAINT tool_texts_language CHECK (language = 'fr'),
    -- NULL: customers read the English one.
    name TEXT,
    description TEXT,
    PRIMARY KEY (tool_id, language),
    CONSTRAINT tool_texts_any CHECK (name IS NOT NULL OR description IS NOT NULL)
);
