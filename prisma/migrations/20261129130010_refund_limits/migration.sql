-- How much of a payment support members may refund: no row, nothing.
-- CreateTable
CREATE TABLE "refund_limit" (
    "organization_id" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "refund_limit_pkey" PRIMARY KEY ("organization_id", "currency")
);

ALTER TABLE "refund_limit" ADD CONSTRAINT "refund_limit_amount_check" CHECK ("amount" > 0);

-- AddForeignKey
ALTER TABLE "refund_limit" ADD CONSTRAINT "refund_limit_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
