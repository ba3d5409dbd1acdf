-- CreateTable
CREATE TABLE "restore" (
    "restored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "backup_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "restore_pkey" PRIMARY KEY ("restored_at")
);
