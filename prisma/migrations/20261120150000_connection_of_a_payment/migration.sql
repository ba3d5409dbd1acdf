-- DropIndex
DROP INDEX "gateway_connection_organization_id_environment_gateway_key";

-- AlterTable
ALTER TABLE "gateway_connection" ADD COLUMN     "account" TEXT,
ADD COLUMN     "last_notification_at" TIMESTAMPTZ(3),
ADD COLUMN     "removed_at" TIMESTAMPTZ(3),
ALTER COLUMN "credentials" DROP NOT NULL;

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "connection_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "gateway_connection_organization_id_environment_gateway_prov_key" ON "gateway_connection"("organization_id", "environment", "gateway", "provider", "account");

-- New payments go through one of them.
CREATE UNIQUE INDEX "gateway_connection_in_use_key" ON "gateway_connection"("organization_id", "environment", "gateway")
WHERE "removed_at" IS NULL;

-- Until now a gateway had one connection, which kept its id.
UPDATE "payment" p SET "connection_id" = c."id" FROM "gateway_connection" c
WHERE p."organization_id" = c."organization_id" AND p."environment" = c."environment"
  AND p."gateway" = c."gateway" AND p."created_at" >= c."created_at";
