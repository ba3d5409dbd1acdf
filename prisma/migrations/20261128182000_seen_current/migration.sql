-- When a process was last alive with a version as its current one, to know how long tills may hold reservations of it. Null
-- where that was before this release, in which there were no reservations.
ALTER TABLE keyring_check ADD COLUMN seen_current timestamptz(3);
