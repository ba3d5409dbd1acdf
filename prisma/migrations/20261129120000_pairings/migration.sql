-- New phones that ask for a place among a cardholder's devices, in place of a lost one.
-- CreateEnum
CREATE TYPE "pairing_state" AS ENUM ('pending', 'approved', 'canceled');

-- CreateTable
CREATE TABLE "pairing" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "user_code" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "state" "pairing_state" NOT NULL DEFAULT 'pending',
    "cardholder_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pairing_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "pairing_user_code_key" ON "pairing"("user_code");

-- CreateIndex
CREATE INDEX "pairing_organization_id_idx" ON "pairing"("organization_id");

-- CreateIndex
CREATE INDEX "pairing_cardholder_id_idx" ON "pairing"("cardholder_id");

-- CreateIndex
CREATE INDEX "pairing_expires_at_idx" ON "pairing"("expires_at");

-- AddForeignKey
ALTER TABLE "pairing" ADD CONSTRAINT "pairing_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pairing" ADD CONSTRAINT "pairing_cardholder_id_fkey" FOREIGN KEY ("cardholder_id") REFERENCES "cardholder"("id") ON DELETE CASCADE ON UPDATE CASCADE;
