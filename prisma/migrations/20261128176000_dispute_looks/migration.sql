-- What the sandbox has to say about a payment after its answer, and when.
CREATE TABLE sandbox_notice (
  payment_id text NOT NULL,
  about text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (payment_id, about, due_at)
);
CREATE INDEX sandbox_notice_due_at_idx ON sandbox_notice (due_at);

-- For the look after disputes whose notification was lost. Few events are of disputes.
CREATE INDEX payment_event_dispute_idx ON payment_event (organization_id, environment, dispute_id, sequence)
  WHERE dispute_id IS NOT NULL;

-- When the provider was last asked for all disputes; those of before were asked for none.
ALTER TABLE gateway_connection ADD COLUMN disputes_checked_at timestamptz(3);
