-- The owner lists the imports, and deletes the orders of one.
CREATE INDEX former_orders_by_import ON former_orders (imported_at);
