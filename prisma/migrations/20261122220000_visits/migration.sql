-- CreateEnum
CREATE TYPE "visit_token_purpose" AS ENUM ('session', 'handover');

-- CreateTable
CREATE TABLE "visit" (
    "id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "payments" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "visit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "visit_token" (
    "hash" BYTEA NOT NULL,
    "visit_id" TEXT NOT NULL,
    "purpose" "visit_token_purpose" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "visit_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "visit_card" (
    "card_index" BYTEA NOT NULL,
    "visit_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "visit_card_pkey" PRIMARY KEY ("card_index")
);

-- CreateIndex
CREATE INDEX "visit_expires_at_idx" ON "visit"("expires_at");

-- CreateIndex
CREATE INDEX "visit_token_visit_id_idx" ON "visit_token"("visit_id");

-- CreateIndex
CREATE INDEX "visit_card_visit_id_idx" ON "visit_card"("visit_id");

-- AddForeignKey
ALTER TABLE "visit_token" ADD CONSTRAINT "visit_token_visit_id_fkey" FOREIGN KEY ("visit_id") REFERENCES "visit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "visit_card" ADD CONSTRAINT "visit_card_visit_id_fkey" FOREIGN KEY ("visit_id") REFERENCES "visit"("id") ON DELETE CASCADE ON UPDATE CASCADE;
