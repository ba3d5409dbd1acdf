-- Sign-ins of programs without a browser, for ten minutes each.
-- CreateEnum
CREATE TYPE "device_login_state" AS ENUM ('pending', 'approved', 'denied');

-- CreateTable
CREATE TABLE "device_login" (
    "device_code_hash" BYTEA NOT NULL,
    "user_code" TEXT NOT NULL,
    "device_name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "interval_seconds" SMALLINT NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "state" "device_login_state" NOT NULL DEFAULT 'pending',
    "session_id" TEXT,
    "environment" "environment",
    "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "key_expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "device_login_pkey" PRIMARY KEY ("device_code_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "device_login_user_code_key" ON "device_login"("user_code");

-- CreateIndex
CREATE INDEX "device_login_session_id_idx" ON "device_login"("session_id");

-- CreateIndex
CREATE INDEX "device_login_expires_at_idx" ON "device_login"("expires_at");

-- AddForeignKey
ALTER TABLE "device_login" ADD CONSTRAINT "device_login_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
