-- Until it has this time, an erasure is resumed, whenever that is. Those of before have none: the first run looks at all
-- of them, since some may have been left unfinished.
-- AlterTable
ALTER TABLE "erasure" ADD COLUMN     "completed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "erasure_unfinished_idx" ON "erasure"("erased_at") WHERE "completed_at" IS NULL;

-- Owners are told of a new key whenever the job gets to it, no longer within a day alone. Those of before the notices
-- are not new.
INSERT INTO "key_notice" ("api_key_id", "kind")
SELECT "id", 'created' FROM "api_key"
WHERE "created_by" IS NOT NULL AND "created_at" <= now() - interval '1 day'
ON CONFLICT DO NOTHING;
