-- What kind of business the account is for; null until the connection is saved or tested.
-- AlterTable
ALTER TABLE "gateway_connection" ADD COLUMN     "merchant_category_code" TEXT;
