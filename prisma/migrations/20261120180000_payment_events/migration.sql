-- CreateEnum
CREATE TYPE "payment_event_kind" AS ENUM ('requires_confirmation', 'succeeded', 'failed', 'refunded', 'handed_over', 'expired', 'opened');

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "settled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "payment_event" (
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "payment_id" TEXT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kind" "payment_event_kind" NOT NULL,
    "previous_status" "payment_status",
    "decline_code" TEXT,
    "refunded_amount" BIGINT,

    CONSTRAINT "payment_event_pkey" PRIMARY KEY ("organization_id","environment","payment_id","sequence")
);

-- CreateIndex
CREATE INDEX "payment_organization_id_environment_id_idx" ON "payment"("organization_id", "environment", "id");

-- Search by the merchant's own references, exact or by their beginning: bytewise order makes that a
-- range in any database. The id comes along without being a key, or a young table's planner would take
-- these for look-ups by id.
CREATE INDEX "payment_receipt_reference_idx" ON "payment"("organization_id", "environment", "receipt_id" COLLATE "C") INCLUDE ("id");
CREATE INDEX "payment_transaction_reference_idx" ON "payment"("organization_id", "environment", "transaction_id" COLLATE "C") INCLUDE ("id");

-- A merchant learns that a receipt was opened, and when first: not how often. Also what the overview
-- counts and the setup checklist looks for, answered from the index alone.
CREATE UNIQUE INDEX "payment_event_opened_key" ON "payment_event"("organization_id", "environment", "payment_id") INCLUDE ("at")
WHERE "kind" = 'opened';

-- What was opened before there were events.
INSERT INTO "payment_event" ("organization_id", "environment", "payment_id", "at", "kind")
SELECT p."organization_id", p."environment", p."id", min(t."used_at"), 'opened'
FROM "access_token" t JOIN "payment" p ON p."id" = t."used_for" AND p."environment" = t."environment"
WHERE t."used_at" IS NOT NULL
GROUP BY p."organization_id", p."environment", p."id";
