import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { AccessEntryJson } from "#lib/receipts/contract-access.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type ApiClient,
  createApiClient,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { readAccessLog } from "#lib/testing/read-access-log.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { createTestKey, startTestService, type TestService } from "#lib/testing/test-service.ts";

let service: TestService;
let member: Awaited<ReturnType<typeof createTestMember>>;
let call: ConsoleClient;
let key: string;
let api: ApiClient;
let holder: TestCardholder;
let other: TestCardholder;
let paymentId: string;
/** Tokens by what became of them, in the order in which they were granted. */
const tokens: Record<string, string> = {};
before(async () => {
  service = await startTestService({ TRUSTED_PROXIES: "1" });
  member = await createTestMember();
  call = createConsoleClient(service, member);
  key = await createTestKey({ organizationId: member.organizationId });
  api = createApiClient(service, key);
  [holder, other] = [await registerCardholder(api), await registerCardholder(api)];
  paymentId = await createSealedPayment(api, holder);

  tokens.opened = await grant({ paymentId, consentMethod: "passkey" }, "203.0.113.9");
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  const body = { paymentId, tokenId: tokens.opened };
  assert.equal((await api.post("/payments/envelope", { body, headers })).status, 200);
  tokens.expired = await grant({ consentMethod: "pin" }, "not an address");
  await pool().query(
    "UPDATE access_token SET expires_at = now() - interval '1 second' WHERE hash = $1",
    [createHash("sha256").update(tokens.expired).digest()],
  );
  tokens.active = await grantAsMember();
  tokens.others = await grant({ userId: other.userId, keyId: other.keyId });
  const stranger = createApiClient(service, await createTestKey());
  const { userId, keyId } = await registerCardholder(stranger);
  await stranger.post("/keys/grant-access", { body: { userId, keyId } });
});
after(() => service.close());

async function grant(fields: Record<string, unknown>, address = "203.0.113.1"): Promise<string> {
  const { userId, keyId } = holder;
  const { status, body } = await api.post("/keys/grant-access", {
    body: { userId, keyId, ...fields },
    headers: { "X-Forwarded-For": address },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.tokenId;
}

async function grantAsMember(): Promise<string> {
  const { userId, keyId } = holder;
  const response = await fetch(`${service.url}/api/v1/keys/grant-access`, {
    method: "POST",
    headers: {
      Cookie: member.cookie,
      Origin: service.url,
      "X-Environment": "development",
      "Content-Type": "application/json",
    },
    body: JSON.stringify({ userId, keyId, consentMethod: "other" }),
  });
  assert.equal(response.status, 201);
  const { data }: { data: { tokenId: string } } = await response.json();
  return data.tokenId;
}

const grantIdOf = (token: string) =>
  createHash("sha256").update(token).digest().subarray(0, 12).toString("base64url");
const nameOf = ({ grantId }: AccessEntryJson) =>
  Object.keys(tokens).find((name) => grantIdOf(tokens[name] ?? "") === grantId);

async function list(query: Record<string, string> = {}, client = call) {
  const page = await readAccessLog(client, query);
  return { ...page, names: page.entries.map(nameOf) };
}

const all = ["others", "active", "expired", "opened"];

test("200: each grant with who requested it, from where, and its outcome, the newest first", async () => {
  const { entries, names, nextCursor } = await list();
  assert.deepEqual(names, all);
  assert.equal(nextCursor, null);
  const [, active, expired, opened] = entries;
  const { at, expiresAt, usedAt, apiKeyId, ...rest } = opened ?? assert.fail();
  assert.match(apiKeyId ?? "", /^ak_/);
  assert.equal(Date.parse(expiresAt) - Date.parse(at), 150_000);
  assert.ok(Math.abs(Date.parse(usedAt ?? "") - Date.parse(at)) < 10_000);
  assert.deepEqual(rest, {
    grantId: grantIdOf(tokens.opened ?? ""),
    userId: holder.userId,
    keyId: holder.keyId,
    paymentId,
    outcome: "used",
    usedFor: paymentId,
    usedAddress: "198.51.100.7",
    by: "Test key",
    memberId: null,
    address: "203.0.113.9",
    consent: "passkey",
  });
  const { outcome, usedAt: unused, usedFor, address, consent } = expired ?? assert.fail();
  assert.deepEqual(
    [outcome, unused, usedFor, address, consent],
    ["expired", null, null, null, "pin"],
    "what is no address is not kept",
  );
  assert.deepEqual(
    [active?.outcome, active?.by, active?.memberId, active?.apiKeyId, active?.consent],
    ["active", member.email, member.memberId, null, "other"],
  );
});

describe("filters", () => {
  test("outcome", async () => {
    assert.deepEqual((await list({ outcome: "used" })).names, ["opened"]);
    assert.deepEqual((await list({ outcome: "expired" })).names, ["expired"]);
    assert.deepEqual((await list({ outcome: "active" })).names, ["others", "active"]);
  });

  test("cardholder, alone and with the other filters", async () => {
    const { userId } = holder;
    assert.deepEqual((await list({ userId })).names, ["active", "expired", "opened"]);
    assert.deepEqual((await list({ userId, outcome: "used" })).names, ["opened"]);
    assert.deepEqual((await list({ userId: other.userId })).names, ["others"]);
    assert.deepEqual((await list({ userId: "usr_unknown" })).names, []);
  });

  test("time", async () => {
    const { entries } = await list();
    const at = entries.find((entry) => nameOf(entry) === "active")?.at ?? "";
    for (const rest of [{}, { userId: holder.userId }] as Record<string, string>[]) {
      const from = (await list({ from: at, ...rest })).names;
      const to = (await list({ to: at, ...rest })).names;
      assert.ok(from.includes("active") && !to.includes("active") && to.includes("opened"));
      assert.deepEqual([...from, ...to], (await list(rest)).names);
    }
  });
});

test("a cardholder's grants are its part of the log", async () => {
  const { userId } = holder;
  const { status, body } = await call("GET", `/cardholders/${userId}/grants?limit=2`);
  assert.equal(status, 200, JSON.stringify(body));
  const { entries, nextCursor } = await list({ userId, limit: "2" });
  assert.deepEqual(body.data, { grants: entries, nextCursor });
  const cursor = nextCursor ?? assert.fail();
  const rest = await call("GET", `/cardholders/${userId}/grants?cursor=${cursor}`);
  assert.deepEqual(rest.body.data.grants.map(nameOf), ["opened"]);
});

test("no token, nor its whole hash, is in the log", async () => {
  const text = JSON.stringify((await list()).entries);
  for (const token of Object.values(tokens)) {
    const hash = createHash("sha256").update(token).digest();
    for (const secret of [token, hash.toString("hex"), hash.toString("base64url")]) {
      assert.ok(!text.includes(secret));
    }
  }
});

test("another organization or environment has a log of its own", async () => {
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const client of [stranger, staging]) {
    assert.deepEqual((await list({}, client)).names, []);
    assert.deepEqual((await list({ userId: holder.userId }, client)).names, []);
  }
});

test("after an erasure the log says that and when, and no longer to what or from where", async () => {
  const user = await registerCardholder(api);
  const { userId, keyId } = user;
  const opened = await createSealedPayment(api, user);
  const tokenId = await grant({ userId, keyId, paymentId: opened, consentMethod: "pin" });
  await api.post("/payments/envelope", { body: { paymentId: opened, tokenId } });
  const before = (await list({ userId })).entries[0] ?? assert.fail();
  assert.equal(before.usedFor, opened);
  assert.equal((await requestErasure(service, userId, key)).status, 200);
  const { entries } = await list({ userId });
  const nothing = { keyId: null, paymentId: null, usedFor: null, address: null, usedAddress: null };
  assert.deepEqual(entries, [{ ...before, ...nothing }]);
});

describe("400", () => {
  const rows: [Record<string, string>, RegExp][] = [
    [{ limit: "0" }, /^limit: /],
    [{ cursor: "nonsense" }, /^cursor: /],
    [{ cursor: Buffer.from("1.x").toString("base64url") }, /^cursor: /],
    [
      { cursor: Buffer.from(`${"9".repeat(15)}.${"a".repeat(16)}`).toString("base64url") },
      /^cursor/,
    ],
    [{ outcome: "void" }, /^outcome: /],
    [{ from: "yesterday" }, /^from: /],
    [{ userId: "" }, /^userId: /],
  ];
  for (const [query, details] of rows) {
    test(new URLSearchParams(query).toString(), async () => {
      const answer = await call("GET", `/access-log?${new URLSearchParams(query)}`);
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  test("a consent that is none of the three", async () => {
    const { userId, keyId } = holder;
    const body = { userId, keyId, consentMethod: "shouting" };
    const answer = await api.post("/keys/grant-access", { body });
    assertError(answer, { status: 400, code: "invalid_request", details: /^consentMethod: / });
  });
});
