-- AlterTable
ALTER TABLE "api_key" ADD COLUMN     "created_by" TEXT,
ADD COLUMN     "last_used_address" TEXT,
ADD COLUMN     "rolled_to" TEXT;
