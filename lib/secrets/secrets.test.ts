import assert from "node:assert/strict";
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { pool } from "#lib/storage/database.ts";
import { randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { SecretsError } from "./secrets-error.ts";

const randomKey = () => randomBytes(32).toString("base64");

let given: Record<string, string>;
let weakEscrowKey: string;
setUp(async () => {
  given = {
    CARD_PEPPERS: `1:${randomKey()}`,
    COLUMN_KEYS: `1:${randomKey()}`,
    ESCROW_KEYS: `1:${await generateEscrowKey()}`,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
  };
  weakEscrowKey = generateKeyPairSync("rsa", { modulusLength: 1024 })
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64");
});
const service = setUpTestService(() => given);
const api = setUpApi(service);
// One row of each kind that needs the secrets of its time.
setUp(async () => {
  await registerCardholder(api);
  await createSealedPayment(api, { hashedPan: randomHashedPan() });
});

/** A start that fails, and what it tells the person who started the service. */
async function refusal(env: Record<string, string>): Promise<string> {
  let message = "";
  await assert.rejects(service.restart({ ...given, ...env }), (error) => {
    assert.ok(error instanceof SecretsError, String(error));
    message = error.message;
    return true;
  });
  return message;
}

describe("a start refuses, by name and without the value,", () => {
  const weak: [string, string, () => string][] = [
    ["a pepper that is too short", "CARD_PEPPERS", () => `1:${randomBytes(31).toString("base64")}`],
    ["a pepper of zeros", "CARD_PEPPERS", () => `1:${Buffer.alloc(32).toString("base64")}`],
    [
      "a pepper that is text",
      "CARD_PEPPERS",
      () => `1:${Buffer.from("correct horse battery staple 1234").toString("base64")}`,
    ],
    ["a pepper without a version", "CARD_PEPPERS", () => randomKey()],
    ["a pepper that is not base64", "CARD_PEPPERS", () => "1:not-base-64!"],
    [
      "a column key that is too short",
      "COLUMN_KEYS",
      () => `1:${randomBytes(16).toString("base64")}`,
    ],
    [
      "a column key that counts",
      "COLUMN_KEYS",
      () => `1:${Buffer.from([...Array(32).keys()]).toString("base64")}`,
    ],
    ["a version twice", "COLUMN_KEYS", () => `1:${randomKey()},1:${randomKey()}`],
    ["an escrow key of 1024 bits", "ESCROW_KEYS", () => `1:${weakEscrowKey}`],
    ["an escrow key that is none", "ESCROW_KEYS", () => `1:${randomKey()}`],
    [
      "a weak key that is not the current one",
      "CARD_PEPPERS",
      () => `${given.CARD_PEPPERS},2:AAAA`,
    ],
    ["a session secret that is too short", "SESSION_SECRET", () => "x7Gq"],
  ];
  for (const mode of ["production", "development"]) {
    for (const [name, secret, make] of weak) {
      test(`${name} in ${mode}`, async () => {
        const value = make();
        const message = await refusal({ NODE_ENV: mode, [secret]: value });
        assert.match(message, new RegExp(secret));
        assert.ok(!message.includes(value.slice(2)), message);
        assert.doesNotMatch(message, /\n/);
      });
    }
  }
});

describe("a start refuses, with the version,", () => {
  for (const secret of ["CARD_PEPPERS", "COLUMN_KEYS", "ESCROW_KEYS"]) {
    const fresh = async () => (secret === "ESCROW_KEYS" ? await generateEscrowKey() : randomKey());

    test(`another key under a version of ${secret} that was used`, async () => {
      const message = await refusal({ [secret]: `1:${await fresh()}` });
      assert.match(message, new RegExp(`${secret}.*\\b1\\b`));
    });

    test(`${secret} without the version that stored data needs`, async () => {
      const message = await refusal({ [secret]: `7:${await fresh()}` });
      assert.match(message, new RegExp(`${secret}.*\\b1\\b.*missing`));
    });

    test(`and remembers nothing of a ${secret} that it refused`, async () => {
      const wrong = { [secret]: `8:${await fresh()}` };
      await refusal(wrong);
      await service.restart({ ...given, [secret]: `${given[secret]},8:${await fresh()}` });
    });
  }

  test("after all of that the right secrets still start", async () => {
    await service.restart({ ...given, NODE_ENV: "production" });
    assert.equal((await fetch(`${service.url}/api/ready`)).status, 200);
  });
});

test("a version that nothing needs may go", async () => {
  await service.restart({ ...given, COLUMN_KEYS: `${given.COLUMN_KEYS},5:${randomKey()}` });
  await service.restart(given);
});

test("the database holds no key, only what proves it", async () => {
  const { rows } = await pool().query<{ check: Buffer }>('SELECT "check" FROM keyring_check');
  assert.ok(rows.length >= 3);
  for (const text of [given.CARD_PEPPERS, given.COLUMN_KEYS]) {
    const key = Buffer.from((text ?? "").slice(2), "base64");
    const digest = createHash("sha256").update(key).digest();
    for (const { check } of rows) assert.ok(!check.includes(key) && !check.equals(digest));
  }
});
