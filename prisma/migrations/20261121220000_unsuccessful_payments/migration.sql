-- The console's filters for what did not succeed. A payment that succeeds is never in it: its creation
-- writes nothing here, and its settling update rewrites every index anyway, for payment_pending_idx.
CREATE INDEX "payment_unsuccessful_idx" ON "payment"("organization_id", "environment", "id")
WHERE "status" IN ('failed', 'requires_confirmation');
