import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { createTotpSecret, encryptTotpSecret, findTotpStep } from "#lib/accounts/codes.ts";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { decryptCredentials } from "#lib/gateways/credentials.ts";
import { decryptTarget, pushTargetContext } from "#lib/push/subscribe.ts";
import type { Match } from "#lib/receipts/contract-match.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import {
  type Answer,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { setUpMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { openSecrets } from "#lib/webhooks/secrets.ts";
import { moveColumns } from "./columns.ts";
import { listKeys, listMoves } from "./key-status.ts";
import { moveKeys } from "./move-keys.ts";
import { retireKey } from "./versions.ts";

const PATH = "/payments/gateway_one/create";
const randomKey = () => randomBytes(32).toString("base64");

type Keys = { column: string; escrow: string };
const PEPPER = `1:${randomKey()}`;
const SESSION_SECRET = randomBytes(32).toString("base64url");

const asTexts = (...versions: [number, Keys][]) => ({
  CARD_PEPPERS: PEPPER,
  SESSION_SECRET,
  COLUMN_KEYS: versions.map(([version, { column }]) => `${version}:${column}`).join(","),
  ESCROW_KEYS: versions.map(([version, { escrow }]) => `${version}:${escrow}`).join(","),
});

const makeKeys = async () => ({ column: randomKey(), escrow: await generateEscrowKey() });
const keys = setUp(async () => ({ first: await makeKeys(), second: await makeKeys() }));
const service = setUpTestService(() => asTexts([1, keys.first]));
const api = setUpApi(service);
const holder = setUpCardholder(api);
const member = setUpMember();
const waitingPan = randomHashedPan();
const made: { body: Record<string, unknown>; answer: Answer }[] = [];

async function pay(fields: Record<string, unknown>): Promise<void> {
  const body = paymentBody(fields);
  const answer = await api.post(PATH, { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  made.push({ body, answer });
}

/** With the claim codes of what waits; a receipt that was handed over has none any more. */
async function assertReplays({ registered = "" } = {}): Promise<void> {
  for (const { body, answer } of made) {
    const again = await api.post(PATH, { body });
    const first = structuredClone(answer.body);
    if (body.recipientHashedPan === registered) delete first.data.veroMetadata.claimCode;
    assert.deepEqual([again.status, again.body], [200, first]);
  }
}

async function rowsUnder(purpose: string, version: number): Promise<number> {
  const key = (await listKeys()).find(
    (other) => other.purpose === purpose && other.version === version,
  );
  assert.ok(key, `${purpose} ${version}`);
  return key.rows;
}

const totp = createTotpSecret("baker@test.example");
const pushId = new Uint8Array(randomBytes(32));
const webhook = { id: "", secrets: [] as string[] };
const credentials = { secretKey: "sk_test_1" };
let tenant: { organizationId: string; environment: "staging" };

// A value in each encrypted column, and receipts in escrow.
setUp(async () => {
  for (let count = 0; count < 6; count++) await pay({ recipientHashedPan: holder.hashedPan });
  for (let count = 0; count < 3; count++) await pay({ recipientHashedPan: waitingPan });
  const timedOut = paymentBody({ paymentMethod: "sandbox_error" });
  await api.post(PATH, { body: timedOut });
  tenant = { organizationId: api.organizationId, environment: "staging" };
  await connectTestGateway(tenant, "gateway_one", "stripe", credentials);
  await prisma().member.update({
    where: { id: member.memberId },
    data: { totpSecret: encryptTotpSecret(member.memberId, totp.text) },
  });
  const hook = await api.post("/webhook-endpoints", { body: { url: "https://hooks.example" } });
  Object.assign(webhook, { id: hook.body.data.endpointId, secrets: [hook.body.data.secret] });
  const rotated = await api.post(`/webhook-endpoints/${webhook.id}/rotate-secret`);
  webhook.secrets.unshift(rotated.body.data.secret);
  const bound = pushTargetContext(Buffer.from(pushId).toString("hex"));
  await prisma().pushSubscription.create({
    data: {
      id: pushId,
      organizationId: api.organizationId,
      environment: "development",
      cardholderId: holder.userId,
      target: serviceSecrets().keyring.encrypt("{}", bound),
    },
  });
});

test("with one version there is nothing to move", async () => {
  assert.equal(await moveKeys(), undefined);
  assert.deepEqual(await listMoves(), []);
});

describe("after the rotation", () => {
  setUp(() => service.restart(asTexts([2, keys.second], [1, keys.first])));

  test("a version that rows need cannot be retired, nor the current one", async () => {
    const retire = (version: number) => retireKey({ purpose: "column", version });
    await assert.rejects(retire(1), { code: "conflict", message: /× payment\.client_secret/ });
    await assert.rejects(retire(2), { code: "conflict", message: /current version/ });
    await assert.rejects(retire(3), { code: "not_found" });
  });

  test("a row that somebody holds is left for later", async () => {
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT FROM member WHERE id = $1 FOR UPDATE", [member.memberId]);
      const again = await moveColumns();
      assert.ok(again && again.getTime() > Date.now());
      assert.equal(await rowsUnder("column", 1), 1);
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
    assert.equal(await moveColumns(), undefined);
    assert.equal(await rowsUnder("column", 1), 0);
  });

  test("everything is still read, and counted as moved", async () => {
    await assertReplays();
    const { totpSecret } = await prisma().member.findUniqueOrThrow({
      where: { id: member.memberId },
    });
    assert.ok(totpSecret);
    const { payments } = (await api.get("/payments")).body.data;
    const codes = payments.flatMap(
      ({ match }: { match: Match | null }) => match?.authorizationCode ?? [],
    );
    assert.equal(codes.length, made.length);
    const code = new TOTP({ secret: Secret.fromBase32(totp.text) }).generate();
    assert.ok(findTotpStep({ memberId: member.memberId, secret: totpSecret }, code));
    const target = await prisma().pushSubscription.findUniqueOrThrow({ where: { id: pushId } });
    assert.equal(decryptTarget(target), "{}");
    const row = await prisma().gatewayConnection.findFirstOrThrow({ where: tenant });
    assert.ok(row.credentials);
    const connection = { ...tenant, gateway: "gateway_one", provider: "stripe" } as const;
    assert.deepEqual(
      decryptCredentials({ ...connection, credentials: row.credentials }),
      credentials,
    );
    const endpoint = await prisma().webhookEndpoint.findUniqueOrThrow({
      where: { id: webhook.id },
    });
    assert.deepEqual(openSecrets(endpoint), webhook.secrets);
    const moves = new Map((await listMoves()).map(({ name, ...move }) => [name, move]));
    assert.deepEqual(
      [
        moves.get("payment.client_secret")?.moved,
        moves.get("payment.match_data")?.moved,
        moves.get("pending_payment.gateway_request")?.moved,
        moves.get("webhook_endpoint.secret")?.moved,
        moves.get("webhook_endpoint.previous_secret")?.moved,
      ],
      [made.length, made.length, 1, 1, 1],
    );
    for (const { state, version } of moves.values())
      assert.deepEqual([state, version], ["done", 2]);
  });

  test("escrow is wrapped again under load, and each payment gets its receipt", async () => {
    const late = randomHashedPan();
    const load = Array.from({ length: 12 }, () => pay({ recipientHashedPan: late }));
    const [, cardholder] = await Promise.all([
      moveKeys(),
      registerCardholder(api, waitingPan),
      ...load,
    ]);
    await moveKeys();
    assert.equal(await rowsUnder("escrow", 1), 0);
    const { body } = await api.get(`/receipts/${cardholder.userId}`);
    assert.equal(body.data.receipts.length, 3);
    for (const { paymentId } of body.data.receipts) {
      const tokenId = await grant(api, cardholder);
      const given = { paymentId, tokenId, privateKey: cardholder.privateKey };
      assert.equal((await api.post("/payments/decrypt", { body: given })).status, 200);
    }
  });

  test("the old versions are retired, and the service starts without them", async () => {
    // A week later no till has a reservation of the old escrow key.
    await pool().query(
      `UPDATE keyring_check SET current_at = current_at - interval '8 days',
                                seen_current = seen_current - interval '8 days'`,
    );
    for (const purpose of ["column", "escrow"] as const) {
      const { state, removedFrom } = await retireKey({ purpose, version: 1 });
      assert.deepEqual([state, removedFrom], ["retired", undefined]);
    }
    const { rows } = await pool().query(
      `SELECT organization_id AS trail, target FROM audit_entry
       WHERE action = 'secret.retired' ORDER BY id`,
    );
    const expected = ["column 1", "escrow 1"].map((target) => ({ trail: "service", target }));
    assert.deepEqual(rows, expected);
    await assert.rejects(service.restart(asTexts([1, keys.first], [2, keys.second])), {
      name: "SecretsError",
      message: /version 1 was retired/,
    });
    await service.restart(asTexts([2, keys.second]));
    await assertReplays({ registered: waitingPan });
  });
});

test("a pass goes on where the last one was interrupted", async () => {
  const third = await makeKeys();
  await service.restart(asTexts([3, third], [2, keys.second]));
  const payments = await prisma().payment.findMany({
    where: { clientSecret: { not: null } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  const cursor = payments[3]?.id ?? null;
  const name = "payment.client_secret";
  const row = { version: 3, cursor, moved: 4n };
  await prisma().keyMove.update({ where: { name }, data: row });

  await moveColumns();
  assert.equal(await rowsUnder("column", 2), 4);
  // What was written behind the pass, by a process that still had the old key, is found by the next one.
  await moveColumns();
  assert.equal(await rowsUnder("column", 2), 0);
  const move = (await listMoves()).find((other) => other.name === name);
  assert.equal(move?.moved, payments.length + 4);
});
