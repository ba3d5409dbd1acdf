-- AlterTable
ALTER TABLE "organization" ADD COLUMN "logo" TEXT;
