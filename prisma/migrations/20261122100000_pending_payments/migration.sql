-- A payment is pending for the moment between its two writes. As long as an index told pending
-- payments, or those that did not succeed, from the rest by the status itself, the second write put a
-- new entry into every index of the table.

-- CreateTable
CREATE TABLE "pending_payment" (
    "payment_id" TEXT NOT NULL,
    "gateway_request" BYTEA NOT NULL,

    CONSTRAINT "pending_payment_pkey" PRIMARY KEY ("payment_id")
);

INSERT INTO "pending_payment" ("payment_id", "gateway_request")
SELECT "id", coalesce("gateway_request", '') FROM "payment" WHERE "status" = 'pending';

-- DropIndex
DROP INDEX "payment_pending_idx";
DROP INDEX "payment_unsuccessful_idx";

-- AlterTable
ALTER TABLE "payment" DROP COLUMN "gateway_request",
ADD COLUMN     "unsuccessful_status" "payment_status" GENERATED ALWAYS AS (
  CASE WHEN "status" IN ('failed', 'requires_confirmation') THEN "status" END) STORED;

-- The console's filters for what did not succeed. It stays the same for a payment that succeeds.
-- CreateIndex
CREATE INDEX "payment_unsuccessful_idx" ON "payment"("organization_id", "environment", "id")
WHERE "unsuccessful_status" IS NOT NULL;

-- Emptied as fast as it is filled.
ALTER TABLE "pending_payment" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- A page takes two or three payments: with this much room the second versions of most stay on it.
ALTER TABLE "payment" SET (fillfactor = 60);
