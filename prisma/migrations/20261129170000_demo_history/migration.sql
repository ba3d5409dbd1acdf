-- The demo knows its own organizations, whose history it keeps, and whose consoles strangers may look around in.

-- AlterTable
ALTER TABLE "member" ADD COLUMN "is_guest" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "demo_organization" (
    "kind" "organization_kind" NOT NULL,
    "organization_id" TEXT NOT NULL,
    "history_until" TIMESTAMPTZ(3),

    CONSTRAINT "demo_organization_pkey" PRIMARY KEY ("kind")
);

-- CreateTable
CREATE TABLE "demo_item" (
    "id" TEXT NOT NULL,

    CONSTRAINT "demo_item_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "demo_step" (
    "payment_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "percent" SMALLINT,

    CONSTRAINT "demo_step_pkey" PRIMARY KEY ("payment_id","kind")
);

-- CreateIndex
CREATE UNIQUE INDEX "demo_organization_organization_id_key" ON "demo_organization"("organization_id");

-- CreateIndex
CREATE INDEX "demo_step_due_at_idx" ON "demo_step"("due_at");

-- AddForeignKey
ALTER TABLE "demo_organization" ADD CONSTRAINT "demo_organization_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;
