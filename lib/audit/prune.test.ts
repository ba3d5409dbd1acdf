import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/test-database.ts";
import { actOf } from "./act.ts";
import { pruneTrails } from "./prune.ts";
import { recordEvent } from "./record.ts";
import { sealTrails } from "./seal.ts";
import { selectTrail } from "./store-list.ts";
import { exportAnchors, verifyTrails } from "./verify.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;

before(async () => {
  setTestConfig({ AUDIT_DAYS: "400" });
  database = await createTestDatabase();
  connectDatabase(database.ownerUrl);
});
after(async () => {
  await closeDatabase();
  await database.drop();
});

/** A trail of its own, with that many entries sealed each number of days ago. */
async function createTrail(...ages: [days: number, entries: number][]): Promise<string> {
  const organizationId = createId("organization");
  const caller = keyCallerOf({ organizationId, environment: "development" });
  for (const [days, entries] of ages) {
    mock.timers.enable({ apis: ["Date"], now: Date.now() - days * DAY_MS });
    for (let index = 0; index < entries; index += 1) {
      await recordEvent(actOf(caller, "api_key.created", { after: { name: `Key ${index}` } }));
    }
    await sealTrails();
    mock.timers.reset();
  }
  return organizationId;
}

async function anchorsOf(organizationId: string) {
  return (await exportAnchors()).filter((anchor) => anchor.organizationId === organizationId);
}

async function readSequences(organizationId: string): Promise<number[]> {
  const { rows } = await pool().query<{ sequence: number }>(
    `SELECT l.sequence FROM audit_link l JOIN audit_entry e ON e.id = l.entry_id
     WHERE l.organization_id = $1 ORDER BY 1`,
    [organizationId],
  );
  return rows.map(({ sequence }) => sequence);
}

test("removes what is too old, and the rest verifies from there on", async () => {
  const organizationId = await createTrail([500, 3]);
  const early = await anchorsOf(organizationId);
  const caller = keyCallerOf({ organizationId, environment: "development" });
  await recordEvent(actOf(caller, "api_key.revoked"));
  await sealTrails();
  const late = await anchorsOf(organizationId);

  const { trails } = await pruneTrails();
  assert.deepEqual(trails, [{ organizationId, entries: 3, state: "pruned" }]);
  await sealTrails();
  assert.deepEqual(await readSequences(organizationId), [4, 5]);
  const anchors = [...early, ...late];
  const verified = await verifyTrails({ organizationId, anchors });
  assert.deepEqual(verified.findings, []);
  const [base] = verified.bases;
  assert.deepEqual([verified.entries, base?.sequence, base?.hash], [2, 3, early[0]?.hash]);
  // The anchor of the last removed entry can still be compared, as the one behind it.
  assert.deepEqual([verified.anchors, verified.outdatedAnchors], [2, 0]);
  assert.deepEqual((await pruneTrails()).trails, []);

  const entries = await selectTrail(organizationId, {}, 10);
  assert.deepEqual(
    entries.map(({ action, after: changed }) => [action, changed?.upTo]),
    [
      ["audit.pruned", 3],
      ["api_key.revoked", undefined],
    ],
  );
  const previous = entries.at(-1)?.previousHash ?? new Uint8Array();
  assert.equal(Buffer.from(previous).toString("hex"), early[0]?.hash);
});

test("a chain of which nothing is left goes on behind its end", async () => {
  const organizationId = await createTrail([500, 2]);
  const [first] = await anchorsOf(organizationId);
  await pruneTrails();
  assert.deepEqual(await anchorsOf(organizationId), [first]);
  await sealTrails();
  assert.deepEqual(await readSequences(organizationId), [3]);
  assert.deepEqual((await verifyTrails({ organizationId })).findings, []);
});

test("a trail that does not verify is left whole", async () => {
  const organizationId = await createTrail([500, 3], [1, 1]);
  await pool().query("GRANT UPDATE ON audit_entry TO CURRENT_USER");
  const ofFirst = "id = (SELECT min(id) FROM audit_entry WHERE organization_id = $1)";
  await pool().query(`UPDATE audit_entry SET target = 'x' WHERE ${ofFirst}`, [organizationId]);
  const { trails } = await pruneTrails();
  assert.deepEqual(trails, [{ organizationId, entries: 0, state: "does_not_verify" }]);
  assert.deepEqual(await readSequences(organizationId), [1, 2, 3, 4]);
});

test("a beginning that was removed by hand, or that is another, is found", async () => {
  const organizationId = await createTrail([500, 2], [1, 2]);
  await pruneTrails();
  const hash = "sha256(hash)";
  const rights = "GRANT UPDATE, DELETE ON audit_anchor TO CURRENT_USER";
  const change = async (statement: string) => {
    await pool().query(rights);
    await pool().query(`${statement} WHERE organization_id = $1`, [organizationId]);
    const { findings } = await verifyTrails({ organizationId });
    return findings.map(({ kind, sequence }) => `${kind} ${sequence}`);
  };
  assert.deepEqual(await change(`UPDATE audit_anchor SET hash = ${hash}`), ["changed 3"]);
  const found = await change("UPDATE audit_anchor SET sealed_at = now()");
  assert.deepEqual(found, ["removed_too_soon 2", "changed 3"]);
  assert.deepEqual(await change("DELETE FROM audit_anchor"), ["link_removed 1"]);
});

test("the service's role can remove nothing, and move no beginning", async (context) => {
  await createTrail([500, 1]);
  const reconnect = async (url: string) => {
    await closeDatabase();
    connectDatabase(url);
  };
  await reconnect(database.url);
  context.after(() => reconnect(database.ownerUrl));
  await assert.rejects(pruneTrails(), /Only the owner of the tables may remove entries/);
  for (const statement of [
    "DELETE FROM audit_anchor",
    "UPDATE audit_anchor SET sequence = 9",
    "INSERT INTO audit_anchor VALUES ('org', 1, '', now(), now())",
  ]) {
    await assert.rejects(pool().query(statement), { code: "42501" }, statement);
  }
});

test("nor can the owner's role afterwards, until it takes back the right", async () => {
  const { rows } = await pool().query(
    `SELECT has_table_privilege('audit_entry', 'DELETE') AS entry,
            has_table_privilege('audit_link', 'DELETE') AS link`,
  );
  assert.deepEqual(rows, [{ entry: false, link: false }]);
});
