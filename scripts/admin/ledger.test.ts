import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { registerCardholder, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createAdmin } from "#lib/testing/run-admin.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const kept = setUpCardholder(api);
const runAdmin = createAdmin(service);

async function createKey(revokedAt?: Date) {
  const { organizationId } = api;
  const key = await createTestKey({ organizationId, ...(revokedAt && { revokedAt }) });
  const { rows } = await pool().query("SELECT id FROM api_key ORDER BY id DESC LIMIT 1");
  return { key, id: rows[0].id as string };
}

test("the ledger has who was erased and which keys were revoked, and nobody else", async () => {
  const { userId } = await registerCardholder(api);
  assert.equal((await requestErasure(service, userId, api.key)).status, 200);
  const revoked = await createKey(new Date());
  const { status, stdout, stderr } = runAdmin(["ledger", "show", "--json"]);
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), { erasedUsers: [userId], revokedKeys: [revoked.id] });
});

test("what a backup has brought back is erased and revoked again, once", async () => {
  const back = await registerCardholder(api);
  await createSealedPayment(api, back);
  const paymentId = await createSealedPayment(api, kept);
  const { key, id } = await createKey();
  const path = join(service.dataDir, "ledger.json");
  const absent = { user: `usr_${"0".repeat(32)}`, key: `key_${"0".repeat(32)}` };
  const ledger = { erasedUsers: [absent.user, back.userId], revokedKeys: [id, absent.key] };
  await writeFile(path, JSON.stringify(ledger));

  const apply = () => runAdmin(["ledger", "apply", path, "--yes"]);
  const applied = apply();
  assert.equal(applied.status, 0, applied.stderr);
  assert.match(applied.stdout, /^1 user erased again, 1 API key revoked again\n$/);
  const notFound = { status: 404, code: "not_found" } as const;
  assertError(await api.get(`/receipts/${back.userId}`), notFound);
  assertError(await api.get("/users", { key }), { status: 401, code: "unauthorized" });
  const { rows } = await pool().query(
    "SELECT action FROM audit_entry WHERE actor_kind = 'operator' ORDER BY id",
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ["cardholder.erased", "api_key.revoked"],
  );

  assert.match(apply().stdout, /^0 users erased again, 0 API keys revoked again\n$/);
  const { body } = await api.get(`/receipts/${kept.userId}`);
  assert.equal(body.data.receipts[0].paymentId, paymentId);
});

test("a file that is no ledger changes nothing", async () => {
  const path = join(service.dataDir, "other.json");
  await writeFile(path, JSON.stringify({ erasedUsers: kept.userId }));
  const { status, stderr } = runAdmin(["ledger", "apply", path, "--yes"]);
  assert.equal(status, 2);
  assert.match(stderr, /is not what "ledger show --json" has printed/);
});
