-- The figures of the issuers' overview by the hour, beside those of merchants.

-- AlterTable
ALTER TABLE "payment_sum" ADD COLUMN     "held" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "grants_used" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "grants_expired" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "grants_opened" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "access_token" ADD COLUMN     "previous_at" TIMESTAMPTZ(3);

-- Deferred: a registration hands receipts over before its cardholder is there. An erasure takes the cardholder
-- first, and leaves whose it was.
CREATE FUNCTION "add_held_change"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE CONSTRAINT TRIGGER "receipt_held" AFTER UPDATE OF "status", "cardholder_id" ON "payment"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD."created_at" < now() - interval '10 minutes' AND OLD."refund_of" IS NULL
      AND (OLD."status" IS DISTINCT FROM NEW."status"
           OR OLD."cardholder_id" IS DISTINCT FROM NEW."cardholder_id"))
EXECUTE FUNCTION "add_held_change"();

CREATE CONSTRAINT TRIGGER "held_deleted" AFTER DELETE ON "payment"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
WHEN (OLD."created_at" < now() - interval '10 minutes' AND OLD."refund_of" IS NULL
      AND OLD."cardholder_id" IS NOT NULL)
EXECUTE FUNCTION "add_held_change"();

-- An erasure takes from its grants what they were used for. Grants that are deleted have left every period
-- that is shown.
CREATE FUNCTION "add_forgotten_opening"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change, grants_opened)
  VALUES (OLD.organization_id, OLD.environment, date_bin('1 hour', OLD.created_at, 'epoch'), '', true, -1);
  RETURN NULL;
END $$;

CREATE TRIGGER "opening_forgotten" AFTER UPDATE OF "used_for" ON "access_token"
FOR EACH ROW
WHEN (OLD."created_at" < now() - interval '10 minutes' AND OLD."used_for" IS NOT NULL
      AND NEW."used_for" IS NULL)
EXECUTE FUNCTION "add_forgotten_opening"();

-- All hours are summed again, with these figures. Until then, overviews read the payments themselves.
DELETE FROM "payment_sum";
UPDATE "payment_sum_progress" SET "until" = 'epoch';
