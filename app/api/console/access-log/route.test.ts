import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import type { Sent } from "#lib/browser/api.ts";
import type { AccessEntryJson } from "#lib/receipts/contract-access.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  grant,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService({ TRUSTED_PROXIES: "1" });
const member = setUpMember();
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);
const other = setUpCardholder(api);
let paymentId: string;
/** Tokens by what became of them, in the order in which they were granted. */
const tokens: Record<string, string> = {};
setUp(async () => {
  paymentId = await createSealedPayment(api, holder);

  tokens.opened = await grantFrom("203.0.113.9", { paymentId, consentMethod: "passkey" });
  const headers = { "X-Forwarded-For": "198.51.100.7" };
  const body = { paymentId, tokenId: tokens.opened };
  await api.call("POST /api/v1/payments/envelope", { body, headers });
  tokens.expired = await grantFrom("not an address", { consentMethod: "pin" });
  await pool().query(
    "UPDATE access_token SET expires_at = now() - interval '1 second' - interval '1 second' WHERE hash = $1",
    [createHash("sha256").update(tokens.expired).digest()],
  );
  tokens.active = await grant({ call: callerFor(service, member) }, holder, {
    consentMethod: "other",
  });
  tokens.others = await grant(api, other);
  const stranger = createApiClient(service, await createTestKey());
  await grant(stranger, await registerCardholder(stranger));
});

async function grantFrom(
  address: string,
  fields: Partial<Sent<"POST /api/v1/keys/grant-access", "body">>,
): Promise<string> {
  const { userId, keyId } = holder;
  const { tokenId } = await api.call("POST /api/v1/keys/grant-access", {
    body: { userId, keyId, ...fields },
    headers: { "X-Forwarded-For": address },
  });
  return tokenId;
}

const grantIdOf = (token: string) =>
  createHash("sha256").update(token).digest().subarray(0, 12).toString("base64url");
const nameOf = ({ grantId }: AccessEntryJson) =>
  Object.keys(tokens).find((name) => grantIdOf(tokens[name] ?? "") === grantId);

async function list(
  query: Sent<"GET /api/console/access-log", "query"> = {},
  caller = callerFor(service, member),
) {
  const page = await caller("GET /api/console/access-log", { query });
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
  const stranger = callerFor(service, await createTestMember());
  const staging = callerFor(service, member, "staging");
  for (const caller of [stranger, staging]) {
    assert.deepEqual((await list({}, caller)).names, []);
    assert.deepEqual((await list({ userId: holder.userId }, caller)).names, []);
  }
});

test("after an erasure the log says that and when, and no longer to what or from where", async () => {
  const user = await registerCardholder(api);
  const { userId, keyId } = user;
  const opened = await createSealedPayment(api, user);
  const tokenId = await grantFrom("203.0.113.1", {
    userId,
    keyId,
    paymentId: opened,
    consentMethod: "pin",
  });
  await api.call("POST /api/v1/payments/envelope", { body: { paymentId: opened, tokenId } });
  const before = (await list({ userId })).entries[0] ?? assert.fail();
  assert.equal(before.usedFor, opened);
  assert.equal((await requestErasure(service, userId, api.key)).status, 200);
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
