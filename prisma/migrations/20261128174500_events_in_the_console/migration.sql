-- People read the latest events first, and those of one payment or cardholder.
CREATE INDEX event_created_idx ON event (organization_id, environment, created_at, id);
CREATE INDEX event_subject_idx ON event (subject, created_at, id);
