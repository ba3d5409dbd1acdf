-- Alone in its migration: built while receipts are opened, which a transaction does not allow.
-- CreateIndex
CREATE INDEX CONCURRENTLY "access_token_opened_again_idx" ON "access_token"("organization_id", "environment", "created_at") WHERE "previous_at" IS NOT NULL;
