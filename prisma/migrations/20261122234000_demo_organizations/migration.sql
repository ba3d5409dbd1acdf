-- AlterTable
ALTER TABLE "organization" ADD COLUMN "is_demo" BOOLEAN NOT NULL DEFAULT false;

-- What a start has made for the demo so far: the visitors, and those whose members have addresses that
-- nobody can have (RFC 2606).
UPDATE "organization" SET "is_demo" = true
WHERE "id" = 'org_00000000000000000000000000000000'
   OR "id" IN (
     SELECT "organization_id" FROM "member"
     WHERE "email" IN ('platform@demo.example', 'merchant@demo.example', 'issuer@demo.example'));
