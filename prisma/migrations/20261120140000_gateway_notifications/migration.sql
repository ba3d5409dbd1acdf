-- AlterTable
ALTER TABLE "payment" ADD COLUMN     "refunded_amount" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "gateway_event" (
    "connection_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gateway_event_pkey" PRIMARY KEY ("connection_id","event_id")
);

-- CreateIndex
CREATE INDEX "gateway_event_received_at_idx" ON "gateway_event"("received_at");

-- AddForeignKey
ALTER TABLE "gateway_event" ADD CONSTRAINT "gateway_event_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "gateway_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
