-- Alone in its migration: built while payments go on, which a transaction does not allow.
-- CreateIndex
CREATE INDEX CONCURRENTLY "payment_refund_of_idx" ON "payment"("refund_of", "id") WHERE "refund_of" IS NOT NULL;
