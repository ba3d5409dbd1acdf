-- Since when a version is the current one, to know how long tills may hold reservations of the one before. Null where that
-- was so before this release, in which there were no reservations.
ALTER TABLE keyring_check ADD COLUMN current_since timestamptz(3);
