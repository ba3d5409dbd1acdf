-- The filter for what was canceled. A payment that succeeds is never in it.
-- CreateIndex
CREATE INDEX CONCURRENTLY "payment_canceled_idx" ON "payment"("organization_id", "environment", "id") WHERE "canceled_at" IS NOT NULL;
