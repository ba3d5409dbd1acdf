-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "gateway_request" BYTEA;

-- What a process that died left behind is found by this; small, since few payments are pending.
-- CreateIndex
CREATE INDEX "payment_pending_idx" ON "payment"("created_at") WHERE "status" = 'pending';
