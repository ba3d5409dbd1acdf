-- A code that was claimed stays to answer the same user again, and goes with the cardholder.
-- CreateIndex
CREATE INDEX "claim_code_claimed_by_idx" ON "claim_code"("claimed_by") WHERE "claimed_by" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "claim_code" ADD CONSTRAINT "claim_code_claimed_by_fkey" FOREIGN KEY ("claimed_by") REFERENCES "cardholder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The identifiers of a visit besides its cards.
-- AlterTable
ALTER TABLE "visit_card" ADD COLUMN "kind" "identifier_kind" NOT NULL DEFAULT 'card';

-- What leads to a receipt in escrow goes when it leaves, whichever statement of whichever release that is.
CREATE FUNCTION end_escrow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM escrow_identifier WHERE payment_id = OLD.id;
  DELETE FROM claim_code WHERE payment_id = OLD.id AND claimed_by IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER escrow_ended AFTER UPDATE OF receipt_status ON payment
FOR EACH ROW
WHEN (OLD.receipt_status = 'escrowed' AND NEW.receipt_status <> 'escrowed')
EXECUTE FUNCTION end_escrow();
