-- It cannot be used before this script is committed.
ALTER TYPE "payment_event_kind" ADD VALUE 'mismatched';

-- Earlier events have none.
-- AlterTable
ALTER TABLE "payment_event" ADD COLUMN     "dispute_id" TEXT;
