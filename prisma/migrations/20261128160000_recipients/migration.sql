-- What leads to a cardholder besides the card of the registration.
-- CreateEnum
CREATE TYPE "identifier_kind" AS ENUM ('card', 'par', 'phone', 'email', 'reference');

-- CreateEnum
CREATE TYPE "delivery_path" AS ENUM ('card', 'par', 'phone', 'email', 'claim_code');

-- CreateTable
CREATE TABLE "cardholder_identifier" (
    "id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "kind" "identifier_kind" NOT NULL,
    "identifier_index" BYTEA NOT NULL,
    "pepper_version" SMALLINT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "cardholder_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_receipts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "cardholder_identifier_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "cardholder_identifier_environment_identifier_index_key" ON "cardholder_identifier"("environment", "identifier_index");

-- CreateIndex
CREATE INDEX "cardholder_identifier_cardholder_id_idx" ON "cardholder_identifier"("cardholder_id");

-- AddForeignKey
ALTER TABLE "cardholder_identifier" ADD CONSTRAINT "cardholder_identifier_cardholder_id_fkey" FOREIGN KEY ("cardholder_id") REFERENCES "cardholder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The other identifiers of a receipt in escrow: the first one is payment.card_index.
-- CreateTable
CREATE TABLE "escrow_identifier" (
    "environment" "environment" NOT NULL,
    "identifier_index" BYTEA NOT NULL,
    "payment_id" TEXT NOT NULL,
    "pepper_version" SMALLINT NOT NULL,

    CONSTRAINT "escrow_identifier_pkey" PRIMARY KEY ("environment", "identifier_index", "payment_id")
);

-- CreateIndex
CREATE INDEX "escrow_identifier_payment_id_idx" ON "escrow_identifier"("payment_id");

-- CreateTable
CREATE TABLE "claim_code" (
    "hash" BYTEA NOT NULL,
    "environment" "environment" NOT NULL,
    "payment_id" TEXT NOT NULL,
    "key_version" SMALLINT NOT NULL,
    "claimed_by" TEXT,

    CONSTRAINT "claim_code_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "claim_code_payment_id_idx" ON "claim_code"("payment_id");

-- Null for what was stored or delivered by code from before.
-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "transaction_at" TIMESTAMPTZ(3),
ADD COLUMN     "delivered_at" TIMESTAMPTZ(3),
ADD COLUMN     "delivered_by" "delivery_path",
ADD COLUMN     "match_data" BYTEA,
ADD COLUMN     "ephemeral_key" BYTEA,
ADD COLUMN     "other_recipients" JSONB;

-- CreateIndex
CREATE INDEX "payment_transaction_time_idx" ON "payment"("organization_id", "environment", "transaction_at", "id") WHERE "transaction_at" IS NOT NULL;

-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "field_marks" BYTEA;
