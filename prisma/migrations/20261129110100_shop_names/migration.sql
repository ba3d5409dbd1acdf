-- What each shop is called on its credit notes.
-- CreateTable
CREATE TABLE "shop_name" (
    "organization_id" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shop_name_pkey" PRIMARY KEY ("organization_id", "merchant_id")
);

-- AddForeignKey
ALTER TABLE "shop_name" ADD CONSTRAINT "shop_name_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
