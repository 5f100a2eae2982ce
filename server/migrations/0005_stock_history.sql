-- The stock history of a tool is read in its order, a page at a time.
DROP INDEX stock_changes_tool;
CREATE INDEX stock_changes_tool ON stock_changes (tool_id, created_at, id);
DROP INDEX orders_tool;
CREATE INDEX orders_tool ON orders (tool_id, created_at, id);
-- Orders whose stock came back with a refund.
CREATE INDEX orders_restocked ON orders (tool_id, restocked_at, id) WHERE restocked_at IS NOT NULL;
