-- Phones and browsers of staff that are told of new orders by Web Push.
CREATE TABLE push_devices (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The session that added it, or the last login of the account in the same browser. It may have expired, because a
    -- session of staff lasts some hours.
    session_id TEXT NOT NULL,
    -- The browser, as in known_devices.
    browser_hash TEXT NOT NULL,
    -- Where its push service takes messages, and the keys that its browser decrypts with.
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    -- Shown in the list of devices.
    user_agent TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    -- The first failure since the last success.
    failing_since BIGINT
);
-- A browser has one subscription. Another account that subscribes takes it over.
CREATE UNIQUE INDEX push_devices_endpoint ON push_devices (endpoint);
CREATE UNIQUE INDEX push_devices_browser ON push_devices (user_id, browser_hash);
CREATE INDEX push_devices_session ON push_devices (session_id);
-- Notifications that are queued with a payment and not sent yet. A row is deleted when it was sent.
CREATE TABLE push_messages (
    device_id TEXT NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
    -- The first order of the purchase, which a press on the notification opens.
    order_id TEXT NOT NULL,
    total_cents BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (device_id, order_id)
);
CREATE INDEX push_messages_due ON push_messages (next_at);
