-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('production', 'staging', 'development');

-- CreateEnum
CREATE TYPE "organization_kind" AS ENUM ('merchant', 'issuer', 'platform');

-- CreateEnum
CREATE TYPE "tier" AS ENUM ('free', 'standard', 'premium', 'enterprise');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('owner', 'developer', 'viewer');

-- CreateEnum
CREATE TYPE "gateway" AS ENUM ('gateway_one', 'gateway_two');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('pending', 'requires_confirmation', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "receipt_status" AS ENUM ('escrowed', 'sealed', 'expired', 'erased');

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "organization_kind" NOT NULL,
    "tier" "tier" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "member" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "name" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "allowed_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cardholder" (
    "id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "card_index" BYTEA NOT NULL,
    "pepper_version" SMALLINT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "current_key_id" TEXT NOT NULL,
    "registered_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_receipts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "cardholder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cardholder_key" (
    "cardholder_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "previous_key_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "cardholder_key_pkey" PRIMARY KEY ("cardholder_id","key_id")
);

-- CreateTable
CREATE TABLE "payment" (
    "environment" "environment" NOT NULL,
    "card_index" BYTEA NOT NULL,
    "id" TEXT NOT NULL,
    "pepper_version" SMALLINT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "gateway" "gateway" NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "receipt_id" TEXT NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "mock_items" BOOLEAN NOT NULL,
    "status" "payment_status" NOT NULL,
    "decline_code" TEXT,
    "gateway_attempts" SMALLINT NOT NULL DEFAULT 1,
    "claimed_until" TIMESTAMPTZ(3),
    "order_id" TEXT,
    "client_secret" BYTEA,
    "receipt_status" "receipt_status" NOT NULL,
    "cardholder_id" TEXT,
    "key_id" TEXT,
    "escrow_version" SMALLINT,
    "escrowed_at" TIMESTAMPTZ(3),
    "protected_header" TEXT NOT NULL,
    "encrypted_key" BYTEA,
    "iv" BYTEA NOT NULL,
    "ciphertext" BYTEA NOT NULL,
    "tag" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_pkey" PRIMARY KEY ("environment","card_index","id")
);

-- CreateTable
CREATE TABLE "idempotency_record" (
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "key_version" SMALLINT NOT NULL,
    "card_index" BYTEA NOT NULL,
    "payment_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("organization_id","environment","key_hash")
);

-- CreateTable
CREATE TABLE "access_token" (
    "hash" BYTEA NOT NULL,
    "environment" "environment" NOT NULL,
    "organization_id" TEXT NOT NULL,
    "cardholder_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "payment_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "used_for" TEXT,

    CONSTRAINT "access_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "escrow_key" (
    "version" SMALLINT NOT NULL,
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "escrow_key_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "keyring_check" (
    "purpose" TEXT NOT NULL,
    "version" SMALLINT NOT NULL,
    "check" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyring_check_pkey" PRIMARY KEY ("purpose","version")
);

-- CreateTable
CREATE TABLE "gateway_connection" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "gateway" "gateway" NOT NULL,
    "provider" TEXT NOT NULL,
    "credentials" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_connection_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "member_email_key" ON "member"("email");

-- CreateIndex
CREATE INDEX "member_organization_id_idx" ON "member"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_secret_hash_key" ON "api_key"("secret_hash");

-- CreateIndex
CREATE INDEX "api_key_organization_id_environment_idx" ON "api_key"("organization_id", "environment");

-- CreateIndex
CREATE UNIQUE INDEX "cardholder_environment_card_index_key" ON "cardholder"("environment", "card_index");

-- CreateIndex
CREATE INDEX "payment_id_idx" ON "payment"("id");

-- CreateIndex
CREATE INDEX "payment_cardholder_id_id_idx" ON "payment"("cardholder_id", "id");

-- CreateIndex
CREATE INDEX "access_token_environment_cardholder_id_created_at_idx" ON "access_token"("environment", "cardholder_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "gateway_connection_organization_id_environment_gateway_key" ON "gateway_connection"("organization_id", "environment", "gateway");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cardholder" ADD CONSTRAINT "cardholder_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "cardholder_key" ADD CONSTRAINT "cardholder_key_cardholder_id_fkey" FOREIGN KEY ("cardholder_id") REFERENCES "cardholder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway_connection" ADD CONSTRAINT "gateway_connection_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Ciphertext does not compress: leave out the attempt.
ALTER TABLE "payment" ALTER COLUMN "ciphertext" SET STORAGE EXTERNAL;

-- What waits in escrow, by card for the hand-over; rows leave the index as they leave escrow.
CREATE INDEX "payment_in_escrow_idx" ON "payment"("environment", "card_index", "escrowed_at")
WHERE "receipt_status" = 'escrowed';

-- Each payment is written once and updated once: room for that on the same page spares the indexes.
ALTER TABLE "payment" SET (fillfactor = 85);
