-- CreateTable
CREATE TABLE "service_process" (
    "id" TEXT NOT NULL,
    "program" TEXT NOT NULL,
    "migration" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_process_pkey" PRIMARY KEY ("id")
);
