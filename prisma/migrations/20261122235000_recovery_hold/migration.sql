ALTER TABLE "session" ADD COLUMN "recovered" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "member" ADD COLUMN "recovery_told_at" TIMESTAMPTZ(3);
