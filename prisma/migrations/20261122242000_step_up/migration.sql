-- CreateEnum
CREATE TYPE "passkey_purpose" AS ENUM ('registration', 'sign_in', 'step_up');

-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "stepped_up_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "credential_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "sign_count" BIGINT NOT NULL,
    "transports" TEXT[],
    "backup_eligible" BOOLEAN NOT NULL,
    "backed_up" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "passkey_challenge" (
    "hash" BYTEA NOT NULL,
    "purpose" "passkey_purpose" NOT NULL,
    "session_id" TEXT,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "passkey_challenge_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkey_credential_id_key" ON "passkey"("credential_id");

-- CreateIndex
CREATE INDEX "passkey_member_id_idx" ON "passkey"("member_id");

-- CreateIndex
CREATE INDEX "passkey_challenge_session_id_idx" ON "passkey_challenge"("session_id");

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE CASCADE ON UPDATE CASCADE;
