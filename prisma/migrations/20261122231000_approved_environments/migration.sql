-- AlterTable: existing organizations keep what they have, new ones begin in development.
ALTER TABLE "organization" ADD COLUMN     "approved_environments" "environment"[] DEFAULT ARRAY['production', 'staging', 'development']::"environment"[];
ALTER TABLE "organization" ALTER COLUMN "approved_environments" SET DEFAULT ARRAY['development']::"environment"[];
