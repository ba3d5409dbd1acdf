-- The last one in the order of the type: keyset walks go from production to it. It cannot be used before
-- this script is committed, and is compared as text below.
ALTER TYPE "environment" ADD VALUE 'demo';

-- It is open to no organization, and nothing of an organization's can be there.
ALTER TABLE "organization" ADD CONSTRAINT "organization_approved_environments_check"
  CHECK (NOT ('demo' = ANY ("approved_environments"::text[])));
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_environment_check"
  CHECK ("environment"::text <> 'demo');
ALTER TABLE "signing_key" ADD CONSTRAINT "signing_key_environment_check"
  CHECK ("environment"::text <> 'demo');
ALTER TABLE "signature_requirement" ADD CONSTRAINT "signature_requirement_environment_check"
  CHECK ("environment"::text <> 'demo');
ALTER TABLE "gateway_connection" ADD CONSTRAINT "gateway_connection_environment_check"
  CHECK ("environment"::text <> 'demo');

-- Visits that are under way end: their cards and payments are in development. The job removes those, too.
UPDATE "visit" SET "expires_at" = now();
UPDATE "organization" SET "approved_environments" = '{}' WHERE "id" = 'org_00000000000000000000000000000000';
