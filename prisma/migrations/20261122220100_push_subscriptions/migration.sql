-- CreateTable
CREATE TABLE "push_subscription" (
    "id" BYTEA NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment" NOT NULL,
    "cardholder_id" TEXT NOT NULL,
    "visit_id" TEXT,
    "member_id" TEXT,
    "target" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "payment_id" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "attempts" SMALLINT NOT NULL DEFAULT 0,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "push_subscription_cardholder_id_idx" ON "push_subscription"("cardholder_id");

-- CreateIndex
CREATE INDEX "push_subscription_visit_id_idx" ON "push_subscription"("visit_id");

-- CreateIndex
CREATE INDEX "push_subscription_member_id_idx" ON "push_subscription"("member_id");

-- CreateIndex
CREATE INDEX "push_subscription_due_at_idx" ON "push_subscription"("due_at");

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_cardholder_id_fkey" FOREIGN KEY ("cardholder_id") REFERENCES "cardholder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_visit_id_fkey" FOREIGN KEY ("visit_id") REFERENCES "visit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE CASCADE ON UPDATE CASCADE;
