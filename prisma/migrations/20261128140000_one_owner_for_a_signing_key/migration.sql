-- When a challenge was signed with the private key; null for keys registered before that was asked for. They go on
-- working.
ALTER TABLE "signing_key" ADD COLUMN "proven_at" TIMESTAMPTZ(3);
-- Set where another organization had registered the key first.
ALTER TABLE "signing_key" ADD COLUMN "superseded_at" TIMESTAMPTZ(3);

-- Registering took no proof, so a key may have several organizations: the first one that still uses it keeps it, and the
-- others read in their trail why theirs is retired.
WITH "later" AS (
  SELECT "id" FROM (
    SELECT "id", row_number() OVER (PARTITION BY "environment", "kid" ORDER BY ("retired_at" IS NOT NULL), "created_at", "id") AS "place"
    FROM "signing_key"
  ) AS "registered" WHERE "place" > 1
), "superseded" AS (
  UPDATE "signing_key" AS "key"
  SET "superseded_at" = now(), "retired_at" = coalesce("key"."retired_at", now())
  FROM "later" WHERE "key"."id" = "later"."id"
  RETURNING "key"."id", "key"."organization_id", "key"."environment"
), "audited" AS (
  INSERT INTO "audit_entry" ("id", "organization_id", "environment", "at", "action", "actor_kind", "target", "after")
  SELECT 'aud_' || lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
           || substr(replace(gen_random_uuid()::text, '-', ''), 13),
         "organization_id", "environment", now(), 'signing_key.retired', 'operator', "id",
         '{"reason": "registered_by_another_organization_first"}'
  FROM "superseded" RETURNING "id"
)
INSERT INTO "audit_pending" ("entry_id") SELECT "id" FROM "audited";

CREATE UNIQUE INDEX "signing_key_environment_kid_key" ON "signing_key" ("environment", "kid")
WHERE "superseded_at" IS NULL;
