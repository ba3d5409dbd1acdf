-- The payments of one merchantId, newest first. Alone in its migration: built while payments go on, which a
-- transaction does not allow.
-- CreateIndex
CREATE INDEX CONCURRENTLY "payment_merchant_idx" ON "payment"("organization_id", "environment", "merchant_id", "id");
