-- CreateTable
CREATE TABLE "audit_anchor" (
    "organization_id" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "sealed_at" TIMESTAMPTZ(3) NOT NULL,
    "pruned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_anchor_pkey" PRIMARY KEY ("organization_id")
);

-- From the owner, too: where the service runs with the owner's role, it may only read them all the same.
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON "audit_anchor" FROM CURRENT_USER;
