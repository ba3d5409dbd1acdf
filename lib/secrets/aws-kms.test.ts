import assert from "node:assert/strict";
import { constants, publicEncrypt, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { parseConfig } from "#lib/config.ts";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { startKmsStandIn } from "#lib/testing/kms-stand-in.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { openEscrowKeeper } from "./escrow-keeper.ts";
import { readSecrets } from "./read-secrets.ts";
import { startEscrowProcess } from "./start-escrow-process.ts";

const kms = setUp(startKmsStandIn);

const plain = {
  CARD_PEPPERS: `1:${randomBytes(32).toString("base64")}`,
  COLUMN_KEYS: `1:${randomBytes(32).toString("base64")}`,
  SESSION_SECRET: randomBytes(32).toString("base64url"),
};
const encrypted = () =>
  Object.fromEntries(
    Object.entries(plain).map(([secret, text]) => [
      secret,
      `aws-kms:${kms.encrypt(text, { service: "sealslip", secret })}`,
    ]),
  );
const ESCROW = { local: "" };
setUp(async () => {
  ESCROW.local = `1:${await generateEscrowKey()}`;
});

const service = setUpTestService(() => ({ ...encrypted(), ESCROW_KEYS: ESCROW.local }));
const api = setUpApi(service);
const waiting = randomHashedPan();

test("secrets that AWS KMS decrypts are the same as in the clear", async () => {
  const secrets = await readSecrets(parseConfig({ ...encrypted(), ESCROW_KEYS: ESCROW.local }));
  assert.deepEqual(secrets, { ...plain, ESCROW_KEYS: ESCROW.local });
  await createSealedPayment(api, { hashedPan: waiting });
  await service.restart({ ...plain, ESCROW_KEYS: ESCROW.local });
});

test("receipts wait under a key that never leaves AWS KMS, beside an earlier one", async () => {
  const ESCROW_KEYS = `2:aws-kms:${kms.rsaKeyId},${ESCROW.local}`;
  await service.restart({ ...encrypted(), ESCROW_KEYS });
  await createSealedPayment(api, { hashedPan: waiting });
  const { rows } = await pool().query(
    "SELECT escrow_version AS v FROM payment WHERE receipt_status = 'escrowed' ORDER BY v",
  );
  assert.deepEqual(rows, [{ v: 1 }, { v: 2 }]);

  kms.calls.length = 0;
  const holder = await registerCardholder(api, waiting);
  assert.deepEqual(kms.calls, ["Decrypt"]);
  const { body } = await api.get(`/receipts/${holder.userId}`);
  assert.equal(body.data.receipts.length, 2);
  for (const { paymentId } of body.data.receipts) {
    const tokenId = await grant(api, holder);
    const given = { paymentId, tokenId, privateKey: holder.privateKey };
    assert.equal((await api.post("/payments/decrypt", { body: given })).status, 200);
  }
});

test("keys from tills that do not open have AWS KMS asked for a good one once a minute", async () => {
  const recipientHashedPan = randomHashedPan();
  const recipient = { recipientHashedPan };
  const held = [await prepareSealed(api, { recipient }), await prepareSealed(api, { recipient })];
  await registerCardholder(api, recipientHashedPan);
  const encrypted_key = randomBytes(256).toString("base64url");
  kms.calls.length = 0;
  for (const { body } of held) {
    const broken = { ...body, sealedReceipt: { ...body.sealedReceipt, encrypted_key } };
    const answer = await api.post("/payments/gateway_one/create", { body: broken });
    const details = /^sealedReceipt.encrypted_key: must be the content key of this envelope/;
    assertError(answer, { status: 400, code: "invalid_request", details });
  }
  assert.deepEqual(kms.calls, ["Decrypt", "Decrypt", "Decrypt"]);
});

test("an outage of AWS KMS leaves a registration undone, to be sent again", async () => {
  const hashedPan = randomHashedPan();
  await createSealedPayment(api, { hashedPan });
  const { keyId, publicKey } = await generateKeyPair();
  const settings = parseConfig({ ...plain, ESCROW_KEYS: `1:aws-kms:${kms.rsaKeyId}` });
  const escrow = await startEscrowProcess(settings);
  kms.failWith("KMSInternalException");
  try {
    const broken = { version: 1, wrapped: new Uint8Array(256), parts: null };
    const rewrapped = escrow.rewrap([broken], [publicKey]);
    await assert.rejects(rewrapped, { name: "KeyServiceError" });
    const refused = await api.post("/onboarding/register", {
      body: { hashedPan, keyId, publicKey },
    });
    assert.equal(refused.status, 503);
    kms.failWith(undefined);
    const again = await api.post("/onboarding/register", { body: { hashedPan, keyId, publicKey } });
    assert.deepEqual([again.status, again.body.data.deliveredReceipts], [201, 1]);
  } finally {
    kms.failWith(undefined);
    await escrow.stop();
  }
});

describe("a wrap that the key in AWS KMS does not open", () => {
  const wrap = (publicKey: string, bytes: Uint8Array) => {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    return new Uint8Array(publicEncrypt({ key: publicKey, padding, oaepHash: "sha256" }, bytes));
  };
  const escrow = setUp(async () => {
    const opened = await openEscrowKeeper(`1:aws-kms:${kms.rsaKeyId}`);
    const { publicKey } = await generateKeyPair();
    const rewrap = async (...wrapped: Uint8Array<ArrayBuffer>[]) => {
      const keys = wrapped.map((bytes) => ({ version: 1, wrapped: bytes, parts: null }));
      return (await opened.rewrap(keys, [publicKey])).map(({ kind }) => kind);
    };
    return { opened, rewrap, publicKey: opened.current.publicKeyPem };
  });

  for (const refusal of ["InvalidCiphertextException", "IncorrectKeyException"] as const) {
    test(`is broken, and no other: ${refusal}`, async () => {
      const { rewrap, publicKey } = escrow;
      kms.refuseWith(refusal);
      const good = wrap(publicKey, randomBytes(32));
      const broken = [
        new Uint8Array(randomBytes(256)),
        wrap(publicKey, randomBytes(16)),
        wrap(publicKey, new Uint8Array(0)),
      ];
      assert.deepEqual(await rewrap(good, ...broken), ["wrapped", "broken", "broken", "broken"]);
      kms.refuseWith("InvalidCiphertextException");
    });
  }

  test("is broken where it opens with the key of another receipt, and the key is not doubted", async () => {
    const sealingKey = importStoredPublicKey(escrow.publicKey);
    const given = { receipt: {}, paymentId: "pay_1", keys: [sealingKey] as const };
    const { encryptedKey, ...parts } = sealOnServer(given);
    const { publicKey } = await generateKeyPair();
    const rewrapFor = async (paymentId: string) => {
      const one = { version: 1, wrapped: encryptedKey, parts: { ...parts, paymentId } };
      return (await escrow.opened.rewrap([one], [publicKey])).map(({ kind }) => kind);
    };
    kms.calls.length = 0;
    assert.deepEqual(await rewrapFor("pay_2"), ["broken"]);
    assert.deepEqual(await rewrapFor("pay_1"), ["wrapped"]);
    assert.deepEqual(kms.calls, ["Decrypt", "Decrypt"]);
  });

  const away = [
    "DependencyTimeoutException",
    "DisabledException",
    "InvalidKeyUsageException",
    "KeyUnavailableException",
    "KMSInternalException",
    "KMSInvalidStateException",
    "NotFoundException",
    "AccessDeniedException",
    "ThrottlingException",
  ];
  for (const type of away) {
    test(`is not known to be broken: ${type}`, async () => {
      kms.failWith(type);
      const asked = escrow.rewrap(new Uint8Array(randomBytes(256)));
      await assert
        .rejects(asked, { name: "KeyServiceError" })
        .finally(() => kms.failWith(undefined));
    });
  }

  test("is not broken where another key answers by now, though the right one did a moment ago", async () => {
    const { rewrap, publicKey } = escrow;
    assert.deepEqual(await rewrap(new Uint8Array(randomBytes(256))), ["broken"]);
    const good = wrap(publicKey, randomBytes(32));
    kms.swapKeys();
    await assert
      .rejects(rewrap(good), { name: "CryptoError", reason: "wrong_key" })
      .finally(() => kms.swapKeys());
    assert.deepEqual(await rewrap(good), ["wrapped"]);
  });

  test("that a till made is kept while another key answers, and delivered afterwards", async () => {
    await service.restart({ ...plain, ESCROW_KEYS: `2:aws-kms:${kms.rsaKeyId},${ESCROW.local}` });
    const recipientHashedPan = randomHashedPan();
    const { body } = await prepareSealed(api, { recipient: { recipientHashedPan } });
    assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
    const { keyId, publicKey } = await generateKeyPair();
    const registration = { hashedPan: recipientHashedPan, keyId, publicKey };
    kms.swapKeys();
    const refused = await api.post("/onboarding/register", { body: registration });
    kms.swapKeys();
    assert.equal(refused.status, 500);
    const { status, body: user } = await api.post("/onboarding/register", { body: registration });
    assert.deepEqual([status, user.data?.deliveredReceipts], [201, 1]);
  });
});

describe("a start is refused, with the name of the secret,", () => {
  const other = () =>
    kms.encrypt(plain.COLUMN_KEYS, { service: "sealslip", secret: "CARD_PEPPERS" });
  const wrong: [string, () => Record<string, string>, RegExp][] = [
    [
      "for the ciphertext of another secret",
      () => ({ COLUMN_KEYS: `aws-kms:${other()}` }),
      /^COLUMN_KEYS: AWS KMS refused .*InvalidCiphertext/,
    ],
    [
      "for an escrow key that is not there",
      () => ({ ESCROW_KEYS: "2:aws-kms:alias/none" }),
      /^ESCROW_KEYS: AWS KMS refused .*NotFound/,
    ],
    [
      "for a service that nobody knows",
      () => ({ ESCROW_KEYS: "2:gcp-kms:none" }),
      /^ESCROW_KEYS: /,
    ],
  ];
  for (const [name, env, message] of wrong) {
    test(name, async () => {
      const given = { ...plain, ESCROW_KEYS: ESCROW.local, ...env() };
      await assert.rejects(service.restart(given), { name: "SecretsError", message });
    });
  }
});

test("payments need no AWS KMS", async () => {
  await service.restart({ ...plain, ESCROW_KEYS: `2:aws-kms:${kms.rsaKeyId},${ESCROW.local}` });
  kms.calls.length = 0;
  const { status } = await api.post("/payments/gateway_one/create", { body: paymentBody() });
  assert.deepEqual([status, kms.calls], [201, []]);
});
