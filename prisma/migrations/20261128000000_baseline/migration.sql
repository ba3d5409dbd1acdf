-- All tables as of November 28, 2026. A database that was made by the migrations before this one has the same tables,
-- and does not get these on top: prisma/baseline.ts.
--
-- Each table has its columns and indexes in the order in which those migrations added them: where two plans cost the
-- same, the order of the indexes decides.

CREATE TYPE environment AS ENUM ('production', 'staging', 'development');


-- Organizations, their members, and how these sign in

CREATE TYPE organization_kind AS ENUM ('merchant', 'issuer', 'platform');
CREATE TYPE tier AS ENUM ('free', 'standard', 'premium', 'enterprise');
CREATE TYPE role AS ENUM ('owner', 'developer', 'viewer');
CREATE TYPE passkey_purpose AS ENUM ('registration', 'sign_in', 'step_up');

CREATE TABLE organization (
  id text PRIMARY KEY,
  name text NOT NULL,
  kind organization_kind NOT NULL,
  tier tier NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  approved_environments environment[] DEFAULT ARRAY['development']::environment[],
  logo text,
  is_demo boolean NOT NULL DEFAULT false,
  requires_second_factor boolean NOT NULL DEFAULT false
);

CREATE TABLE member (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE CASCADE,
  email text NOT NULL,
  password_hash text NOT NULL,
  role role NOT NULL,
  session_version integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3),
  totp_secret bytea,
  totp_since timestamptz(3),
  totp_step integer,
  oidc_issuer text,
  oidc_subject text,
  recovery_told_at timestamptz(3),
  email_verified_at timestamptz(3)
);

CREATE UNIQUE INDEX member_email_key ON member (email);
CREATE INDEX member_organization_id_idx ON member (organization_id);
CREATE UNIQUE INDEX member_oidc_issuer_oidc_subject_key ON member (oidc_issuer, oidc_subject);

CREATE TABLE recovery_code (
  member_id text NOT NULL REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  hash bytea NOT NULL,
  PRIMARY KEY (member_id, hash)
);

CREATE TABLE second_factor_reset (
  member_id text PRIMARY KEY REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE session (
  id text PRIMARY KEY,
  hash bytea NOT NULL,
  member_id text NOT NULL REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  session_version integer NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  user_agent text,
  address text,
  recovered boolean NOT NULL DEFAULT false,
  stepped_up_at timestamptz(3)
);

CREATE UNIQUE INDEX session_hash_key ON session (hash);
CREATE INDEX session_member_id_idx ON session (member_id);

CREATE TABLE passkey (
  id text PRIMARY KEY,
  member_id text NOT NULL REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  name text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[],
  backup_eligible boolean NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3)
);

CREATE UNIQUE INDEX passkey_credential_id_key ON passkey (credential_id);
CREATE INDEX passkey_member_id_idx ON passkey (member_id);

CREATE TABLE passkey_challenge (
  hash bytea PRIMARY KEY,
  purpose passkey_purpose NOT NULL,
  session_id text REFERENCES session ON UPDATE CASCADE ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);

CREATE INDEX passkey_challenge_session_id_idx ON passkey_challenge (session_id);

CREATE TABLE invitation (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE CASCADE,
  email text NOT NULL,
  role role NOT NULL,
  token_hash bytea NOT NULL,
  invited_by_id text REFERENCES member ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL
);

CREATE UNIQUE INDEX invitation_token_hash_key ON invitation (token_hash);
CREATE UNIQUE INDEX invitation_organization_id_email_key ON invitation (organization_id, email);

CREATE TABLE sign_up (
  hash bytea PRIMARY KEY,
  email text NOT NULL,
  organization_name text NOT NULL,
  kind organization_kind NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

CREATE INDEX sign_up_email_idx ON sign_up (email);
CREATE INDEX sign_up_expires_at_idx ON sign_up (expires_at);

CREATE TABLE email_confirmation (
  hash bytea PRIMARY KEY,
  member_id text NOT NULL REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  email text NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

CREATE INDEX email_confirmation_member_id_idx ON email_confirmation (member_id);
CREATE INDEX email_confirmation_expires_at_idx ON email_confirmation (expires_at);

CREATE TABLE password_reset (
  hash bytea PRIMARY KEY,
  member_id text NOT NULL REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  expires_at timestamptz(3) NOT NULL
);

CREATE INDEX password_reset_member_id_idx ON password_reset (member_id);
CREATE INDEX password_reset_expires_at_idx ON password_reset (expires_at);


-- The keys that callers of the API present, and those that merchants sign with

CREATE TYPE key_notice_kind AS ENUM ('created', 'unused');

CREATE TABLE api_key (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE CASCADE,
  environment environment NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  hint text NOT NULL,
  scopes text[] DEFAULT ARRAY[]::text[],
  allowed_addresses text[] DEFAULT ARRAY[]::text[],
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  created_by text,
  last_used_address text,
  rolled_to text
);

CREATE UNIQUE INDEX api_key_secret_hash_key ON api_key (secret_hash);
CREATE INDEX api_key_organization_id_environment_idx ON api_key (organization_id, environment);

CREATE TABLE key_notice (
  api_key_id text NOT NULL REFERENCES api_key ON UPDATE CASCADE ON DELETE CASCADE,
  kind key_notice_kind NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (api_key_id, kind)
);

CREATE TABLE signing_key (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE CASCADE,
  environment environment NOT NULL,
  kid text NOT NULL,
  algorithm text NOT NULL,
  name text NOT NULL,
  public_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  retired_at timestamptz(3)
);

CREATE UNIQUE INDEX signing_key_organization_id_environment_kid_key
  ON signing_key (organization_id, environment, kid);

CREATE TABLE signature_requirement (
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE CASCADE,
  environment environment NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (organization_id, environment)
);


-- Cardholders, and who may read their receipts

CREATE TYPE consent_method AS ENUM ('passkey', 'pin', 'other');

CREATE TABLE cardholder (
  id text PRIMARY KEY,
  environment environment NOT NULL,
  card_index bytea NOT NULL,
  pepper_version smallint NOT NULL,
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE RESTRICT,
  current_key_id text NOT NULL,
  registered_at timestamptz(3) NOT NULL,
  delivered_receipts integer NOT NULL DEFAULT 0
);

CREATE UNIQUE INDEX cardholder_environment_card_index_key ON cardholder (environment, card_index);
CREATE INDEX cardholder_organization_id_environment_id_idx ON cardholder (organization_id, environment, id);

-- Search by the beginning of a key id: bytewise order makes that a range in any database.
CREATE INDEX cardholder_key_reference_idx
  ON cardholder (organization_id, environment, current_key_id COLLATE "C") INCLUDE (id);

CREATE TABLE cardholder_key (
  cardholder_id text NOT NULL REFERENCES cardholder ON UPDATE CASCADE ON DELETE CASCADE,
  key_id text NOT NULL,
  public_key text NOT NULL,
  previous_key_id text,
  created_at timestamptz(3) NOT NULL,
  retired_at timestamptz(3),
  PRIMARY KEY (cardholder_id, key_id)
);

CREATE TABLE erasure (
  cardholder_id text PRIMARY KEY,
  organization_id text NOT NULL,
  environment environment NOT NULL,
  erased_at timestamptz(3) NOT NULL,
  erased_receipts integer NOT NULL,
  api_key_id text,
  member_id text
);

CREATE INDEX erasure_erased_at_idx ON erasure (erased_at);

-- A token is written once and updated once: room for that on the same page spares the indexes.
CREATE TABLE access_token (
  hash bytea PRIMARY KEY,
  environment environment NOT NULL,
  organization_id text NOT NULL,
  cardholder_id text NOT NULL,
  key_id text,
  payment_id text,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  used_for text,
  address text,
  api_key_id text,
  consent_method consent_method,
  member_id text,
  used_address text,
  previous_at timestamptz(3)
) WITH (fillfactor = 80);

CREATE INDEX access_token_cardholder_id_created_at_idx ON access_token (cardholder_id, created_at);
CREATE INDEX access_token_organization_id_environment_created_at_idx
  ON access_token (organization_id, environment, created_at);

-- For the job that ends the log. Rows stand in the order of their time, so that this one costs nothing.
CREATE INDEX access_token_created_at_idx ON access_token USING brin (created_at);

CREATE INDEX access_token_opened_again_idx ON access_token (organization_id, environment, created_at)
WHERE previous_at IS NOT NULL;

CREATE TABLE pin_share (
  id text PRIMARY KEY,
  key bytea NOT NULL,
  proof_hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  not_before timestamptz(3),
  used_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX pin_share_used_at_idx ON pin_share (used_at);


-- Payment providers

CREATE TYPE gateway AS ENUM ('gateway_one', 'gateway_two');
CREATE TYPE sandbox_state AS ENUM ('paid', 'canceled');

CREATE TABLE gateway_connection (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organization ON UPDATE CASCADE ON DELETE CASCADE,
  environment environment NOT NULL,
  gateway gateway NOT NULL,
  provider text NOT NULL,
  credentials bytea,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL,
  account text,
  last_notification_at timestamptz(3),
  removed_at timestamptz(3)
);

CREATE UNIQUE INDEX gateway_connection_organization_id_environment_gateway_prov_key
  ON gateway_connection (organization_id, environment, gateway, provider, account);

-- New payments go through one of them.
CREATE UNIQUE INDEX gateway_connection_in_use_key ON gateway_connection (organization_id, environment, gateway)
WHERE removed_at IS NULL;

CREATE TABLE gateway_event (
  connection_id text NOT NULL REFERENCES gateway_connection ON UPDATE CASCADE ON DELETE CASCADE,
  event_id text NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (connection_id, event_id)
);

CREATE INDEX gateway_event_received_at_idx ON gateway_event (received_at);

CREATE TABLE gateway_event_type (
  connection_id text NOT NULL REFERENCES gateway_connection ON UPDATE CASCADE ON DELETE CASCADE,
  type text NOT NULL,
  last_received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (connection_id, type)
);

CREATE TABLE sandbox_payment (
  payment_id text PRIMARY KEY,
  state sandbox_state NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX sandbox_payment_created_at_idx ON sandbox_payment (created_at);


-- Payments with their sealed receipts

CREATE TYPE payment_status AS ENUM ('pending', 'requires_confirmation', 'succeeded', 'failed', 'canceled');
CREATE TYPE receipt_status AS ENUM ('escrowed', 'sealed', 'expired', 'erased', 'void');
CREATE TYPE refund_origin AS ENUM ('api', 'cancel', 'late_charge', 'provider');
CREATE TYPE payment_event_kind AS ENUM (
  'requires_confirmation', 'succeeded', 'failed', 'refunded', 'handed_over', 'expired', 'opened', 'erased',
  'canceled', 'cancel_requested', 'charged_late', 'refund_failed', 'disputed', 'dispute_closed'
);

-- A refund is a payment that goes the other way: escrow, hand-over, erasure, and opening treat its credit note like a
-- receipt.
--
-- A payment is pending for the moment between its two writes. `unsuccessful_status` stays the same for one that
-- succeeds. Were it the status itself that told payments apart in an index, the second write would put a new entry into
-- every index of the table. A page takes two or three payments: half of it is room for the second version of each.
CREATE TABLE payment (
  environment environment NOT NULL,
  card_index bytea NOT NULL,
  id text NOT NULL,
  pepper_version smallint NOT NULL,
  organization_id text NOT NULL,
  gateway gateway NOT NULL,
  merchant_id text NOT NULL,
  receipt_id text NOT NULL,
  transaction_id text NOT NULL,
  amount bigint NOT NULL,
  currency char(3) NOT NULL,
  mock_items boolean NOT NULL,
  status payment_status NOT NULL,
  decline_code text,
  gateway_attempts smallint NOT NULL DEFAULT 1,
  claimed_until timestamptz(3),
  order_id text,
  client_secret bytea,
  receipt_status receipt_status NOT NULL,
  cardholder_id text,
  key_id text,
  escrow_version smallint,
  escrowed_at timestamptz(3),
  protected_header text NOT NULL,
  encrypted_key bytea,
  iv bytea NOT NULL,
  ciphertext bytea NOT NULL,
  tag bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  refunded_amount bigint NOT NULL DEFAULT 0,
  connection_id text,
  settled_at timestamptz(3),
  unsuccessful_status payment_status GENERATED ALWAYS AS (
    CASE WHEN status IN ('failed', 'requires_confirmation') THEN status END) STORED,
  refund_of text,
  refund_origin refund_origin,
  refund_reference text,
  provider_reference text,
  cancel_requested_at timestamptz(3),
  canceled_at timestamptz(3),
  PRIMARY KEY (environment, card_index, id)
) WITH (fillfactor = 50);

-- Ciphertext does not compress: leave out the attempt.
ALTER TABLE payment ALTER COLUMN ciphertext SET STORAGE EXTERNAL;

CREATE INDEX payment_id_idx ON payment (id);
CREATE INDEX payment_cardholder_id_id_idx ON payment (cardholder_id, id);

-- What waits in escrow, by card for the hand-over; rows leave the index as they leave escrow.
CREATE INDEX payment_in_escrow_idx ON payment (environment, card_index, escrowed_at)
WHERE receipt_status = 'escrowed';

CREATE INDEX payment_organization_id_environment_id_idx ON payment (organization_id, environment, id);

-- Search by the merchant's own references, exact or by their beginning: bytewise order makes that a range in any
-- database. The id comes along without being a key, or a young table's planner would take these for look-ups by id.
CREATE INDEX payment_receipt_reference_idx
  ON payment (organization_id, environment, receipt_id COLLATE "C") INCLUDE (id);
CREATE INDEX payment_transaction_reference_idx
  ON payment (organization_id, environment, transaction_id COLLATE "C") INCLUDE (id);

-- The console's filters for what did not succeed
CREATE INDEX payment_unsuccessful_idx ON payment (organization_id, environment, id)
WHERE unsuccessful_status IS NOT NULL;

CREATE INDEX payment_refund_of_idx ON payment (refund_of, id) WHERE refund_of IS NOT NULL;

-- The filter for what was canceled. A payment that succeeds is never in it.
CREATE INDEX payment_canceled_idx ON payment (organization_id, environment, id) WHERE canceled_at IS NOT NULL;

-- The payments of one merchantId, newest first. Led by that: an index that began as the one of the list does would
-- cost the planner the same for a range of ids, and read all of the organization's payments.
CREATE INDEX payment_merchant_idx ON payment (merchant_id, organization_id, environment, id);

-- What is to be asked of a gateway. Emptied as fast as it is filled, and so vacuumed after a number of dead rows
-- instead of a share.
CREATE TABLE pending_payment (
  payment_id text PRIMARY KEY,
  gateway_request bytea,
  checks smallint NOT NULL DEFAULT 0,
  next_check_at timestamptz(3)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- An event waits for its payment's row. The time at which its transaction began may lie before that of an event which
-- got the row first; the time at which it is written cannot.
CREATE TABLE payment_event (
  organization_id text NOT NULL,
  environment environment NOT NULL,
  payment_id text NOT NULL,
  sequence bigserial,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  kind payment_event_kind NOT NULL,
  previous_status payment_status,
  decline_code text,
  refunded_amount bigint,
  PRIMARY KEY (organization_id, environment, payment_id, sequence)
);

-- A merchant learns that a receipt was opened, and when first: not how often. Also what the overview counts and the
-- setup checklist looks for, answered from the index alone.
CREATE UNIQUE INDEX payment_event_opened_key ON payment_event (organization_id, environment, payment_id) INCLUDE (at)
WHERE kind = 'opened';

CREATE TABLE idempotency_record (
  organization_id text NOT NULL,
  environment environment NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  key_version smallint NOT NULL,
  card_index bytea NOT NULL,
  payment_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, environment, key_hash)
);

-- Erasure finds by it what leads to a payment. Ids sort by time: each goes to the end of the index.
CREATE INDEX idempotency_record_payment_id_idx ON idempotency_record (payment_id);


-- The figures of the overviews by the hour, so that these need not read every payment of 30 days

CREATE TABLE payment_sum (
  organization_id text NOT NULL,
  environment environment NOT NULL,
  hour timestamptz(3) NOT NULL,
  id bigserial,
  currency text NOT NULL,
  is_change boolean NOT NULL,
  payments integer NOT NULL DEFAULT 0,
  approved integer NOT NULL DEFAULT 0,
  declined integer NOT NULL DEFAULT 0,
  sealed integer NOT NULL DEFAULT 0,
  escrowed integer NOT NULL DEFAULT 0,
  opened integer NOT NULL DEFAULT 0,
  amount bigint NOT NULL DEFAULT 0,
  lowest bigint NOT NULL DEFAULT 0,
  highest bigint NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  grants_used integer NOT NULL DEFAULT 0,
  grants_expired integer NOT NULL DEFAULT 0,
  grants_opened integer NOT NULL DEFAULT 0,
  gateway gateway,
  status payment_status,
  receipt_status receipt_status,
  PRIMARY KEY (organization_id, environment, hour, id),
  CONSTRAINT payment_sum_of_payments_check CHECK (
    payments = 0 OR (gateway IS NOT NULL AND status IS NOT NULL AND receipt_status IS NOT NULL))
);

-- What is still to be added up: empty as a rule.
CREATE INDEX payment_sum_change_idx ON payment_sum (hour) WHERE is_change;

CREATE TABLE payment_sum_progress (
  id smallint PRIMARY KEY,
  until timestamptz(3) NOT NULL
);

INSERT INTO payment_sum_progress (id, until) VALUES (1, 'epoch');

-- A payment whose hour may have been summed counts by what changed: what it was is taken off, and what it is now
-- added. Triggers, because the changes come from many statements of several rooms, and one that forgot them would
-- falsify the sums for good. The hours of the last ten minutes are never summed (lib/payments/sum-hours.ts), so that
-- a payment that is created and settled right away costs no more than a look at its time.
CREATE FUNCTION add_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_sum (organization_id, environment, hour, currency, gateway, status, receipt_status,
                           is_change, payments, approved, declined, sealed, escrowed, amount, lowest, highest)
  SELECT OLD.organization_id, OLD.environment, date_bin('1 hour', OLD.created_at, 'epoch'),
         OLD.currency, OLD.gateway, status, receipt_status, true, sign,
         CASE status WHEN 'succeeded' THEN sign ELSE 0 END,
         CASE status WHEN 'failed' THEN sign ELSE 0 END,
         CASE receipt_status WHEN 'sealed' THEN sign ELSE 0 END,
         CASE receipt_status WHEN 'escrowed' THEN sign ELSE 0 END,
         CASE status WHEN 'succeeded' THEN sign * OLD.amount ELSE 0 END, OLD.amount, OLD.amount
  FROM (VALUES (-1, OLD.status, OLD.receipt_status), (1, NEW.status, NEW.receipt_status)
       ) AS version (sign, status, receipt_status)
  WHERE status IS NOT NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_changed AFTER UPDATE OF status, receipt_status ON payment
FOR EACH ROW
WHEN (OLD.created_at < now() - interval '10 minutes' AND OLD.refund_of IS NULL
      AND (OLD.status IS DISTINCT FROM NEW.status
           OR OLD.receipt_status IS DISTINCT FROM NEW.receipt_status))
EXECUTE FUNCTION add_payment_change();

CREATE TRIGGER payment_deleted AFTER DELETE ON payment
FOR EACH ROW
WHEN (OLD.created_at < now() - interval '10 minutes' AND OLD.refund_of IS NULL)
EXECUTE FUNCTION add_payment_change();

-- Of sales alone. The first 48 bits of an id are the milliseconds of its time.
CREATE FUNCTION add_opening() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event payment_event := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  created_at timestamptz :=
    to_timestamp(('x' || substr(event.payment_id, 5, 12))::bit(48)::bigint / 1000.0);
BEGIN
  IF event.payment_id LIKE 'pay\_%' AND created_at < now() - interval '10 minutes' THEN
    INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change, opened)
    VALUES (event.organization_id, event.environment, date_bin('1 hour', created_at, 'epoch'), '',
            true, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER receipt_opened AFTER INSERT ON payment_event
FOR EACH ROW WHEN (NEW.kind = 'opened') EXECUTE FUNCTION add_opening();

CREATE TRIGGER opening_deleted AFTER DELETE ON payment_event
FOR EACH ROW WHEN (OLD.kind = 'opened') EXECUTE FUNCTION add_opening();

-- Deferred: a registration hands receipts over before its cardholder is there. An erasure takes the cardholder
-- first, and leaves whose it was.
CREATE FUNCTION add_held_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change, held)
  SELECT issuer.organization_id, issuer.environment, date_bin('1 hour', OLD.created_at, 'epoch'), '',
         true, sum(sign)
  FROM (VALUES (-1, OLD.cardholder_id, OLD.status), (1, NEW.cardholder_id, NEW.status)
       ) AS version (sign, cardholder_id, status)
  CROSS JOIN LATERAL (
    SELECT organization_id, environment FROM cardholder WHERE id = version.cardholder_id
    UNION
    SELECT organization_id, environment FROM erasure WHERE cardholder_id = version.cardholder_id) issuer
  WHERE version.status NOT IN ('pending', 'requires_confirmation')
  GROUP BY 1, 2
  HAVING sum(sign) <> 0;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER receipt_held AFTER UPDATE OF status, cardholder_id ON payment
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.created_at < now() - interval '10 minutes' AND OLD.refund_of IS NULL
      AND (OLD.status IS DISTINCT FROM NEW.status
           OR OLD.cardholder_id IS DISTINCT FROM NEW.cardholder_id))
EXECUTE FUNCTION add_held_change();

CREATE CONSTRAINT TRIGGER held_deleted AFTER DELETE ON payment
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.created_at < now() - interval '10 minutes' AND OLD.refund_of IS NULL
      AND OLD.cardholder_id IS NOT NULL)
EXECUTE FUNCTION add_held_change();

-- An erasure takes from its grants what they were used for. Grants that are deleted have left every period that is
-- shown.
CREATE FUNCTION add_forgotten_opening() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change, grants_opened)
  VALUES (OLD.organization_id, OLD.environment, date_bin('1 hour', OLD.created_at, 'epoch'), '', true, -1);
  RETURN NULL;
END $$;

CREATE TRIGGER opening_forgotten AFTER UPDATE OF used_for ON access_token
FOR EACH ROW
WHEN (OLD.created_at < now() - interval '10 minutes' AND OLD.used_for IS NOT NULL
      AND NEW.used_for IS NULL)
EXECUTE FUNCTION add_forgotten_opening();


-- Visitors of the demo, and devices that are told of new receipts

CREATE TYPE visit_token_purpose AS ENUM ('session', 'handover');

CREATE TABLE visit (
  id text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  payments integer NOT NULL DEFAULT 0
);

CREATE INDEX visit_expires_at_idx ON visit (expires_at);

CREATE TABLE visit_token (
  hash bytea PRIMARY KEY,
  visit_id text NOT NULL REFERENCES visit ON UPDATE CASCADE ON DELETE CASCADE,
  purpose visit_token_purpose NOT NULL,
  expires_at timestamptz(3) NOT NULL
);

CREATE INDEX visit_token_visit_id_idx ON visit_token (visit_id);

CREATE TABLE visit_card (
  card_index bytea PRIMARY KEY,
  visit_id text NOT NULL REFERENCES visit ON UPDATE CASCADE ON DELETE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX visit_card_visit_id_idx ON visit_card (visit_id);

CREATE TABLE push_subscription (
  id bytea PRIMARY KEY,
  organization_id text NOT NULL,
  environment environment NOT NULL,
  cardholder_id text NOT NULL REFERENCES cardholder ON UPDATE CASCADE ON DELETE CASCADE,
  visit_id text REFERENCES visit ON UPDATE CASCADE ON DELETE CASCADE,
  member_id text REFERENCES member ON UPDATE CASCADE ON DELETE CASCADE,
  target bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  payment_id text,
  due_at timestamptz(3),
  attempts smallint NOT NULL DEFAULT 0
);

CREATE INDEX push_subscription_cardholder_id_idx ON push_subscription (cardholder_id);
CREATE INDEX push_subscription_visit_id_idx ON push_subscription (visit_id);
CREATE INDEX push_subscription_member_id_idx ON push_subscription (member_id);
CREATE INDEX push_subscription_due_at_idx ON push_subscription (due_at);


-- The service's own keys: their checks, and moves from one version to the next

CREATE TABLE escrow_key (
  version smallint PRIMARY KEY,
  key_id text NOT NULL,
  public_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE keyring_check (
  purpose text NOT NULL,
  version smallint NOT NULL,
  "check" bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  current_at timestamptz(3),
  retired_at timestamptz(3),
  PRIMARY KEY (purpose, version)
);

CREATE TABLE fingerprint_key (
  version smallint PRIMARY KEY,
  key bytea NOT NULL
);

CREATE TABLE key_move (
  name text PRIMARY KEY,
  version smallint NOT NULL,
  cursor text,
  moved bigint NOT NULL DEFAULT 0,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  ended_at timestamptz(3)
);


-- The audit trail

CREATE TABLE audit_entry (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  environment environment,
  at timestamptz(3) NOT NULL,
  action text NOT NULL,
  actor_kind text NOT NULL,
  actor_id text,
  address text,
  device text,
  request_id text,
  target text,
  before jsonb,
  after jsonb
);

CREATE INDEX audit_entry_organization_id_id_idx ON audit_entry (organization_id, id);

-- For filters. Grants and openings are most of the rows and stay out, so that they cost nothing there.
CREATE INDEX audit_entry_action_idx ON audit_entry (organization_id, action, id)
WHERE action NOT IN ('receipt.access_granted', 'receipt.opened');
CREATE INDEX audit_entry_actor_idx ON audit_entry (organization_id, actor_id, id)
WHERE action NOT IN ('receipt.access_granted', 'receipt.opened');
CREATE INDEX audit_entry_target_idx ON audit_entry (organization_id, target, id)
WHERE action NOT IN ('receipt.access_granted', 'receipt.opened');

CREATE TABLE audit_link (
  organization_id text NOT NULL,
  sequence bigint NOT NULL,
  entry_id text NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (organization_id, sequence)
);

CREATE UNIQUE INDEX audit_link_entry_id_key ON audit_link (entry_id);

CREATE TABLE audit_pending (
  entry_id text PRIMARY KEY
);

CREATE TABLE audit_name (
  id text PRIMARY KEY,
  organization_id text NOT NULL,
  name text NOT NULL
);

CREATE TABLE audit_anchor (
  organization_id text PRIMARY KEY,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  pruned_at timestamptz(3) NOT NULL
);

-- From the owner, too: where the service runs with the owner's role, it may only add entries, and only read anchors,
-- all the same.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entry, audit_link FROM CURRENT_USER;
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON audit_anchor FROM CURRENT_USER;


-- Mail

CREATE TABLE mail (
  id text PRIMARY KEY,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  due_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz(3) NOT NULL,
  attempts smallint NOT NULL DEFAULT 0
);

CREATE INDEX mail_due_at_idx ON mail (due_at);

CREATE TABLE mail_bounce (
  about text PRIMARY KEY,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX mail_bounce_created_at_idx ON mail_bounce (created_at);


-- Operation: calls, jobs, restores, and processes

CREATE TYPE request_source AS ENUM ('api', 'console');

CREATE TABLE request_log (
  request_id text PRIMARY KEY,
  position bigserial,
  organization_id text NOT NULL,
  environment environment NOT NULL,
  source request_source NOT NULL,
  at timestamptz(3) NOT NULL,
  method text NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  error_code text,
  duration_ms real NOT NULL,
  api_key_id text,
  member_id text,
  address text,
  payment_id text
);

CREATE INDEX request_log_organization_id_environment_source_request_id_idx
  ON request_log (organization_id, environment, source, request_id);
CREATE INDEX request_log_organization_id_environment_source_position_idx
  ON request_log (organization_id, environment, source, position);

-- The calls of one payment. Most calls have none, and stay out of the index.
CREATE INDEX request_log_payment_idx ON request_log (payment_id, request_id) WHERE payment_id IS NOT NULL;

-- The calls that were answered with an error: a filter for one of them looks at these alone, and at its own columns in
-- the index.
CREATE INDEX request_log_failed_idx
  ON request_log (organization_id, environment, source, request_id, status, error_code)
WHERE status >= 400;

CREATE TABLE job_run (
  name text PRIMARY KEY,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  failed_at timestamptz(3)
);

CREATE TABLE restore (
  restored_at timestamptz(3) PRIMARY KEY DEFAULT CURRENT_TIMESTAMP,
  backup_at timestamptz(3),
  released_at timestamptz(3)
);

CREATE TABLE service_process (
  id text PRIMARY KEY,
  program text NOT NULL,
  migration text NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  seen_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
