-- CreateTable
CREATE TABLE "email_confirmation" (
    "hash" BYTEA NOT NULL,
    "member_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "email_confirmation_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "email_confirmation_member_id_idx" ON "email_confirmation"("member_id");

-- CreateIndex
CREATE INDEX "email_confirmation_expires_at_idx" ON "email_confirmation"("expires_at");

-- AddForeignKey
ALTER TABLE "email_confirmation" ADD CONSTRAINT "email_confirmation_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
