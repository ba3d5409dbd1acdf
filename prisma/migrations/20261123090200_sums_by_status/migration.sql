-- The sums of merchants by all that their list of payments can be filtered by, but amounts and references.

-- AlterTable
ALTER TABLE "payment_sum" ADD COLUMN     "gateway" "gateway",
ADD COLUMN     "status" "payment_status",
ADD COLUMN     "receipt_status" "receipt_status";

-- What a payment was is taken off, and what it is now added.
CREATE OR REPLACE FUNCTION "add_payment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
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

DELETE FROM "payment_sum";
UPDATE "payment_sum_progress" SET "until" = 'epoch';

-- The job of the version before fails, instead of summing without these, and one of this version sums.
ALTER TABLE "payment_sum" ADD CONSTRAINT "payment_sum_of_payments_check"
CHECK ("payments" = 0 OR ("gateway" IS NOT NULL AND "status" IS NOT NULL AND "receipt_status" IS NOT NULL));
