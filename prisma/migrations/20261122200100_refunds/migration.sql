-- A refund is a payment that goes the other way: escrow, hand-over, erasure, and opening treat its
-- credit note like a receipt. All new columns are null or constant, so that no row is rewritten.

-- CreateEnum
CREATE TYPE "refund_origin" AS ENUM ('api', 'cancel', 'late_charge', 'provider');

-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "refund_of" TEXT,
ADD COLUMN     "refund_origin" "refund_origin",
ADD COLUMN     "refund_reference" TEXT,
ADD COLUMN     "provider_reference" TEXT,
ADD COLUMN     "cancel_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "canceled_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "pending_payment" ALTER COLUMN "gateway_request" DROP NOT NULL,
ADD COLUMN     "checks" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "next_check_at" TIMESTAMPTZ(3);

-- What waits for its customer was asked for nowhere before.
INSERT INTO "pending_payment" ("payment_id")
SELECT "id" FROM "payment" WHERE "unsuccessful_status" = 'requires_confirmation'
ON CONFLICT DO NOTHING;
