import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { config, forgetSecretTexts, parseConfig } from "#lib/config.ts";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import p256 from "#lib/crypto/vectors/p256.json" with { type: "json" };
import { setLogDestination } from "#lib/log/logger.ts";
import { toRecipientColumns, toSealedReceipt } from "#lib/receipts/envelope.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { type EscrowProcess, startEscrowProcess } from "./start-escrow-process.ts";

const folder = setUp(async () => {
  const path = await mkdtemp(join(tmpdir(), "sealslip-escrow-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
});
const settings = (env: Record<string, string> = {}) =>
  parseConfig({ DATA_DIR: folder.path, ...env });

/** Ends the process whatever comes of the work. */
async function withProcess(
  env: Record<string, string>,
  work: (escrow: EscrowProcess) => Promise<void>,
): Promise<void> {
  const escrow = await startEscrowProcess(settings(env));
  try {
    await work(escrow);
  } finally {
    await escrow.stop();
  }
}

test("wraps content keys for their new holder, who opens the receipt, and counts each use", async () => {
  const logLines: string[] = [];
  setTestConfig({});
  setLogDestination({ write: (line) => void logLines.push(line) });
  const holders = [await generateKeyPair(), p256.keyPair];
  const publicKeys = holders.map(({ publicKey }) => publicKey);
  const ESCROW_KEYS = `2:${await generateEscrowKey()},1:${await generateEscrowKey()}`;
  await withProcess({ ESCROW_KEYS }, async ({ current, versions, rewrap }) => {
    assert.deepEqual([current.version, versions.map(({ version }) => version)], [2, [2, 1]]);
    const paymentId = "pay_1";
    const sealed = versions.map(({ version, key }) => ({
      version,
      ...sealOnServer({ receipt: { version }, paymentId, keys: [key] }),
    }));
    const keys = sealed.map(({ version, encryptedKey }) => ({
      version,
      wrapped: new Uint8Array(encryptedKey),
      parts: null,
    }));
    const rewrapped = await rewrap(keys, publicKeys);
    const keyIds = holders.map(({ keyId }) => keyId);
    for (const [at, { version, ...parts }] of sealed.entries()) {
      const own = rewrapped[at];
      assert.ok(own?.kind === "wrapped");
      const columns = toRecipientColumns(keyIds, own.wraps);
      const row = { ...parts, ...columns, id: paymentId, keyId: keyIds[0] ?? null };
      for (const { keyId, privateKey } of holders) {
        const envelope = toSealedReceipt(row, keyId);
        assert.ok(envelope);
        const opener = await importPrivateKey(privateKey);
        const receipt = await openReceipt({ sealed: envelope, paymentId, privateKey: opener });
        assert.deepEqual(receipt, { version });
      }
    }
    const [used] = logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg.includes("used"));
    assert.equal(used.keys, 2);

    const unknown = rewrap([{ version: 7, wrapped: new Uint8Array(256), parts: null }], publicKeys);
    await assert.rejects(unknown, { message: /^CryptoError: There is no key of version 7/ });
    const damaged = { version: 1, wrapped: new Uint8Array(256), parts: null };
    const mixed = await rewrap([...keys, damaged], publicKeys);
    assert.deepEqual(
      mixed.map(({ kind }) => kind),
      ["wrapped", "wrapped", "broken"],
    );
  });
});

test("proves the content keys that it is told to prove, of a portion of the longest receipts", async () => {
  setTestConfig({});
  const { publicKey } = await generateKeyPair();
  await withProcess({ ESCROW_KEYS: `1:${await generateEscrowKey()}` }, async (escrow) => {
    const { version, key } = escrow.current;
    const keys = Array.from({ length: 32 }, (_, at) => {
      const paymentId = `pay_${at}`;
      const receipt = { note: "n".repeat(190 * 1024) };
      const { encryptedKey, ...parts } = sealOnServer({ receipt, paymentId, keys: [key] });
      return { version, wrapped: new Uint8Array(encryptedKey), parts: { ...parts, paymentId } };
    });
    const swapped = keys.map((one, at) =>
      at % 2 === 0 ? one : { ...one, wrapped: keys[at - 1]?.wrapped ?? one.wrapped },
    );
    const rewrapped = await escrow.rewrap(swapped, [publicKey]);
    assert.deepEqual(
      rewrapped.map(({ kind }) => kind),
      keys.map((_, at) => (at % 2 === 0 ? "wrapped" : "broken")),
    );
  });
});

test("makes the service's own secrets, as any first start does", async () => {
  const texts: string[] = [];
  for (const _start of [1, 2]) {
    await withProcess({}, async ({ current }) => void texts.push(current.publicKeyPem));
  }
  assert.equal(texts[0], texts[1]);
});

describe("a start is refused, by name and without the value,", () => {
  const wrong = [
    ["another kind of key", { ESCROW_KEYS: `1:${randomBytes(32).toString("base64")}` }],
    ["none in production", { NODE_ENV: "production" }],
  ] as const;
  for (const [name, env] of wrong) {
    test(`for ${name}`, async () => {
      await assert.rejects(startEscrowProcess(settings(env)), (error: Error) => {
        assert.equal(error.name, "SecretsError");
        assert.match(error.message, /ESCROW_KEYS/);
        if ("ESCROW_KEYS" in env) assert.ok(!error.message.includes(env.ESCROW_KEYS.slice(2)));
        return true;
      });
    });
  }
});

test("what is asked of a process that has ended fails instead of waiting", async () => {
  const escrow = await startEscrowProcess(settings());
  await escrow.stop();
  await escrow.exited;
  const { publicKey } = await generateKeyPair();
  await assert.rejects(escrow.rewrap([], [publicKey]), /has ended/);
});

test("the texts of the secrets are forgotten, and nothing else of the configuration", () => {
  setTestConfig({ SESSION_SECRET: "s".repeat(40), PORT: "4000" });
  forgetSecretTexts();
  assert.deepEqual(new Set(Object.values(config().secrets)), new Set([undefined]));
  assert.equal(config().port, 4000);
});
