-- CreateEnum
CREATE TYPE "request_source" AS ENUM ('api', 'console');

-- CreateTable
CREATE TABLE "request_log" (
    "request_id" TEXT NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "source" "request_source" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "duration_ms" REAL NOT NULL,
    "api_key_id" TEXT,
    "member_id" TEXT,
    "address" TEXT,
    "payment_id" TEXT,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("request_id")
);

-- CreateIndex
CREATE INDEX "request_log_organization_id_environment_source_request_id_idx" ON "request_log"("organization_id", "environment", "source", "request_id");

-- CreateIndex
CREATE INDEX "request_log_organization_id_environment_source_position_idx" ON "request_log"("organization_id", "environment", "source", "position");

-- The calls of one payment. Most calls have none, and stay out of the index.
CREATE INDEX "request_log_payment_idx" ON "request_log"("payment_id", "request_id")
WHERE "payment_id" IS NOT NULL;
