-- The id of a payment whose receipt was sealed at the till is from before its row: up to ten minutes, or seven days where
-- the escrow key was reserved. Sums go by the id, as lists do, so that such a payment may come into an hour that was
-- summed without it, and change there right after its creation. Of any other payment the two times are the same, and
-- its triggers stay as they are.

CREATE FUNCTION time_of_id(id text) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_timestamp(('x' || substr(id, 5, 12))::bit(48)::bigint / 1000.0::float8);

CREATE OR REPLACE FUNCTION add_payment_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  about payment := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
  at timestamptz := time_of_id(about.id);
BEGIN
  IF at >= now() - interval '10 minutes' THEN
    RETURN NULL;
  END IF;
  INSERT INTO payment_sum (organization_id, environment, hour, currency, gateway, status, receipt_status,
                           is_change, payments, approved, declined, sealed, escrowed, amount, lowest, highest)
  SELECT about.organization_id, about.environment, date_bin('1 hour', at, 'epoch'),
         about.currency, about.gateway, status, receipt_status, true, sign,
         CASE status WHEN 'succeeded' THEN sign ELSE 0 END,
         CASE status WHEN 'failed' THEN sign ELSE 0 END,
         CASE receipt_status WHEN 'sealed' THEN sign ELSE 0 END,
         CASE receipt_status WHEN 'escrowed' THEN sign ELSE 0 END,
         CASE status WHEN 'succeeded' THEN sign * about.amount ELSE 0 END, about.amount, about.amount
  FROM (VALUES (-1, OLD.status, OLD.receipt_status), (1, NEW.status, NEW.receipt_status)
       ) AS version (sign, status, receipt_status)
  WHERE status IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION add_held_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := time_of_id(OLD.id);
BEGIN
  IF at >= now() - interval '10 minutes' THEN
    RETURN NULL;
  END IF;
  INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change, held)
  SELECT issuer.organization_id, issuer.environment, date_bin('1 hour', at, 'epoch'), '', true, sum(sign)
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

-- What the triggers of all payments pass over: the creation, and the ten minutes after it.
CREATE TRIGGER reserved_payment_stored AFTER INSERT ON payment
FOR EACH ROW
WHEN (NEW.sealing_place <> 'service' AND NEW.refund_of IS NULL)
EXECUTE FUNCTION add_payment_change();

CREATE TRIGGER reserved_payment_changed AFTER UPDATE OF status, receipt_status ON payment
FOR EACH ROW
WHEN (OLD.sealing_place <> 'service' AND OLD.created_at >= now() - interval '10 minutes'
      AND OLD.refund_of IS NULL
      AND (OLD.status IS DISTINCT FROM NEW.status
           OR OLD.receipt_status IS DISTINCT FROM NEW.receipt_status))
EXECUTE FUNCTION add_payment_change();

CREATE TRIGGER reserved_payment_deleted AFTER DELETE ON payment
FOR EACH ROW
WHEN (OLD.sealing_place <> 'service' AND OLD.created_at >= now() - interval '10 minutes'
      AND OLD.refund_of IS NULL)
EXECUTE FUNCTION add_payment_change();

CREATE CONSTRAINT TRIGGER reserved_receipt_held AFTER UPDATE OF status, cardholder_id ON payment
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.sealing_place <> 'service' AND OLD.created_at >= now() - interval '10 minutes'
      AND OLD.refund_of IS NULL
      AND (OLD.status IS DISTINCT FROM NEW.status
           OR OLD.cardholder_id IS DISTINCT FROM NEW.cardholder_id))
EXECUTE FUNCTION add_held_change();

CREATE CONSTRAINT TRIGGER reserved_held_deleted AFTER DELETE ON payment
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD.sealing_place <> 'service' AND OLD.created_at >= now() - interval '10 minutes'
      AND OLD.refund_of IS NULL AND OLD.cardholder_id IS NOT NULL)
EXECUTE FUNCTION add_held_change();
