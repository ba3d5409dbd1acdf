-- CreateTable
CREATE TABLE "gateway_event_type" (
    "connection_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "last_received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gateway_event_type_pkey" PRIMARY KEY ("connection_id","type")
);

-- AddForeignKey
ALTER TABLE "gateway_event_type" ADD CONSTRAINT "gateway_event_type_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "gateway_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
