-- CreateTable
CREATE TABLE "second_factor_reset" (
    "member_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "second_factor_reset_pkey" PRIMARY KEY ("member_id")
);

-- AddForeignKey
ALTER TABLE "second_factor_reset" ADD CONSTRAINT "second_factor_reset_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
