-- The figures of the merchants' overview by the hour, so that it need not read every payment of 30 days.

-- CreateTable
CREATE TABLE "payment_sum" (
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "currency" TEXT NOT NULL,
    "is_change" BOOLEAN NOT NULL,
    "payments" INTEGER NOT NULL DEFAULT 0,
    "approved" INTEGER NOT NULL DEFAULT 0,
    "declined" INTEGER NOT NULL DEFAULT 0,
    "sealed" INTEGER NOT NULL DEFAULT 0,
    "escrowed" INTEGER NOT NULL DEFAULT 0,
    "opened" INTEGER NOT NULL DEFAULT 0,
    "amount" BIGINT NOT NULL DEFAULT 0,
    "lowest" BIGINT NOT NULL DEFAULT 0,
    "highest" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "payment_sum_pkey" PRIMARY KEY ("organization_id","environment","hour","id")
);

-- CreateTable
CREATE TABLE "payment_sum_progress" (
    "id" SMALLINT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_sum_progress_pkey" PRIMARY KEY ("id")
);

INSERT INTO "payment_sum_progress" ("id", "until") VALUES (1, 'epoch');

-- What is still to be added up: empty as a rule.
CREATE INDEX "payment_sum_change_idx" ON "payment_sum"("hour") WHERE "is_change";

-- A payment whose hour may have been summed counts by what changed. Triggers, because the changes come from
-- many statements of several rooms, and one that forgot them would falsify the sums for good. The hours of
-- the last ten minutes are never summed (lib/payments/sum-hours.ts), so that a payment that is created and
-- settled right away costs no more than a look at its time.
CREATE FUNCTION "add_payment_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change,
                           payments, approved, declined, sealed, escrowed, amount)
  SELECT OLD.organization_id, OLD.environment, date_bin('1 hour', OLD.created_at, 'epoch'),
         OLD.currency, true, sum(sign),
         coalesce(sum(sign) FILTER (WHERE status = 'succeeded'), 0),
         coalesce(sum(sign) FILTER (WHERE status = 'failed'), 0),
         coalesce(sum(sign) FILTER (WHERE receipt_status = 'sealed'), 0),
         coalesce(sum(sign) FILTER (WHERE receipt_status = 'escrowed'), 0),
         coalesce(sum(sign * OLD.amount) FILTER (WHERE status = 'succeeded'), 0)
  FROM (VALUES (-1, OLD.status, OLD.receipt_status),
               (CASE TG_OP WHEN 'UPDATE' THEN 1 ELSE 0 END, NEW.status, NEW.receipt_status)
       ) AS version (sign, status, receipt_status);
  RETURN NULL;
END $$;

CREATE TRIGGER "payment_changed" AFTER UPDATE OF "status", "receipt_status" ON "payment"
FOR EACH ROW
WHEN (OLD."created_at" < now() - interval '10 minutes' AND OLD."refund_of" IS NULL
      AND (OLD."status" IS DISTINCT FROM NEW."status"
           OR OLD."receipt_status" IS DISTINCT FROM NEW."receipt_status"))
EXECUTE FUNCTION "add_payment_change"();

CREATE TRIGGER "payment_deleted" AFTER DELETE ON "payment"
FOR EACH ROW
WHEN (OLD."created_at" < now() - interval '10 minutes' AND OLD."refund_of" IS NULL)
EXECUTE FUNCTION "add_payment_change"();

-- Of sales alone. The first 48 bits of an id are the milliseconds of its time.
CREATE FUNCTION "add_opening"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "receipt_opened" AFTER INSERT ON "payment_event"
FOR EACH ROW WHEN (NEW."kind" = 'opened') EXECUTE FUNCTION "add_opening"();

CREATE TRIGGER "opening_deleted" AFTER DELETE ON "payment_event"
FOR EACH ROW WHEN (OLD."kind" = 'opened') EXECUTE FUNCTION "add_opening"();
