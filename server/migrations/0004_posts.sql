-- What the owner and staff write for visitors: the posts of /blogs.
CREATE TABLE posts (
    id TEXT PRIMARY KEY,
    -- The end of its address. It is made of the first title and never changes, so that links keep working.
    slug TEXT NOT NULL CONSTRAINT posts_slug UNIQUE,
    title TEXT NOT NULL CONSTRAINT posts_title CHECK (title <> ''),
    -- The path of its picture. NULL: none.
    picture TEXT,
    picture_alt TEXT NOT NULL,
    -- Markdown.
    text TEXT NOT NULL CONSTRAINT posts_text CHECK (text <> ''),
    -- The first words of the text, so that lists and the feed do not read the texts.
    summary TEXT NOT NULL,
    -- NULL: a draft.
    published_at BIGINT,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL CONSTRAINT posts_changed CHECK (changed_at >= created_at),
    -- Counts the changes, so that one edit does not overwrite another.
    revision BIGINT NOT NULL CONSTRAINT posts_revision CHECK (revision > 0)
);
-- The lists of visitors, of the owner, and of the sitemap.
CREATE INDEX posts_published ON posts (published_at, id) WHERE published_at IS NOT NULL;
CREATE INDEX posts_created ON posts (created_at, id);
