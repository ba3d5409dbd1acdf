-- AlterTable
ALTER TABLE "signing_key" ADD COLUMN     "retired_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "signature_requirement" (
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signature_requirement_pkey" PRIMARY KEY ("organization_id","environment")
);

-- AddForeignKey
ALTER TABLE "signature_requirement" ADD CONSTRAINT "signature_requirement_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
