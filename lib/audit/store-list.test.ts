import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { type AuditSelection, trailStatement } from "./store-list.ts";

const ENTRIES = 20_000;

const organizationId = createId("organization");
let database: Awaited<ReturnType<typeof createTestDatabase>>;

// Grants, and one key among a thousand of them.
before(async () => {
  setTestConfig({});
  database = await createTestDatabase();
  connectDatabase(database.url);
  await pool().query(
    `INSERT INTO audit_entry (id, organization_id, at, action, actor_kind, actor_id, target)
     SELECT 'aud_' || lpad(to_hex(n), 32, '0'), $1, now(),
            CASE WHEN n % 1000 = 0 THEN 'api_key.created' ELSE 'receipt.access_granted' END,
            'member', 'mem_' || n % 7, CASE WHEN n % 1000 = 0 THEN 'ak_' || n ELSE 'usr_' || n END
     FROM generate_series(1, $2::int) n`,
    [organizationId, ENTRIES],
  );
  await pool().query("VACUUM ANALYZE audit_entry");
});
after(async () => {
  await closeDatabase();
  await database.drop();
});

describe("a page reads little more than it shows", () => {
  const selections: [string, AuditSelection][] = [
    ["of everything", {}],
    ["further down", { before: `aud_${"0".repeat(28)}1000` }],
    ["of one action", { action: "api_key.created" }],
    ["of an action that never happened", { action: "member.removed" }],
    ["on one key", { target: "ak_3000" }],
    ["one entry", { id: `aud_${"0".repeat(28)}1000` }],
  ];
  for (const [name, selection] of selections) {
    test(name, async () => {
      const { plan, buffers } = await explainQuery(trailStatement(organizationId, selection, 21));
      assert.doesNotMatch(plan, /Seq Scan on audit_entry/);
      assert.ok(buffers < 400, `${buffers} pages:\n${plan}`);
    });
  }
});
