import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { actOf } from "./act.ts";
import { recordEvent } from "./record.ts";
import { sealTrails } from "./seal.ts";
import { exportAnchors, type Finding, verifyTrails } from "./verify.ts";

const service = setUpTestService();

/** A sealed trail of five entries of an organization of its own. */
async function createTrail() {
  const organizationId = createId("organization");
  await recordKeys(organizationId, 5);
  await sealTrails();
  const { rows } = await pool().query<{ id: string }>(
    "SELECT entry_id AS id FROM audit_link WHERE organization_id = $1 ORDER BY sequence",
    [organizationId],
  );
  const ids = rows.map(({ id }) => id);
  return { organizationId, ids, find: () => findIn(organizationId) };
}

async function recordKeys(organizationId: string, count: number) {
  const caller = keyCallerOf({ organizationId, environment: "development" });
  for (let index = 0; index < count; index += 1) {
    const after = { name: `Key ${index} “ü”`, scopes: ["b", "a"], expiresAt: null };
    await recordEvent(actOf(caller, "api_key.created", { target: createId("apiKey"), after }));
  }
}

async function findIn(organizationId: string): Promise<string[]> {
  const { findings } = await verifyTrails({ organizationId });
  return findings.map(describeFinding);
}

function describeFinding({ kind, sequence, entryId }: Finding): string {
  return [kind, sequence, entryId].filter((part) => part !== null).join(" ");
}

/** As somebody with the owner's password would, who first takes back the rights to do so. */
async function tamper(statement: string) {
  const rights = "GRANT UPDATE, DELETE ON audit_entry, audit_link TO CURRENT_USER";
  await asOwner(service.databaseUrl, `${rights}; ${statement}`);
}

test("what was recorded is sealed in order, without gaps, and found to be right", async () => {
  const { organizationId, ids, find } = await createTrail();
  assert.equal(ids.length, 5);
  assert.deepEqual(ids, [...ids].sort());
  assert.deepEqual(await find(), []);

  await recordKeys(organizationId, 2);
  const waiting = await verifyTrails({ organizationId });
  assert.deepEqual([waiting.entries, waiting.pending, waiting.findings], [5, 2, []]);
  await Promise.all([sealTrails(), sealTrails(), sealTrails()]);
  const sealed = await verifyTrails({ organizationId });
  assert.deepEqual([sealed.entries, sealed.pending, sealed.findings], [7, 0, []]);
});

test("many at once are sealed in order, each in its own trail, past one that is gone", async () => {
  const trails = [createId("organization"), createId("organization")];
  await asOwner(
    service.databaseUrl,
    `WITH recorded AS (
       INSERT INTO audit_entry (id, organization_id, at, action, actor_kind)
       SELECT 'aud_' || lpad(to_hex(n), 32, '0'), ('{${trails}}'::text[])[1 + n % 2], now(),
              'api_key.created', 'service'
       FROM generate_series(1, 2500) n
       RETURNING id)
     INSERT INTO audit_pending SELECT id FROM recorded;
     GRANT DELETE ON audit_entry TO CURRENT_USER;
     DELETE FROM audit_entry WHERE id = 'aud_' || lpad('1', 32, '0')`,
  );
  await sealTrails();
  const each = await Promise.all(trails.map((organizationId) => verifyTrails({ organizationId })));
  assert.deepEqual(
    each.map(({ entries, pending, findings }) => [entries, pending, findings]),
    [
      [1250, 0, []],
      [1249, 0, []],
    ],
  );
  const lost = (await verifyTrails({})).findings.map(describeFinding);
  assert.deepEqual(lost, [`removed aud_${"1".padStart(32, "0")}`]);
  await prisma().auditPending.deleteMany();
});

test("the hash of a link can be computed from its line alone", async () => {
  const { organizationId } = await createTrail();
  const { rows } = await pool().query(
    `SELECT e.id, e.at, e.actor_id AS "actorId", e.target, e.after, l.sealed_at AS "sealedAt", l.hash
     FROM audit_link l JOIN audit_entry e ON e.id = l.entry_id
     WHERE l.organization_id = $1 AND l.sequence = 1`,
    [organizationId],
  );
  const { id, at, actorId, target, after, sealedAt, hash: stored } = rows[0];
  const line =
    `{"action":"api_key.created","actorId":"${actorId}","actorKind":"api_key","address":null,` +
    `"after":{"expiresAt":null,"name":"${after.name}","scopes":["b","a"]},"at":"${at.toISOString()}",` +
    `"before":null,"device":null,"environment":"development","id":"${id}",` +
    `"organizationId":"${organizationId}","previousHash":null,"requestId":null,` +
    `"sealedAt":"${sealedAt.toISOString()}","sequence":1,"target":"${target}"}`;
  assert.equal(hash("sha256", line), stored.toString("hex"));
});

describe("finds", () => {
  const columns = [
    ["environment", "'production'"],
    ["at", "at + interval '1 millisecond'"],
    ["action", "'api_key.revoked'"],
    ["actor_kind", "'member'"],
    ["actor_id", "'mem_1'"],
    ["address", "'192.0.2.1'"],
    ["device", "'curl'"],
    ["request_id", "'req_1'"],
    ["target", "'ak_1'"],
    ["before", "'{}'"],
    ["after", "jsonb_set(after, '{name}', '\"Other\"')"],
  ];
  for (const [column, value] of columns) {
    test(`a changed ${column}`, async () => {
      const { ids, find } = await createTrail();
      await tamper(`UPDATE audit_entry SET "${column}" = ${value} WHERE id = '${ids[2]}'`);
      assert.deepEqual(await find(), [`changed 3 ${ids[2]}`]);
    });
  }

  test("a changed time of sealing, and a changed hash", async () => {
    const { organizationId: id, ids, find } = await createTrail();
    const ofLink = `organization_id = '${id}' AND sequence = 2`;
    await tamper(`UPDATE audit_link SET sealed_at = sealed_at - interval '1 s' WHERE ${ofLink}`);
    assert.deepEqual(await find(), [`changed 2 ${ids[1]}`]);
    await tamper(`UPDATE audit_link SET hash = sha256(hash) WHERE ${ofLink}`);
    assert.deepEqual(await find(), [`changed 2 ${ids[1]}`, `changed 3 ${ids[2]}`]);
  });

  test("a removed entry, and one that is removed with its link", async () => {
    const { ids, find } = await createTrail();
    await tamper(`DELETE FROM audit_entry WHERE id = '${ids[3]}'`);
    assert.deepEqual(await find(), [`removed 4 ${ids[3]}`]);
    await tamper(`DELETE FROM audit_link WHERE entry_id = '${ids[3]}'`);
    assert.deepEqual(await find(), ["link_removed 4"]);
  });

  test("an entry that was removed before it was sealed", async () => {
    const { organizationId } = await createTrail();
    await recordKeys(organizationId, 1);
    const ofOrganization = `WHERE organization_id = '${organizationId}'`;
    await tamper(
      `DELETE FROM audit_entry WHERE id = (SELECT max(id) FROM audit_entry ${ofOrganization})`,
    );
    const { findings } = await verifyTrails({});
    assert.deepEqual(
      findings.flatMap(({ kind, organizationId: id }) => (id === null ? [kind] : [])),
      ["removed"],
    );
  });

  test("an inserted entry", async () => {
    const { ids, find } = await createTrail();
    const inserted = createId("auditEntry");
    await tamper(
      `INSERT INTO audit_entry SELECT '${inserted}', organization_id, environment, at, action,
         actor_kind, actor_id, address, device, request_id, target, before, after
       FROM audit_entry WHERE id = '${ids[0]}'`,
    );
    assert.deepEqual(await find(), [`inserted ${inserted}`]);
  });

  test("two entries that changed places", async () => {
    const { ids, find } = await createTrail();
    await tamper(
      `UPDATE audit_link SET entry_id = 'x' WHERE entry_id = '${ids[1]}';
       UPDATE audit_link SET entry_id = '${ids[1]}' WHERE entry_id = '${ids[2]}';
       UPDATE audit_link SET entry_id = '${ids[2]}' WHERE entry_id = 'x'`,
    );
    assert.deepEqual(await find(), [`changed 2 ${ids[2]}`, `changed 3 ${ids[1]}`]);
  });

  test("an entry that is not sealed for long", async () => {
    const { organizationId, find } = await createTrail();
    await recordKeys(organizationId, 1);
    const ofLast = `id = (SELECT max(id) FROM audit_entry WHERE organization_id = '${organizationId}')`;
    await tamper(`UPDATE audit_entry SET at = at - interval '1 hour' WHERE ${ofLast}`);
    assert.match((await find()).join(), /^not_sealed aud_\w+$/);
  });

  test("a tail that was cut off, and a chain that was written anew, with an anchor", async () => {
    const { organizationId, ids } = await createTrail();
    const anchors = (await exportAnchors()).filter((one) => one.organizationId === organizationId);
    assert.deepEqual(
      anchors.map(({ sequence }) => sequence),
      [5],
    );
    assert.deepEqual((await verifyTrails({ organizationId, anchors })).findings, []);

    await tamper(
      `DELETE FROM audit_link WHERE entry_id = '${ids[4]}';
       DELETE FROM audit_entry WHERE id = '${ids[4]}'`,
    );
    assert.deepEqual((await verifyTrails({ organizationId })).findings, []);
    const cut = await verifyTrails({ organizationId, anchors });
    assert.deepEqual(cut.findings.map(describeFinding), ["cut_off 5"]);

    await recordKeys(organizationId, 1);
    await sealTrails();
    assert.deepEqual((await verifyTrails({ organizationId })).findings, []);
    const anew = await verifyTrails({ organizationId, anchors });
    assert.deepEqual(
      anew.findings.map(({ kind, sequence }) => `${kind} ${sequence}`),
      ["rewritten 5"],
    );
  });
});

test("the service's role can neither change nor delete what is in the trail", async () => {
  const statements = ["audit_entry", "audit_link"].flatMap((table) => [
    `UPDATE ${table} SET organization_id = 'x'`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `DROP TABLE ${table}`,
    `GRANT UPDATE ON ${table} TO CURRENT_USER`,
  ]);
  for (const statement of statements) {
    const outcome = pool().query(statement);
    if (statement.startsWith("GRANT")) await outcome.catch(() => undefined);
    else await assert.rejects(outcome, { code: "42501" }, statement);
  }
  await assert.rejects(pool().query("UPDATE audit_entry SET target = 'x'"), { code: "42501" });
  const { rows } = await pool().query("SELECT current_user AS role");
  assert.deepEqual(rows, [{ role: "sealslip" }]);
});

test("nor can the owner's, until it takes back the right", async () => {
  const statement = "DELETE FROM audit_entry";
  const { databaseUrl } = service;
  await asOwner(databaseUrl, "REVOKE UPDATE, DELETE ON audit_entry, audit_link FROM CURRENT_USER");
  await assert.rejects(asOwner(databaseUrl, statement), { code: "42501" });
});
