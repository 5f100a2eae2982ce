-- Pictures that the owner uploads. The files lie in a store of their own; here is who may upload, and what is left to do.

-- The right to upload one picture. Its key is stored hashed.
CREATE TABLE image_tickets (
    hash TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT NOT NULL,
    -- Set by the one upload that succeeds.
    used_at BIGINT
);
CREATE INDEX image_tickets_expiry ON image_tickets (expires_at);
CREATE INDEX image_tickets_user ON image_tickets (user_id);

CREATE TABLE images (
    -- Of the large WebP file: the same picture twice is one picture.
    hash TEXT PRIMARY KEY,
    -- Who uploaded it first.
    user_id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- When some node should draw the AVIF forms. NULL: they are there, or not worth another attempt.
    avif_due_at BIGINT,
    avif_attempts BIGINT NOT NULL CONSTRAINT images_avif_attempts CHECK (avif_attempts >= 0)
);
CREATE INDEX images_avif_due ON images (avif_due_at) WHERE avif_due_at IS NOT NULL;
