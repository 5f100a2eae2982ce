-- Names a review of a former shop by its content, so that a file that is sent twice adds it once. NULL: written here.
ALTER TABLE reviews ADD COLUMN former_key TEXT;
CREATE UNIQUE INDEX reviews_former ON reviews (former_key) WHERE former_key IS NOT NULL;
