-- CreateTable
CREATE TABLE "fingerprint_key" (
    "version" SMALLINT NOT NULL,
    "key" BYTEA NOT NULL,

    CONSTRAINT "fingerprint_key_pkey" PRIMARY KEY ("version")
);

-- CreateTable
CREATE TABLE "key_move" (
    "name" TEXT NOT NULL,
    "version" SMALLINT NOT NULL,
    "cursor" TEXT,
    "moved" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "key_move_pkey" PRIMARY KEY ("name")
);

-- AlterTable
ALTER TABLE "keyring_check" ADD COLUMN "current_at" TIMESTAMPTZ(3),
ADD COLUMN "retired_at" TIMESTAMPTZ(3);
