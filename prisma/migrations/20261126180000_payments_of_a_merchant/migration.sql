-- The payments of one merchantId, newest first. Led by that: an index that began as the one of the list does would
-- cost the planner the same for a range of ids, and read all of the organization's payments. Alone in its migration:
-- built while payments go on, which a transaction does not allow.
-- CreateIndex
CREATE INDEX CONCURRENTLY "payment_merchant_idx" ON "payment"("merchant_id", "organization_id", "environment", "id");
