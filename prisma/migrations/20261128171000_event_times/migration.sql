-- What pruning deletes by, and a list that ends at a time stops at.
CREATE INDEX event_created_at_idx ON event (created_at);
ALTER TABLE event_mark ADD COLUMN oldest timestamptz(3);

-- The first publisher begins the log: a restored one has its own row.
DELETE FROM event_log_end;
-- From where the outbox is read: see [Note: the floor of the outbox].
ALTER TABLE event_log_end
  ADD COLUMN floor bigint NOT NULL DEFAULT 0,
  ADD COLUMN next_floor bigint NOT NULL DEFAULT 0,
  ADD COLUMN next_floor_xid bigint NOT NULL DEFAULT 0;
