-- AlterEnum
ALTER TYPE "payment_event_kind" ADD VALUE 'erased';

-- CreateTable
CREATE TABLE "erasure" (
    "cardholder_id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_receipts" INTEGER NOT NULL,
    "api_key_id" TEXT,
    "member_id" TEXT,

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("cardholder_id")
);

-- CreateIndex
CREATE INDEX "erasure_erased_at_idx" ON "erasure"("erased_at");

-- Erasure finds by it what leads to a payment. Ids sort by time: each goes to the end of the index.
CREATE INDEX "idempotency_record_payment_id_idx" ON "idempotency_record"("payment_id");
