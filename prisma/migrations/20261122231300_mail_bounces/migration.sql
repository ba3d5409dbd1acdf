-- CreateTable
CREATE TABLE "mail_bounce" (
    "about" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mail_bounce_pkey" PRIMARY KEY ("about")
);

-- CreateIndex
CREATE INDEX "mail_bounce_created_at_idx" ON "mail_bounce"("created_at");
