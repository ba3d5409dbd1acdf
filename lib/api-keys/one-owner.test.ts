import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runQuery } from "#lib/testing/digest-tables.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/test-database.ts";

const migration = new URL(
  "../../prisma/migrations/20261128140000_one_owner_for_a_signing_key/migration.sql",
  import.meta.url,
);
const database: TestDatabase = setUp(async () => {
  const created = await createTestDatabase();
  return { ...created, [Symbol.asyncDispose]: created.drop };
});
const query = (text: string) => runQuery(database.ownerUrl, text);

test("of organizations that registered one key before it took a proof, the first that uses it keeps it", async () => {
  // As the version before has left it.
  await query(`
    ALTER TABLE signing_key DROP COLUMN proven_at, DROP COLUMN superseded_at;
    INSERT INTO organization (id, name, kind, tier)
    SELECT 'org_' || n, 'Shop', 'merchant', 'free' FROM generate_series(1, 3) n;
    INSERT INTO signing_key
      (id, organization_id, environment, kid, algorithm, name, public_key, created_at, retired_at)
    VALUES
      ('sk_1', 'org_1', 'production', 'shared', 'EdDSA', 'a', 'pem', '2026-11-02', NULL),
      ('sk_2', 'org_2', 'production', 'shared', 'EdDSA', 'b', 'pem', '2026-11-01', NULL),
      ('sk_3', 'org_3', 'production', 'shared', 'EdDSA', 'c', 'pem', '2026-11-03', '2026-11-04'),
      ('sk_4', 'org_1', 'staging', 'shared', 'EdDSA', 'd', 'pem', '2026-11-05', NULL),
      ('sk_5', 'org_1', 'production', 'own', 'EdDSA', 'e', 'pem', '2026-11-05', NULL),
      ('sk_7', 'org_1', 'staging', 'left', 'EdDSA', 'f', 'pem', '2026-11-01', '2026-11-02'),
      ('sk_8', 'org_2', 'staging', 'left', 'EdDSA', 'g', 'pem', '2026-11-05', NULL)`);
  await query(readFileSync(migration, "utf8"));

  const rows = await query(`
    SELECT id, retired_at IS NULL AS active, superseded_at IS NOT NULL AS superseded, proven_at
    FROM signing_key ORDER BY id`);
  const row = (id: string, active: boolean, superseded: boolean) => ({
    ...{ id, active, superseded },
    proven_at: null,
  });
  assert.deepEqual(rows, [
    row("sk_1", false, true),
    row("sk_2", true, false),
    row("sk_3", false, true),
    row("sk_4", true, false),
    row("sk_5", true, false),
    row("sk_7", false, true),
    row("sk_8", true, false),
  ]);
  const retired = await query(`
    SELECT e.organization_id, e.target, e.id ~ '^aud_[0-9a-f]{32}$' AS named
    FROM audit_entry e JOIN audit_pending p ON p.entry_id = e.id
    WHERE e.action = 'signing_key.retired' ORDER BY e.target`);
  assert.deepEqual(retired, [
    { organization_id: "org_1", target: "sk_1", named: true },
    { organization_id: "org_3", target: "sk_3", named: true },
    { organization_id: "org_1", target: "sk_7", named: true },
  ]);

  const again = query(`
    INSERT INTO signing_key (id, organization_id, environment, kid, algorithm, name, public_key)
    VALUES ('sk_6', 'org_3', 'production', 'own', 'EdDSA', 'f', 'pem')`);
  await assert.rejects(again, /signing_key_environment_kid_key/);
});
