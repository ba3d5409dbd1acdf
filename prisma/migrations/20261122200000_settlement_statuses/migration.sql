-- In a migration of their own: a new value can be used only after the transaction that added it.
-- AlterEnum
ALTER TYPE "payment_status" ADD VALUE 'canceled';

-- AlterEnum
ALTER TYPE "receipt_status" ADD VALUE 'void';

-- AlterEnum
ALTER TYPE "payment_event_kind" ADD VALUE 'canceled';
ALTER TYPE "payment_event_kind" ADD VALUE 'cancel_requested';
ALTER TYPE "payment_event_kind" ADD VALUE 'charged_late';
ALTER TYPE "payment_event_kind" ADD VALUE 'refund_failed';
ALTER TYPE "payment_event_kind" ADD VALUE 'disputed';
ALTER TYPE "payment_event_kind" ADD VALUE 'dispute_closed';
