-- What happened, until it is told. Emptied as fast as it is filled, and so vacuumed after a number of dead rows.
CREATE TABLE event_outbox (
  sequence bigserial PRIMARY KEY,
  types text[],
  organization_id text,
  environment environment NOT NULL,
  payment_id text,
  occurrence text NOT NULL DEFAULT '',
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  data json,
  status payment_status,
  decline_code text,
  order_id text,
  provider_reference text,
  match_data bytea,
  refunded_amount bigint,
  receipt_status receipt_status,
  cardholder_id text,
  key_id text,
  ephemeral_key bytea,
  other_key_ids text[] DEFAULT '{}',
  delivered_by delivery_path,
  delivered_at timestamptz(3)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TABLE event (
  organization_id text NOT NULL,
  environment environment NOT NULL,
  position bigint NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  subject text NOT NULL,
  cardholder_id text,
  data json NOT NULL,
  match_data bytea,
  PRIMARY KEY (organization_id, environment, position)
);
CREATE UNIQUE INDEX event_id_key ON event (id);
-- What an erasure reaches.
CREATE INDEX event_cardholder_idx ON event (cardholder_id) WHERE cardholder_id IS NOT NULL;

-- One row, whose lock is the turn to publish.
CREATE TABLE event_log_end (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  position bigint NOT NULL DEFAULT 0
);
INSERT INTO event_log_end DEFAULT VALUES;

CREATE TABLE event_mark (
  minute timestamptz(3) PRIMARY KEY,
  position bigint NOT NULL
);

CREATE TYPE webhook_disabled_reason AS ENUM ('requested', 'gone', 'failing', 'paused');

-- Each batch of deliveries changes its endpoint, and no column of an index with it.
CREATE TABLE webhook_endpoint (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization (id) ON UPDATE CASCADE ON DELETE CASCADE,
  environment environment NOT NULL,
  url text NOT NULL,
  types text[] DEFAULT '{}',
  description text NOT NULL DEFAULT '',
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  disabled_reason webhook_disabled_reason,
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  position bigint NOT NULL,
  resend_after bigint,
  resend_until bigint,
  resend_since timestamptz(3),
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  warned_at timestamptz(3),
  paused_until timestamptz(3),
  leased_by text,
  leased_until timestamptz(3)
) WITH (fillfactor = 50);
CREATE INDEX webhook_endpoint_organization_id_environment_id_idx ON webhook_endpoint (organization_id, environment, id);

CREATE TYPE webhook_delivery_status AS ENUM ('waiting', 'delivered', 'failed');

CREATE TABLE webhook_delivery (
  id text PRIMARY KEY,
  endpoint_id text NOT NULL REFERENCES webhook_endpoint (id) ON UPDATE CASCADE ON DELETE CASCADE,
  event_id text NOT NULL,
  type text NOT NULL,
  status webhook_delivery_status NOT NULL,
  attempts smallint NOT NULL,
  due_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  log jsonb NOT NULL
);
CREATE UNIQUE INDEX webhook_delivery_endpoint_id_event_id_key ON webhook_delivery (endpoint_id, event_id);
CREATE INDEX webhook_delivery_endpoint_id_id_idx ON webhook_delivery (endpoint_id, id);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery (endpoint_id, due_at) WHERE status = 'waiting';
