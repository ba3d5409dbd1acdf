-- The list of what failed or waits, among many times as much that was delivered.
CREATE INDEX webhook_delivery_undelivered_idx ON webhook_delivery (endpoint_id, id) WHERE status <> 'delivered';
