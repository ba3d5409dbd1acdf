-- CreateEnum
CREATE TYPE "key_notice_kind" AS ENUM ('created', 'unused');

-- CreateTable
CREATE TABLE "key_notice" (
    "api_key_id" TEXT NOT NULL,
    "kind" "key_notice_kind" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "key_notice_pkey" PRIMARY KEY ("api_key_id", "kind")
);

-- AddForeignKey
ALTER TABLE "key_notice" ADD CONSTRAINT "key_notice_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_key"("id") ON DELETE CASCADE ON UPDATE CASCADE;
