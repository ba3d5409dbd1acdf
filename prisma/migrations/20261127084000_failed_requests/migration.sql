-- The calls that were answered with an error: a filter for one of them looks at these alone, and at its own columns in
-- the index. Alone in its migration: built while calls are logged, which a transaction does not allow.
-- CreateIndex
CREATE INDEX CONCURRENTLY "request_log_failed_idx" ON "request_log"("organization_id", "environment", "source", "request_id", "status", "error_code")
WHERE "status" >= 400;
