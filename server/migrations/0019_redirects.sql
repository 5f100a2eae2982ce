-- Paths of a former shop, and the page of this shop that answers for each.
CREATE TABLE redirects (
    id TEXT PRIMARY KEY,
    -- Decoded, in small letters, without a slash at its end: /products/hoe. Or the home page with a query: /?p=12.
    path TEXT NOT NULL,
    -- A path of this shop, with a query or without.
    target TEXT NOT NULL CONSTRAINT redirects_target CHECK (target LIKE '/%' AND target NOT LIKE '//%'),
    -- How often it was asked for.
    hits BIGINT NOT NULL DEFAULT 0 CONSTRAINT redirects_hits CHECK (hits >= 0),
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX redirects_path ON redirects (path);
CREATE INDEX redirects_newest ON redirects (created_at, id);
-- For paths that lead to a path which leads on.
CREATE INDEX redirects_by_target ON redirects (target);

-- Paths without a page that visitors ask for, at most some hundred. A request that the response cache answers does not
-- count.
CREATE TABLE missing_paths (
    path TEXT PRIMARY KEY,
    requests BIGINT NOT NULL CONSTRAINT missing_paths_requests CHECK (requests > 0),
    last_at BIGINT NOT NULL
);
CREATE INDEX missing_paths_last ON missing_paths (last_at);
