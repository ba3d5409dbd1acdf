-- CreateTable
CREATE TABLE "pin_share" (
    "id" TEXT NOT NULL,
    "key" BYTEA NOT NULL,
    "proof_hash" BYTEA,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "not_before" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pin_share_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pin_share_used_at_idx" ON "pin_share"("used_at");
