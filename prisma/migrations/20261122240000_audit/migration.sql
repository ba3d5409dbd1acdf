-- CreateTable
CREATE TABLE "audit_entry" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "environment" "environment",
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "address" TEXT,
    "device" TEXT,
    "request_id" TEXT,
    "target" TEXT,
    "before" JSONB,
    "after" JSONB,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_link" (
    "organization_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_link_pkey" PRIMARY KEY ("organization_id","sequence")
);

-- CreateTable
CREATE TABLE "audit_pending" (
    "entry_id" TEXT NOT NULL,

    CONSTRAINT "audit_pending_pkey" PRIMARY KEY ("entry_id")
);

-- CreateTable
CREATE TABLE "audit_name" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "audit_name_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entry_organization_id_id_idx" ON "audit_entry"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_link_entry_id_key" ON "audit_link"("entry_id");

-- For filters. Grants and openings are most of the rows and stay out, so that they cost nothing there.
CREATE INDEX "audit_entry_action_idx" ON "audit_entry"("organization_id", "action", "id")
WHERE "action" NOT IN ('receipt.access_granted', 'receipt.opened');
CREATE INDEX "audit_entry_actor_idx" ON "audit_entry"("organization_id", "actor_id", "id")
WHERE "action" NOT IN ('receipt.access_granted', 'receipt.opened');
CREATE INDEX "audit_entry_target_idx" ON "audit_entry"("organization_id", "target", "id")
WHERE "action" NOT IN ('receipt.access_granted', 'receipt.opened');

-- From the owner, too: where the service runs with the owner's role, it may only add rows all the same.
REVOKE UPDATE, DELETE, TRUNCATE ON "audit_entry", "audit_link" FROM CURRENT_USER;
