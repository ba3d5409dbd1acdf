import assert from "node:assert/strict";
import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  privateDecrypt,
  publicEncrypt,
} from "node:crypto";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/onboarding/generate-keys";

const service = setUpTestService();
const api = setUpApi(service, { scopes: ["onboarding:write"] });

describe("200", () => {
  test("a key pair in the formats of the contract", async () => {
    const { status, body } = await api.post(path);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ["success", "data"]);
    assert.equal(body.success, true);
    assert.deepEqual(Object.keys(body.data).sort(), [
      "algorithm",
      "keyId",
      "privateKey",
      "publicKey",
    ]);
    assert.equal(body.data.algorithm, "RSA-OAEP-256");
    assert.match(body.data.publicKey, /^-----BEGIN PUBLIC KEY-----\n/);
    assert.match(body.data.privateKey, /^-----BEGIN PRIVATE KEY-----\n/);

    const publicKey = createPublicKey(body.data.publicKey);
    assert.equal(publicKey.asymmetricKeyType, "rsa");
    assert.deepEqual(publicKey.asymmetricKeyDetails, {
      modulusLength: 2048,
      publicExponent: 65537n,
    });
  });

  test("the halves belong together", async () => {
    const { body } = await api.post(path);
    const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
    const wrapped = publicEncrypt({ key: body.data.publicKey, ...oaep }, Buffer.from("receipt"));
    const key = createPrivateKey(body.data.privateKey);
    assert.equal(privateDecrypt({ key, ...oaep }, wrapped).toString(), "receipt");
  });

  test("keyId is the RFC 7638 thumbprint of the public key", async () => {
    const { body } = await api.post(path);
    const { e, n } = createPublicKey(body.data.publicKey).export({ format: "jwk" });
    const thumbprint = createHash("sha256").update(JSON.stringify({ e, kty: "RSA", n }));
    assert.equal(body.data.keyId, `key_${thumbprint.digest("base64url")}`);
  });

  test("no two pairs are the same", async () => {
    const answers = await Promise.all([api.post(path), api.post(path), api.post(path)]);
    for (const part of ["keyId", "publicKey", "privateKey"]) {
      assert.equal(new Set(answers.map(({ body }) => body.data[part])).size, 3, part);
    }
  });

  const bodies = [
    { name: "an empty object", body: {}, type: "application/json" },
    { name: "fields", body: { keyId: "mine", bits: 1024 }, type: "application/json" },
    { name: "malformed JSON", body: "{", type: "application/json" },
    { name: "another content type", body: "bits=1024", type: "application/x-www-form-urlencoded" },
  ];
  for (const { name, body, type } of bodies) {
    test(`a body is ignored: ${name}`, async () => {
      const answer = await api.post(path, { body, headers: { "Content-Type": type } });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.notEqual(answer.body.data.keyId, "mine");
      const { asymmetricKeyDetails } = createPublicKey(answer.body.data.publicKey);
      assert.equal(asymmetricKeyDetails?.modulusLength, 2048);
    });
  }

  test("nothing is stored and nothing is logged", async () => {
    const { body } = await api.post(path);
    const { rows } = await pool().query(
      "SELECT (SELECT count(*)::int FROM cardholder) + (SELECT count(*)::int FROM cardholder_key) AS count",
    );
    assert.equal(rows[0].count, 0);

    const log = service.logLines.join("");
    assert.match(log, /generate-keys/);
    for (const line of body.data.privateKey.split("\n").filter(Boolean)) {
      assert.equal(log.includes(line), false);
    }
  });
});

test("401 without a key", async () => {
  assertError(await api.post(path, { key: "" }), { status: 401, code: "unauthorized" });
});

test("403 without the scope onboarding:write", async () => {
  const key = await createTestKey({ scopes: ["keys:grant", "receipts:read", "receipts:decrypt"] });
  assertError(await api.post(path, { key }), { status: 403, code: "forbidden" });
});
