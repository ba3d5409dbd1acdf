-- CreateEnum
CREATE TYPE "sandbox_state" AS ENUM ('paid', 'canceled');

-- CreateTable
CREATE TABLE "sandbox_payment" (
    "payment_id" TEXT NOT NULL,
    "state" "sandbox_state" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sandbox_payment_pkey" PRIMARY KEY ("payment_id")
);

-- CreateIndex
CREATE INDEX "sandbox_payment_created_at_idx" ON "sandbox_payment"("created_at");
