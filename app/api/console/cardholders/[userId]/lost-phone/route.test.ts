import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { prunePairings } from "#lib/cardholders/pair.ts";
import { wrongPairingCodes } from "#lib/cardholders/replace-phone.ts";
import { prisma } from "#lib/storage/database.ts";
import { grant, setUpApi, type TestCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
  setUpMember,
} from "#lib/testing/console-client.ts";
import { addPair, createPair, registerPair, type TestPair } from "#lib/testing/device-keys.ts";
import {
  createWalletClient,
  replacePhone,
  showCode,
  type TestPairing,
} from "#lib/testing/pair-phone.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const owner = setUpMember({ kind: "platform" });
const api = setUpApi(service, { member: owner });
const agentMember = setUp(() =>
  createTestMember({ role: "support", organizationId: owner.organizationId }),
);
const agent = createConsoleClient(service, agentMember);
const wallet = createWalletClient(service, owner);
const lost = setUp(() => createPair("RSA-2048"));
const tablet = setUp(() => createPair("P-256"));

let holder: TestCardholder;
let phone: TestPair;
let shown: TestPairing;
beforeEach(async () => {
  holder = await registerPair(api, { ...lost });
  phone = await createPair("P-256");
  shown = await showCode(wallet, phone);
});

const replace = (fields: { userCode?: string; keyId?: string; lostKeyIds?: string[] } = {}) => {
  const { userCode } = shown;
  const keys = { keyId: phone.keyId, lostKeyIds: [lost.keyId] };
  return replacePhone(agent, holder.userId, { userCode, ...keys, ...fields });
};
const find = (userCode = shown.userCode, call = agent) =>
  call("POST", "/pairings/find", { body: { userCode } });
const poll = async () => (await wallet("GET", `/pairings/${shown.pairingId}`)).body.data;
const listKeyIds = async () => {
  const { body } = await api.get(`/users/${holder.userId}/keys`);
  return body.data.keys.map(({ keyId }: { keyId: string }) => keyId);
};

describe("200", () => {
  test("the new phone takes the place of the lost one, and learns of it", async () => {
    const { pairingId, userCode } = shown;
    assert.equal((await poll()).state, "pending");
    const found = await find(userCode.toLowerCase().replace("-", " "));
    assert.equal(found.status, 200, JSON.stringify(found.body));
    assert.equal(found.body.data.keyId, phone.keyId);
    assert.equal(found.body.data.fingerprint.length, 8);

    const { status, body } = await replace();
    const { keyId } = phone;
    const { userId } = holder;
    const expected = { userId, keyId, retiredKeyIds: [lost.keyId], currentKeyId: keyId };
    assert.deepEqual([status, body.data], [200, expected]);
    assert.deepEqual(await poll(), { state: "approved", pairingId, userId, keyId });
    assert.deepEqual(await listKeyIds(), [keyId]);

    const paymentId = await createSealedPayment(api, holder);
    assert.ok(await grant(api, { userId, keyId }, { paymentId }));
  });

  test("the same again is the same answer, also at once", async () => {
    const answers = await Promise.all([replace(), replace(), replace()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size, 1);
    assert.deepEqual(await listKeyIds(), [phone.keyId]);
  });

  test("another device stays, and has the current key from now on", async () => {
    await addPair(api, holder, tablet);
    const { body } = await replace();
    assert.equal(body.data.currentKeyId, tablet.keyId);
    assert.deepEqual(await listKeyIds(), [tablet.keyId, phone.keyId]);
  });

  test("without a lost key, the phone is one more device", async () => {
    assert.equal((await replace({ lostKeyIds: [] })).status, 200);
    assert.deepEqual(await listKeyIds(), [lost.keyId, phone.keyId]);
  });

  test("an unused grant for the lost phone opens nothing anymore, and one for another device does", async () => {
    await addPair(api, holder, tablet);
    const paymentId = await createSealedPayment(api, holder);
    const { userId } = holder;
    const ofLost = await grant(api, { userId, keyId: lost.keyId }, { paymentId });
    const ofTablet = await grant(api, { userId, keyId: tablet.keyId }, { paymentId });
    assert.equal((await replace()).status, 200);
    const open = (tokenId: string) =>
      api.post("/payments/envelope", { body: { paymentId, tokenId } });
    assertError(await open(ofLost), { status: 403, code: "forbidden" });
    assert.equal((await open(ofTablet)).status, 200);
  });
});

describe("404", () => {
  test("for a code that no phone shows", async () => {
    assertError(await replace({ userCode: "BBBB-CCCC" }), { status: 404, code: "not_found" });
  });

  test("for a cardholder of another organization, and of another environment", async () => {
    const stranger = createConsoleClient(service, await createTestMember({ kind: "platform" }));
    const body = { userCode: shown.userCode, keyId: phone.keyId, lostKeyIds: [lost.keyId] };
    const staging = createConsoleClient(service, agentMember, "staging");
    for (const call of [stranger, staging]) {
      assertError(await find(shown.userCode, call), { status: 404, code: "not_found" });
      const answer = await replacePhone(call, holder.userId, body);
      assertError(answer, { status: 404, code: "not_found" });
    }
    assert.deepEqual(await listKeyIds(), [lost.keyId]);
  });

  test("for a pairing of another organization", async () => {
    const other = createWalletClient(service, await createTestMember({ kind: "issuer" }));
    for (const method of ["GET", "DELETE"]) {
      const answer = await other(method, `/pairings/${shown.pairingId}`);
      assertError(answer, { status: 404, code: "not_found" });
    }
    assert.equal((await poll()).state, "pending");
  });

  test("for the pairing of a cardholder who is erased", async () => {
    await replace();
    await requestErasure(service, holder.userId, api.key);
    const answer = await wallet("GET", `/pairings/${shown.pairingId}`);
    assertError(answer, { status: 404, code: "not_found" });
  });
});

describe("409", () => {
  const conflict = { status: 409, code: "conflict" } as const;

  test("for a code that was used, also for another cardholder", async () => {
    assert.equal((await replace()).status, 200);
    const other = await registerPair(api, { ...tablet });
    const body = { userCode: shown.userCode, keyId: phone.keyId, lostKeyIds: [tablet.keyId] };
    const again = await replacePhone(agent, other.userId, body);
    for (const answer of [await find(), again]) {
      assertError(answer, conflict);
      assert.equal(answer.body.error.message, "This code was used");
    }
  });

  test("for a code that the phone has canceled, or the agent refused", async () => {
    const canceled = await wallet("DELETE", `/pairings/${shown.pairingId}`);
    assert.equal(canceled.body.data.state, "canceled");
    assertError(await replace(), conflict);

    shown = await showCode(wallet, phone);
    const denied = await agent("POST", "/pairings/deny", { body: { userCode: shown.userCode } });
    assert.equal(denied.status, 200);
    assert.equal((await poll()).state, "canceled");
    assertError(await replace(), conflict);
  });

  test("for a code that has expired", async () => {
    const { pairingId: id } = shown;
    await prisma().pairing.update({ where: { id }, data: { expiresAt: new Date() } });
    assert.equal((await poll()).state, "expired");
    const answer = await replace();
    assertError(answer, conflict);
    assert.equal(answer.body.error.message, "This code has expired");
    await prunePairings();
    assert.equal(await prisma().pairing.count({ where: { id } }), 0);
  });

  test("for another key than the one whose words were compared", async () => {
    assertError(await replace({ keyId: tablet.keyId }), { ...conflict, details: /^keyId: / });
  });

  test("for a key that the cardholder has or had", async () => {
    phone = lost;
    shown = await showCode(wallet, phone);
    assertError(await replace(), { ...conflict, details: /^userCode: / });
  });

  test("for a lost key that is not active, and for a sixth device", async () => {
    assertError(await replace({ lostKeyIds: ["other"] }), {
      ...conflict,
      details: /^lostKeyIds: /,
    });
    for (let left = 4; left > 0; left--) await addPair(api, holder, await createPair("P-256"));
    assertError(await replace({ lostKeyIds: [] }), { ...conflict, details: /^lostKeyIds: / });
    assert.equal((await replace()).status, 200);
  });
});

test("400 for what is no code and no key", async () => {
  assertError(await find("WDJB"), { status: 400, code: "invalid_request", details: /^userCode: / });
  const answer = await wallet("POST", "/pairings", { publicKey: "none" });
  assertError(answer, { status: 400, code: "invalid_request", details: /^publicKey: / });
});

test("403 for a viewer, and without a fresh proof", async () => {
  const { organizationId } = owner;
  const viewer = createConsoleClient(
    service,
    await createTestMember({ role: "viewer", organizationId }),
  );
  assertError(await find(shown.userCode, viewer), { status: 403, code: "forbidden" });
  const cookie = await createTestSession(agentMember.memberId, { steppedUpAt: new Date(0) });
  const body = { userCode: shown.userCode, keyId: phone.keyId, lostKeyIds: [lost.keyId] };
  const late = await replacePhone(createConsoleClient(service, { cookie }), holder.userId, body);
  assertError(late, { status: 403, code: "step_up_required" });
});

test("429 after too many wrong codes, for this member alone", async () => {
  const { organizationId } = owner;
  const guesser = createConsoleClient(service, await createTestMember({ organizationId }));
  for (let left = wrongPairingCodes.points; left > 0; left--) {
    assertError(await find("BBBB-CCCC", guesser), { status: 404, code: "not_found" });
  }
  assertError(await find(shown.userCode, guesser), { status: 429, code: "rate_limit_exceeded" });
  assert.equal((await find()).status, 200);
});
