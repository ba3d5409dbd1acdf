-- AlterTable
ALTER TABLE "member" ADD COLUMN "email_verified_at" TIMESTAMPTZ(3);

-- The identity provider has verified these.
UPDATE "member" SET "email_verified_at" = "created_at" WHERE "oidc_subject" IS NOT NULL;

-- Their links were passed on by hand, so that accepting one proves nothing about the address.
DELETE FROM "invitation";

-- CreateTable
CREATE TABLE "sign_up" (
    "hash" BYTEA NOT NULL,
    "email" TEXT NOT NULL,
    "organization_name" TEXT NOT NULL,
    "kind" "organization_kind" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_up_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "hash" BYTEA NOT NULL,
    "member_id" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "sign_up_email_idx" ON "sign_up"("email");

-- CreateIndex
CREATE INDEX "sign_up_expires_at_idx" ON "sign_up"("expires_at");

-- CreateIndex
CREATE INDEX "password_reset_member_id_idx" ON "password_reset"("member_id");

-- CreateIndex
CREATE INDEX "password_reset_expires_at_idx" ON "password_reset"("expires_at");

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
